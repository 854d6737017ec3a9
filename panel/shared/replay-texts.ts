/** What there is to send again of some events, and in words. */
import type { AnswerTo, DeliveryOfWebhook } from '@social-platform-services/client';
import { counted } from './texts.ts';

/** A delivery that is to be sent again. */
export type FailedDelivery = Pick<DeliveryOfWebhook, 'webhookId' | 'deliveryId'>;

/** The deliveries of an event that have failed, and can be sent again: none if its payload was erased. */
export const failedOf = <D extends Pick<DeliveryOfWebhook, 'state'>>({
  payload,
  deliveries,
}: Pick<AnswerTo<'showEvent'>, 'payload'> & { readonly deliveries: readonly D[] }): readonly D[] =>
  payload === undefined ? [] : deliveries.filter(({ state }) => state === 'failed');

/** `3 failed deliveries to 2 webhooks, of 5 events`. `disabled`: how many more there are to webhooks that get nothing. */
export function failedText(failed: readonly FailedDelivery[], events: number, disabled: number): string {
  const webhooks = new Set(failed.map(({ webhookId }) => webhookId)).size;
  const of = counted(events, 'event', 'events');
  const rest = disabled === 0 ? '' : `; ${counted(disabled, 'more is', 'more are')} to webhooks that are disabled`;
  if (failed.length === 0)
    return `No delivery of the ${of} has failed${disabled === 0 ? '' : ' that can be sent again'}${rest}`;
  return `${counted(failed.length, 'failed delivery', 'failed deliveries')} to ${counted(webhooks, 'webhook', 'webhooks')}, of ${of}${rest}`;
}
