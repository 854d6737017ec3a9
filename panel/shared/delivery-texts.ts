/** Names of delivery classes, and the retry schedule. */
import type { DeliveryResult } from '@social-platform-services/client';
import { unattemptedClasses } from '../../contract/delivery-classes.ts';
import type { DeliverySettings } from '../../contract/delivery-settings.ts';
import { counted, periodText } from './texts.ts';

/** Names of two or three words. */
const names: Readonly<Record<DeliveryResult, string>> = {
  delivered: 'Delivered',
  http_4xx: 'Refused by the receiver',
  http_5xx: 'Error in the receiver',
  aborted: 'Aborted by the receiver',
  redirect: 'Redirected',
  timeout: 'Timed out',
  connection_refused: 'Connection refused',
  connection_reset: 'Connection closed early',
  unreachable: 'Unreachable',
  dns: 'Host name not found',
  tls: 'No secure connection',
  blocked_address: 'Address not allowed',
  too_large: 'Response headers too large',
  invalid_response: 'Not an HTTP response',
  bus_denied: 'Refused by the event bus',
  bus_not_found: 'No such event bus',
  bus_throttled: 'Throttled by EventBridge',
  bus_too_large: 'Too large for an event bus',
  not_sent: 'Not sent',
  receiver_down: 'Receiver is down',
  window_full: 'Waiting for its turn',
  webhook_disabled: 'Webhook disabled',
  event_expired: 'Event expired',
  event_erased: 'Event erased',
};

/** The name of a class, after the HTTP status of the response if there was one: `503 – Error in the receiver`. */
export function classTitle(deliveryClass: DeliveryResult, statusCode?: number): string {
  const name = names[deliveryClass];
  // Without an attempt, the status is an earlier attempt's, of another class.
  return statusCode === undefined || deliveryClass in unattemptedClasses ? name : `${statusCode} – ${name}`;
}

/** `up to 8 times within about 28 hours`. */
export const retryScheduleText = ({ retryDelaysSeconds }: Pick<DeliverySettings, 'retryDelaysSeconds'>): string =>
  `up to ${counted(retryDelaysSeconds.length + 1, 'time', 'times')} within about ${periodText(
    retryDelaysSeconds.reduce((sum, delay) => sum + delay, 0),
  )}`;
