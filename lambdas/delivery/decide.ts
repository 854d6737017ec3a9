/**
 * What becomes of the messages of one webhook: a plan, decided from what is known before anything is done. Pure: no
 * clock, no table. act.ts carries it out; the table of plans is in README.md.
 *
 * Each job is in exactly one step. What happens where another process gets the lease first is a part of the plan, too.
 */
import type { Lane } from '../../contract/delivery-settings.ts';
import type { Ceilings } from '../pacing/ceiling.ts';
import { CLOCK_SKEW_MS, isLeased, isOpen, isUnknown, maySend } from '../pacing/flow.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import type { Job, PendingJob, RecoverJob, ResolvedJob, WakeUp } from './jobs.ts';

/** What is known when it is decided. */
export interface Group {
  readonly webhook: Pick<Webhook, 'flow'> & Ceilings;
  /** Whether anything may be sent to it: it is enabled, and so is the feature of its network. */
  readonly sending: boolean;
  readonly lane: Lane;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly jobs: readonly ResolvedJob[];
}

/** How a backlog is sent. */
export interface BacklogRequest {
  /** When an admin asked for it, if one did (ISO 8601): retries whose latest attempt is older don't wait for their time. */
  readonly requestedAt?: string | undefined;
  /** Whether no pause and no probe is awaited, since an admin may know that the receiver is up again. */
  readonly isUrgent: boolean;
}

export type Step =
  /** Nothing is left to do. */
  | { readonly kind: 'drop'; readonly jobs: readonly ResolvedJob[] }
  /** What they need could not be read: they come again. */
  | { readonly kind: 'retry'; readonly jobs: readonly Extract<ResolvedJob, { kind: 'unreadable' }>[] }
  /** Nothing is sent: what is stored fails. */
  | { readonly kind: 'abandon'; readonly deliveries: readonly PendingJob[]; readonly wakeUps: readonly WakeUp[] }
  /** Every process sends to a receiver that is open. */
  | { readonly kind: 'sendNow'; readonly deliveries: readonly PendingJob[] }
  /** One process sends, with the backlog: this one, if it gets the lease. */
  | {
      readonly kind: 'takeTurn';
      readonly deliveries: readonly PendingJob[];
      readonly wakeUps: readonly WakeUp[];
      readonly request: BacklogRequest;
      readonly ifLost: readonly Step[];
    }
  /** A turn begins only if something waits: what comes during a lease is held, and would wait for the next check. */
  | {
      readonly kind: 'checkBacklog';
      readonly wakeUps: readonly WakeUp[];
      readonly request: BacklogRequest;
      readonly ifLost: readonly Step[];
    }
  /** Written to the backlog; if given, a message checks it after so many seconds. */
  | { readonly kind: 'hold'; readonly deliveries: readonly PendingJob[]; readonly wakeUpSeconds?: number }
  /** Another process sends the backlog. It does not know what an admin asks for now: that comes again. */
  | { readonly kind: 'handOver'; readonly wakeUps: readonly WakeUp[]; readonly requestedAt?: string | undefined }
  /** A page of a recovery each. */
  | { readonly kind: 'recover'; readonly jobs: readonly RecoverJob[] };

/** Seconds until another check where another process was first to write the flow. */
export const LOST_LEASE_SECONDS = 1;

/** The steps for the jobs of a webhook, in the order in which they are taken. */
export function decide(group: Group): readonly Step[] {
  const { jobs, sending } = group;
  const deliveries = jobs.filter((one) => one.kind === 'pending');
  const wakeUps = jobs.filter((one) => one.kind === 'wakeUp');
  const recoveries = jobs.filter((one) => one.kind === 'recover');
  return withJobs([
    ...deliverySteps(group, deliveries, wakeUps),
    // During the turn, which would end too late if they came after it.
    sending ? { kind: 'recover', jobs: recoveries } : { kind: 'drop', jobs: recoveries },
    { kind: 'drop', jobs: jobs.filter((one) => one.kind === 'outdated') },
    { kind: 'retry', jobs: jobs.filter((one) => one.kind === 'unreadable') },
  ]);
}

function deliverySteps(
  { webhook, sending, lane, now }: Group,
  deliveries: readonly PendingJob[],
  wakeUps: readonly WakeUp[],
): readonly Step[] {
  if (!sending) return [{ kind: 'abandon', deliveries, wakeUps }];
  const { flow } = webhook;

  const requestedAt = latestRequest(wakeUps);
  const handOver: Step = { kind: 'handOver', wakeUps, requestedAt };
  if (isOpen(webhook)) {
    const check: Step = {
      kind: 'checkBacklog',
      wakeUps,
      request: { requestedAt, isUrgent: false },
      ifLost: [handOver],
    };
    return [isLeased(flow, now) ? handOver : check, { kind: 'sendNow', deliveries }];
  }

  // A message may come before its time, since clocks differ.
  const time = wakeUps.length > 0 ? now + CLOCK_SKEW_MS : now;
  const isBusy = isLeased(flow, time);
  const isUrgent = deliveries.some(isReplayed) || (flow?.phase === 'down' && requestedAt !== undefined);
  const mayBegin = maySend(flow, time) || (isUrgent && !isBusy);
  if (!mayBegin) return [{ kind: 'hold', deliveries }, isBusy ? handOver : { kind: 'drop', jobs: wakeUps }];
  // The fast lane makes the first request to an untried receiver. All that may take long is for the slow lane.
  if (lane === 'fast' && !isUnknown(flow)) return [{ kind: 'hold', deliveries, wakeUpSeconds: 0 }, handOver];
  const request = { requestedAt, isUrgent };
  if (deliveries.length === 0) return [{ kind: 'checkBacklog', wakeUps, request, ifLost: [handOver] }];
  // The process that changed the flow just now may not have leased the receiver, and not know of what is held here.
  const ifLost = withJobs([{ kind: 'hold', deliveries, wakeUpSeconds: LOST_LEASE_SECONDS }, handOver]);
  return [{ kind: 'takeTurn', deliveries, wakeUps, request, ifLost }];
}

/** When an admin asked to send the backlog, if one did: the latest time. */
const latestRequest = (wakeUps: readonly WakeUp[]): string | undefined =>
  wakeUps
    .flatMap(({ requestedAt }) => requestedAt ?? [])
    .toSorted()
    .at(-1);

/** Whether an admin has just asked for this attempt. */
const isReplayed = ({ delivery: { generation, attemptsOnSchedule, next } }: PendingJob): boolean =>
  generation > 0 && attemptsOnSchedule === 0 && next?.kind === 'at';

/** Those of the steps that have jobs. */
const withJobs = (steps: readonly Step[]): readonly Step[] => steps.filter((step) => jobsIn(step).length > 0);

/** The jobs of a step. */
export const jobsIn = (step: Step): readonly Job[] =>
  [
    ...('jobs' in step ? step.jobs : []),
    ...('deliveries' in step ? step.deliveries : []),
    ...('wakeUps' in step ? step.wakeUps : []),
  ].map(({ job }) => job);
