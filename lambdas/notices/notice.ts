/**
 * The events of notices about webhooks (docs/spec/notices.md#notices). Which one is due, says
 * lambdas/receiver-health/health.ts. Pure: no clock, no table.
 *
 * The id of a notice is derived from the webhook, the name and the time of the change, so that several processes can
 * notice the same change, or one process twice, and only one event is stored.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { DeliverySettings } from '../../contract/delivery-settings.ts';
import { isNotice, type NoticeName } from '../../contract/event-names.ts';
import { EventId } from '../../contract/events.ts';
import type { NoticeBody, NoticeData } from '../../contract/notices.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import type { Notice } from '../receiver-health/health.ts';
import { nameOf, type Webhook } from '../webhooks/webhooks-table.ts';

/** A delivery that shows how a receiver fails. */
export type ExampleDelivery = Pick<Delivery, 'deliveryId' | 'event' | 'eventId' | 'class' | 'statusCode'>;

/** Deliveries have failed for good: at most one notice a webhook and UTC day. */
export function failedForGood(webhook: Webhook, example: ExampleDelivery, now: number): StoredEvent {
  const since = new Date(now).toISOString();
  const data = { webhook: noticedWebhook(webhook), since, delivery: noticedDelivery(webhook, example) };
  return storedNotice(webhook, 'webhook.didFailDeliveries', data, since.slice(0, 10), now);
}

/** The receiver refuses the newest secret's signatures; `secretsChangeAt` is ISO 8601. One for each such time. */
export function secretRefused(webhook: Webhook, secretsChangeAt: string, now: number): StoredEvent {
  const at = new Date(now).toISOString();
  const data: NoticeData = { webhook: noticedWebhook(webhook), since: at, secretsChangeAt };
  return storedNotice(webhook, 'webhook.didRefuseSecret', data, secretsChangeAt, now);
}

/** The event of a notice, accepted at `now` (milliseconds). Of a receiver that is back, an example says nothing. */
export function noticeEvent(
  webhook: Webhook,
  notice: Notice,
  settings: Pick<DeliverySettings, 'disableAfterSeconds'>,
  now: number,
  example?: ExampleDelivery,
): StoredEvent {
  const { disabledReason } = webhook;
  const { name, since } = notice;
  const isFailing = name === 'webhook.didGoDown' || name === 'webhook.willDisable';
  const data: NoticeData = {
    webhook: noticedWebhook(webhook),
    since,
    ...(example !== undefined && name !== 'webhook.didComeBack' && { delivery: noticedDelivery(webhook, example) }),
    ...(isFailing && { disablesAt: timeAfter(since, settings.disableAfterSeconds) }),
    ...(name === 'webhook.didDisable' && disabledReason !== undefined && { reason: disabledReason }),
  };
  return storedNotice(webhook, name, data, since, now);
}

const noticedWebhook = (webhook: Webhook): NoticeData['webhook'] => ({
  webhookId: nameOf(webhook),
  host: webhook.eventBus ?? URL.parse(webhook.url ?? '')?.host ?? '',
  description: webhook.description,
});

const noticedDelivery = (webhook: Webhook, example: ExampleDelivery): NoticeData['delivery'] => ({
  deliveryId: example.deliveryId,
  event: example.event,
  eventId: example.eventId,
  class: example.class,
  statusCode: example.statusCode,
  path: `/webhooks/${nameOf(webhook)}/deliveries/${example.deliveryId}`,
});

/** `change` is what the notice is about, for its id. */
function storedNotice(webhook: Webhook, name: NoticeName, data: NoticeData, change: string, now: number): StoredEvent {
  const at = new Date(now).toISOString();
  const body = JSON.stringify({ event: name, data } satisfies NoticeBody);
  const eventId = noticeId(webhook, name, change);
  return { networkId: webhook.networkId, eventId, event: name, body, occurredAt: at, acceptedAt: at };
}

const timeAfter = (since: string, seconds: number): string =>
  new Date(Date.parse(since) + seconds * 1000).toISOString();

function noticeId({ webhookId }: Pick<Webhook, 'webhookId'>, name: NoticeName, change: string): EventId {
  const hash = createHash('sha256').update(`${name} ${change}`).digest('hex');
  return v.parse(EventId, `${idsAbout(webhookId)}${hash.slice(0, 20)}`);
}

/** How the ids of notices about a webhook begin. */
const idsAbout = (webhookId: string): string => `notice-${webhookId}-`;

/** Whether an event is a notice about this webhook, which does not get it. */
export const isNoticeAbout = ({ event, eventId }: Pick<StoredEvent, 'event' | 'eventId'>, webhookId: string): boolean =>
  isNotice(event) && eventId.startsWith(idsAbout(webhookId));
