/** Schedules of the template: EventBridge Scheduler's and EventBridge rules with a rate. They run, and can be fired by hand. */
import { randomUUID } from 'node:crypto';
import type { FunctionPool, InvocationOutcome } from '../functions/function-pool.ts';
import type { Inventory } from '../template/inventory.ts';
import type { Json } from '../template/json.ts';
import { arn, LOCAL_ACCOUNT, LOCAL_REGION } from '../template/names.ts';
import { StartProblem } from '../template/problem.ts';

/** A schedule with the functions that it calls. */
export interface Schedule {
  readonly logicalId: string;
  readonly enabled: boolean;
  readonly everyMs: number;
  readonly targets: readonly ScheduleTarget[];
}

interface ScheduleTarget {
  readonly pool: FunctionPool;
  /** The event, as JSON text, for a call at this time. */
  readonly event: (time: Date) => string;
}

/** Reads the schedules. Throws a `StartProblem` for an expression other than `rate(…)` and for unknown targets. */
export function readSchedules(
  inventory: Inventory,
  findFunction: (reference: string) => FunctionPool | undefined,
): readonly Schedule[] {
  const target = (path: string, functionArn: string): FunctionPool => {
    const pool = findFunction(functionArn);
    if (pool === undefined)
      throw new StartProblem(`${path}: its target ${functionArn} is no function of the template.`);
    return pool;
  };
  const schedules = inventory.resources['AWS::Scheduler::Schedule'].map(({ logicalId, path, name, properties }) => ({
    logicalId,
    enabled: properties.State === 'ENABLED',
    everyMs: rateOf(path, properties.ScheduleExpression),
    targets: [
      {
        pool: target(path, properties.Target.Arn),
        event: (time: Date) =>
          properties.Target.Input === undefined
            ? scheduledEvent('aws.scheduler', arn('scheduler', `schedule/default/${name}`), '{}', time)
            : properties.Target.Input.replaceAll('<aws.scheduler.scheduled-time>', time.toISOString()),
      },
    ],
  }));
  const rules = inventory.resources['AWS::Events::Rule'].map(({ logicalId, path, name, properties }) => ({
    logicalId,
    enabled: properties.State === 'ENABLED',
    everyMs: rateOf(path, properties.ScheduleExpression),
    targets: properties.Targets.map(({ Arn, Input }) => ({
      pool: target(path, Arn),
      event: (time: Date) =>
        Input === undefined
          ? scheduledEvent('aws.events', arn('events', `rule/${name}`), {}, time)
          : typeof Input === 'string'
            ? Input
            : JSON.stringify(Input),
    })),
  }));
  return [...schedules, ...rules];
}

/** Calls every target of the schedule now. */
export function fireSchedule(schedule: Schedule): Promise<readonly InvocationOutcome[]> {
  const now = new Date();
  return Promise.all(schedule.targets.map(({ pool, event }) => pool.invoke(event(now))));
}

/** Runs the enabled schedules until the returned function is called. A call that is still under way is not doubled. */
export function runSchedules(
  schedules: readonly Schedule[],
  onOutcome: (schedule: Schedule, outcomes: readonly InvocationOutcome[]) => void,
): () => void {
  const timers = schedules
    .filter(({ enabled }) => enabled)
    .map((schedule) => {
      let underway = false;
      return setInterval(async () => {
        if (underway) return;
        underway = true;
        onOutcome(schedule, await fireSchedule(schedule));
        underway = false;
      }, schedule.everyMs);
    });
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

const units = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Milliseconds of `rate(5 minutes)`. */
function rateOf(path: string, expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (count === undefined || (unit !== 'minute' && unit !== 'hour' && unit !== 'day') || Number(count) < 1) {
    throw new StartProblem(`${path}: the local cloud runs schedules such as rate(5 minutes), not ${expression}.`);
  }
  return Number(count) * units[unit];
}

function scheduledEvent(source: string, resource: string, detail: Json, time: Date): string {
  return JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source,
    account: LOCAL_ACCOUNT,
    time: `${time.toISOString().slice(0, 19)}Z`,
    region: LOCAL_REGION,
    resources: [resource],
    detail,
  });
}
