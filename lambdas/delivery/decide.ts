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

/** The jobs of one webhook, with what is known of it. */
export interface Group {
  readonly webhook: Pick<Webhook, 'flow'> & Ceilings;
  /** Whether anything may be sent to it: it is enabled, and so is the feature of its network. */
  readonly sending: boolean;
  readonly lane: Lane;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly jobs: readonly ResolvedJob[];
}

/** How a backlog is to be sent. */
export interface BacklogRequest {
  /** When an admin asked for it, if one did (ISO 8601): retries whose latest attempt is older don't wait for their time. */
  readonly requestedAt?: string | undefined;
  /** Whether it is sent at once, although the receiver has asked for a pause or a probe is to come: an admin asked. */
  readonly isUrgent: boolean;
}

export type Step =
  /** Nothing is left to do. */
  | { readonly kind: 'drop'; readonly jobs: readonly ResolvedJob[] }
  /** What they need could not be read: their messages are delivered again. */
  | { readonly kind: 'redeliver'; readonly jobs: readonly Extract<ResolvedJob, { kind: 'unreadable' }>[] }
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
  /** As `takeTurn`, but only if the backlog has something: a lease for nothing would only delay what comes meanwhile. */
  | {
      readonly kind: 'checkBacklog';
      readonly wakeUps: readonly WakeUp[];
      readonly request: BacklogRequest;
      readonly ifLost: readonly Step[];
    }
  /** Written to the backlog; if given, a message checks it after so many seconds. */
  | { readonly kind: 'hold'; readonly deliveries: readonly PendingJob[]; readonly wakeUpSeconds?: number }
  /** Another process sends the backlog. It does not know of an admin's request, so that one is queued once more. */
  | { readonly kind: 'handOver'; readonly wakeUps: readonly WakeUp[]; readonly requestedAt?: string | undefined }
  /** Each sends one page of a recovery (recovery/recover.ts). */
  | { readonly kind: 'recover'; readonly jobs: readonly RecoverJob[] };

/** Seconds until the backlog is checked again, after another process was first to change the flow. */
export const LOST_LEASE_SECONDS = 1;

/** The steps for the jobs of a webhook, in the order in which act.ts takes them. */
export function decide(group: Group): readonly Step[] {
  const { jobs, sending } = group;
  const deliveries = jobs.filter((one) => one.kind === 'pending');
  const wakeUps = jobs.filter((one) => one.kind === 'wakeUp');
  const recoveries = jobs.filter((one) => one.kind === 'recover');
  return withJobs([
    ...deliverySteps(group, deliveries, wakeUps),
    // After the turn has begun: they are handled beside it, which saves its seconds.
    sending ? { kind: 'recover', jobs: recoveries } : { kind: 'drop', jobs: recoveries },
    { kind: 'drop', jobs: jobs.filter((one) => one.kind === 'outdated') },
    { kind: 'redeliver', jobs: jobs.filter((one) => one.kind === 'unreadable') },
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

  // Clocks differ: a wake-up may come a second before the time for which it was sent.
  const time = wakeUps.length > 0 ? now + CLOCK_SKEW_MS : now;
  const isBusy = isLeased(flow, time);
  const isUrgent = deliveries.some(isReplayed) || (flow?.phase === 'down' && requestedAt !== undefined);
  const mayBegin = maySend(flow, time) || (isUrgent && !isBusy);
  if (!mayBegin) return [{ kind: 'hold', deliveries }, isBusy ? handOver : { kind: 'drop', jobs: wakeUps }];
  // The fast lane makes the first request to an untried receiver. All that may take long is for the slow lane.
  if (lane === 'fast' && !isUnknown(flow)) return [{ kind: 'hold', deliveries, wakeUpSeconds: 0 }, handOver];
  const request = { requestedAt, isUrgent };
  if (deliveries.length === 0) return [{ kind: 'checkBacklog', wakeUps, request, ifLost: [handOver] }];
  // The process that changed the flow may have no lease, and so not send what is held here: hence the wake-up.
  const ifLost = withJobs([{ kind: 'hold', deliveries, wakeUpSeconds: LOST_LEASE_SECONDS }, handOver]);
  return [{ kind: 'takeTurn', deliveries, wakeUps, request, ifLost }];
}

/** The latest time at which an admin asked to send the backlog, if one did. */
const latestRequest = (wakeUps: readonly WakeUp[]): string | undefined =>
  wakeUps
    .flatMap(({ requestedAt }) => requestedAt ?? [])
    .toSorted()
    .at(-1);

/** Whether this is the first attempt after an admin has sent the delivery again. */
const isReplayed = ({ delivery: { generation, attemptsOnSchedule, next } }: PendingJob): boolean =>
  generation > 0 && attemptsOnSchedule === 0 && next?.kind === 'at';

const withJobs = (steps: readonly Step[]): readonly Step[] => steps.filter((step) => jobsIn(step).length > 0);

/** All jobs of a step, of whatever kind. */
export const jobsIn = (step: Step): readonly Job[] =>
  [
    ...('jobs' in step ? step.jobs : []),
    ...('deliveries' in step ? step.deliveries : []),
    ...('wakeUps' in step ? step.wakeUps : []),
  ].map(({ job }) => job);
