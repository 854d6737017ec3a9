/** Which deliveries a recovery sends again, and what has become of them, in words. */
import type { AnswerTo, DeliveryStanding, DeliveryState } from '../../client/index.ts';
import { classTitle } from './delivery-texts.ts';
import { numberText } from './texts.ts';

/** Which deliveries of a time range to send again; `class` and `statusCode` are those of the last attempt. */
export interface RecoveryFilter {
  readonly state: DeliveryState;
  readonly event?: string | undefined;
  readonly class?: DeliveryStanding | undefined;
  readonly statusCode?: number | undefined;
}

/** Whether events that have no delivery are sent, too: the webhook was disabled when they came, or did not exist. */
export const sendsUnrecorded = ({ state, class: deliveryClass, statusCode }: RecoveryFilter): boolean =>
  state === 'failed' && deliveryClass === undefined && statusCode === undefined;

/** The filter in words: `failed deliveries of shop.didSell with status 503`. */
export const filterText = ({ state, event, class: deliveryClass, statusCode }: RecoveryFilter, count = 2): string =>
  [
    `${state} ${count === 1 ? 'delivery' : 'deliveries'}`,
    ...(event === undefined ? [] : [`of ${event}`]),
    ...(deliveryClass === undefined ? [] : [`with the result “${classTitle(deliveryClass)}”`]),
    ...(statusCode === undefined ? [] : [`with status ${statusCode}`]),
  ].join(' ');

/** What waits for its time is sent before it. */
const recoveryWords: Readonly<Record<DeliveryState, string>> = { delivered: 'again', retrying: 'now', failed: 'again' };

/** What a recovery does: `Send failed deliveries again`. */
export const recoveryTitle = (filter: RecoveryFilter): string =>
  `Send ${filterText(filter)} ${recoveryWords[filter.state]}`;

/** A recovery, as far as it was counted. */
export interface RecoveryCount {
  /** What is to be sent, and what was sent since it was asked for. */
  readonly left: number;
  readonly waiting: number;
  readonly delivered: number;
  readonly failed: number;
  /** Whether nothing of it will be sent any more. */
  readonly ended: boolean;
  /** Whether there is more to count. */
  readonly isPart: boolean;
  readonly requests: number;
}

/** Requests of one count at most, of some seconds each. */
const MAX_REQUESTS = 10;

/** Counts a recovery in as many requests as it takes, within a limit. `ask` makes a dry run from `start` on. */
export async function countRecovery(
  ask: (start: string | undefined) => Promise<AnswerTo<'recoverDeliveries'>>,
): Promise<RecoveryCount> {
  let count: RecoveryCount | undefined;
  let start: string | undefined;
  do {
    const { recovering, progress, start: next } = await ask(start);
    start = next;
    count = {
      // A dry run always counts.
      left: (count?.left ?? 0) + (recovering === 'started' ? 0 : recovering),
      waiting: (count?.waiting ?? 0) + progress.waiting,
      delivered: (count?.delivered ?? 0) + progress.delivered,
      failed: (count?.failed ?? 0) + progress.failed,
      ended: (count?.ended ?? true) && progress.ended,
      isPart: start !== undefined,
      requests: (count?.requests ?? 0) + 1,
    };
  } while (start !== undefined && count.requests < MAX_REQUESTS);
  return { ...count, ended: count.ended && !count.isPart };
}

/** What would be sent: `3 failed deliveries`, or `3 events` if some may have no delivery. */
export function countText({ left, isPart }: Pick<RecoveryCount, 'left' | 'isPart'>, filter: RecoveryFilter): string {
  const isOfEvents = sendsUnrecorded(filter);
  const what = (count: number) =>
    isOfEvents ? `${count === 1 ? 'event' : 'events'} that the webhook did not get` : filterText(filter, count);
  if (isPart) return `At least ${numberText(left)} ${what(left)}`;
  return left === 0 ? `No ${what(2)} in this range` : `${numberText(left)} ${what(left)}`;
}

const SHORT_MS = 4_000;
const LONG_MS = 30_000;

/** Milliseconds until the progress is counted again, which takes longer the more there is; false at the end. */
export function untilNextCount(count: RecoveryCount | undefined): number | false {
  if (count?.ended) return false;
  return count === undefined || count.requests === 1 ? SHORT_MS : LONG_MS;
}
