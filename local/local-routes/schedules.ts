/** The template's schedules, which run at a rate in minutes and can be run by hand. */
import { randomUUID } from 'node:crypto';
import type { FunctionPool } from '../functions/function-pool.ts';
import type { FindFunction } from '../functions/functions.ts';
import type { InvocationOutcome } from '../functions/invocation.ts';
import type { Inventory } from '../template/inventory.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, scheduleArn } from '../template/names.ts';

/** A schedule and the function that it calls. */
export interface Schedule {
  readonly logicalId: string;
  readonly arn: string;
  readonly everyMs: number;
  readonly pool: FunctionPool;
}

/** Reads the schedules. Throws a `StartProblem` for a target that is not in the template. */
export const readSchedules = (inventory: Inventory, findFunction: FindFunction): readonly Schedule[] =>
  inventory.of('AWS::Scheduler::Schedule').map(({ logicalId, path, name, properties }) => ({
    logicalId,
    arn: scheduleArn(name),
    everyMs: properties.ScheduleExpression * 60_000,
    pool: findFunction(properties.Target.Arn, path),
  }));

/** Calls the schedule's function now. */
export const fireSchedule = ({ pool, arn }: Schedule): Promise<InvocationOutcome> =>
  pool.invoke(scheduledEvent(arn, new Date()));

/** Runs the schedules until the returned function is called. A call is skipped while the previous one is in progress. */
export function runSchedules(
  schedules: readonly Schedule[],
  onOutcome: (schedule: Schedule, outcome: InvocationOutcome) => void,
): () => void {
  const timers = schedules.map((schedule) => {
    let inProgress = false;
    return setInterval(async () => {
      if (inProgress) return;
      inProgress = true;
      onOutcome(schedule, await fireSchedule(schedule));
      inProgress = false;
    }, schedule.everyMs);
  });
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

/** The event that EventBridge Scheduler sends to a target without an input. */
function scheduledEvent(resource: string, time: Date): string {
  return JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account: LOCAL_ACCOUNT,
    time: `${time.toISOString().slice(0, 19)}Z`,
    region: LOCAL_REGION,
    resources: [resource],
    detail: '{}',
  });
}
