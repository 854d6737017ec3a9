/** Which deliveries a recovery sends again, and what has become of them, in words. */
import type { AnswerTo, DeliveryResult, DeliveryState } from '@social-platform-services/client';
import { classTitle } from './delivery-texts.ts';
import { numberText } from './texts.ts';

/** Which deliveries of a time range to send again; `class` and `statusCode` are those of the last attempt. */
export interface RecoveryFilter {
  readonly state: DeliveryState;
  readonly event?: string | undefined;
  readonly class?: DeliveryResult | undefined;
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
  /** Whether it was stopped: what is left is not sent. */
  readonly stopped: boolean;
  /** Whether there is more to count. */
  readonly isPart: boolean;
  readonly requests: number;
}

/** Requests of one count of a webhook at most, of some seconds each. */
const MAX_REQUESTS = 10;

type Answer = AnswerTo<'recoverDeliveries'>;

const NOTHING: RecoveryCount = {
  left: 0,
  waiting: 0,
  delivered: 0,
  failed: 0,
  ended: true,
  stopped: false,
  isPart: false,
  requests: 0,
};

/**
 * Counts a recovery of several webhooks in as many requests as it takes, within a limit for each. `ask` makes a dry run
 * of a webhook from `start` on; `onPart` gets what is counted so far, after each request but the last.
 */
export async function countRecoveries(
  webhookIds: readonly string[],
  ask: (webhookId: string, start: string | undefined) => Promise<Answer>,
  onPart: (count: RecoveryCount) => void = () => {},
): Promise<RecoveryCount> {
  let count = NOTHING;
  for (const [index, webhookId] of webhookIds.entries()) {
    let start: string | undefined;
    let requests = 0;
    do {
      const answer = await ask(webhookId, start);
      start = answer.start;
      requests += 1;
      count = withAnswer(count, answer);
      if (start !== undefined || index < webhookIds.length - 1) onPart({ ...count, isPart: true, ended: false });
    } while (start !== undefined && requests < MAX_REQUESTS);
    if (start !== undefined) count = { ...count, isPart: true };
  }
  return { ...count, ended: count.ended && !count.isPart };
}

/** The count with what one request has counted. */
const withAnswer = (count: RecoveryCount, { recovering, progress }: Answer): RecoveryCount => ({
  // A dry run always counts.
  left: count.left + (recovering === 'started' ? 0 : recovering),
  waiting: count.waiting + progress.waiting,
  delivered: count.delivered + progress.delivered,
  failed: count.failed + progress.failed,
  ended: count.ended && progress.ended,
  stopped: count.stopped || progress.stopped === true,
  isPart: count.isPart,
  requests: count.requests + 1,
});

/** What would be sent: `3 failed deliveries`, or `3 events` if some may have no delivery. */
export function countText(
  { left, isPart }: Pick<RecoveryCount, 'left' | 'isPart'>,
  filter: RecoveryFilter,
  webhooks = 1,
): string {
  const isOfEvents = sendsUnrecorded(filter);
  const whose = webhooks === 1 ? 'the webhook' : 'webhooks';
  const what = (count: number) =>
    isOfEvents ? `${count === 1 ? 'event' : 'events'} that ${whose} did not get` : filterText(filter, count);
  if (isPart) return `At least ${numberText(left)} ${what(left)}`;
  return left === 0 ? `No ${what(2)} in this range` : `${numberText(left)} ${what(left)}`;
}

/** What has become of a recovery that has ended. */
export function outcomeText({ left, waiting, delivered, failed, stopped }: RecoveryCount): string {
  const rest = left + waiting;
  const notSent = `${numberText(rest)} ${rest === 1 ? 'was' : 'were'} not sent.`;
  if (stopped) return rest === 0 ? 'It was stopped when all were sent already.' : `Stopped: ${notSent}`;
  if (rest > 0) return `The webhook is disabled: ${notSent}`;
  if (failed > 0)
    return `${numberText(failed)} failed again. They are retried on the usual schedule; open one to see why.`;
  return delivered === 1 ? 'The delivery succeeded.' : `All ${numberText(delivered)} deliveries succeeded.`;
}

const SHORT_MS = 4_000;
const LONG_MS = 30_000;

/** Milliseconds until the progress is counted again, which takes longer the more there is; false at the end. */
export function untilNextCount(count: RecoveryCount | undefined, webhooks = 1): number | false {
  if (count?.ended) return false;
  return count === undefined || count.requests <= webhooks ? SHORT_MS : LONG_MS;
}
