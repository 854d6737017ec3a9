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

/** What a recovery does: `Send failed deliveries again`. What waits for its time is sent before it. */
export const recoveryTitle = (filter: RecoveryFilter): string =>
  `Send ${filterText(filter)} ${filter.state === 'retrying' ? 'now' : 'again'}`;

/** What the service has counted: `recovering` are to be sent, or there are too many to count. */
export type Counted = AnswerTo<'recoverDeliveries'>;

/** What would be sent: `3 failed deliveries`, or `3 events` if some may have no delivery. */
export function countText({ recovering }: Counted, filter: RecoveryFilter): string {
  const isOfEvents = sendsUnrecorded(filter);
  const what = (count: number) =>
    isOfEvents ? `${count === 1 ? 'event' : 'events'} that the webhook did not get` : filterText(filter, count);
  if (recovering === 'started') return `More ${what(2)} than are counted at once`;
  return recovering === 0 ? `No ${what(2)} in this range` : `${numberText(recovering)} ${what(recovering)}`;
}

/** How many of a recovery are not attempted yet. */
export const leftOf = ({ recovering, progress }: Counted): number =>
  recovering === 'started' ? Number.POSITIVE_INFINITY : recovering + (progress?.waiting ?? 0);
