/**
 * Which notice is due about a webhook, and its event (docs/spec/notices.md#notices). Pure: no clock, no table.
 *
 * The id of a notice is derived from the webhook, the name and the time of the change, so that several processes can
 * notice the same change, or one process twice, and only one event is stored.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { DeliverySettings } from '../../../contract/delivery-settings.ts';
import { isNotice, type NoticeName } from '../../../contract/event-names.ts';
import { EventId } from '../../../contract/events.ts';
import type { NoticeBody, NoticeData } from '../../../contract/notices.ts';
import type { StoredEvent } from '../../events/events-table.ts';
import { type Noticed, nameOf, type Webhook } from '../../webhooks/webhooks-table.ts';
import type { Delivery } from './delivery.ts';

export type NoticeSettings = Pick<
  DeliverySettings,
  'disableAfterSeconds' | 'struggledNoticeSeconds' | 'downNoticeSeconds' | 'backNoticeSeconds' | 'disableNoticeSeconds'
>;

/** A change that the network is to be told of. `since` is ISO 8601. */
export interface Notice {
  readonly name: NoticeName;
  readonly since: string;
}

/** A delivery that shows how a receiver fails. */
export type Example = Pick<Delivery, 'deliveryId' | 'class' | 'statusCode'>;

/** A receiver that had a notable share of failures longer ago than this has stopped to struggle. */
const STRUGGLES_STILL_MILLISECONDS = 2 * 60_000;

/** The notice that the state of the webhook asks for and that was not sent yet. `now` is in milliseconds. */
export function dueNotice(webhook: Webhook, settings: NoticeSettings, now: number): Notice | undefined {
  const { enabled, disabledReason, failingSince, updatedAt, noticed } = webhook;
  if (!enabled) {
    const isByReceiver = disabledReason === 'gone' || disabledReason === 'failing';
    return isByReceiver && noticed?.name !== 'webhook.didDisable'
      ? { name: 'webhook.didDisable', since: updatedAt }
      : undefined;
  }
  if (failingSince !== undefined) {
    const name = dueAboutFailing(noticed?.name, (now - Date.parse(failingSince)) / 1000, settings);
    if (name !== undefined) return { name, since: failingSince };
  }
  if (noticed === undefined) return dueAboutStruggle(webhook, settings, now);
  return isBack(webhook, settings, now) ? { name: 'webhook.didComeBack', since: noticed.since } : undefined;
}

/** What is due about a receiver that has only failed for so many seconds, after the latest notice. */
function dueAboutFailing(
  latest: string | undefined,
  seconds: number,
  { downNoticeSeconds, disableAfterSeconds, disableNoticeSeconds }: NoticeSettings,
): NoticeName | undefined {
  if (latest === undefined || latest === 'webhook.didStruggle')
    return seconds >= downNoticeSeconds ? 'webhook.didGoDown' : undefined;
  const isLastDay = latest === 'webhook.didGoDown' && seconds >= disableAfterSeconds - disableNoticeSeconds;
  return isLastDay ? 'webhook.willDisable' : undefined;
}

function dueAboutStruggle(
  { strugglingAt = '', strugglingSince }: Webhook,
  { struggledNoticeSeconds }: NoticeSettings,
  now: number,
): Notice | undefined {
  const strugglesStill = now - Date.parse(strugglingAt) <= STRUGGLES_STILL_MILLISECONDS;
  if (!strugglesStill || strugglingSince === undefined) return undefined;
  return isPast(strugglingSince, struggledNoticeSeconds, now)
    ? { name: 'webhook.didStruggle', since: strugglingSince }
    : undefined;
}

/** Whether nothing has failed for a while: a receiver that fails and recovers in turn causes no mail each time. */
const isBack = (webhook: Webhook, settings: NoticeSettings, now: number): boolean =>
  webhook.failingSince === undefined &&
  webhook.flow?.phase !== 'down' &&
  webhook.recoveredAt !== undefined &&
  isPast(webhook.recoveredAt, steadySeconds(webhook, settings), now);

/** The seconds without a failure after which a receiver is back: as long as it struggled, a minute after an outage. */
export const steadySeconds = (
  { noticed }: Pick<Webhook, 'noticed'>,
  { struggledNoticeSeconds, backNoticeSeconds }: Pick<NoticeSettings, 'struggledNoticeSeconds' | 'backNoticeSeconds'>,
): number => (noticed?.name === 'webhook.didStruggle' ? struggledNoticeSeconds : backNoticeSeconds);

const isPast = (since: string, seconds: number, now: number): boolean => now - Date.parse(since) >= seconds * 1000;

/** What the webhook's item says of the notices that were sent, after this one: nothing once the receiver is healthy. */
export const noticedAfter = ({ name, since }: Notice, now: number): Noticed | undefined =>
  name === 'webhook.didComeBack' ? undefined : { name, since, at: new Date(now).toISOString() };

/** Deliveries have failed for good: at most one notice a webhook and UTC day. */
export function failedForGood(webhook: Webhook, example: Example, now: number): StoredEvent {
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
  settings: NoticeSettings,
  now: number,
  example?: Example,
): StoredEvent {
  const { failingSince, disabledReason } = webhook;
  const { name, since } = notice;
  const isFailing = name === 'webhook.didGoDown' || name === 'webhook.willDisable';
  const data: NoticeData = {
    webhook: noticedWebhook(webhook),
    since,
    ...(example !== undefined && name !== 'webhook.didComeBack' && { delivery: noticedDelivery(webhook, example) }),
    ...(isFailing && failingSince !== undefined && { disablesAt: later(failingSince, settings.disableAfterSeconds) }),
    ...(name === 'webhook.didDisable' && disabledReason !== undefined && { reason: disabledReason }),
  };
  return storedNotice(webhook, name, data, since, now);
}

const noticedWebhook = (webhook: Webhook): NoticeData['webhook'] => ({
  webhookId: nameOf(webhook),
  host: webhook.eventBus ?? URL.parse(webhook.url ?? '')?.host ?? '',
  description: webhook.description,
});

const noticedDelivery = (webhook: Webhook, example: Example): NoticeData['delivery'] => ({
  deliveryId: example.deliveryId,
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

const later = (since: string, seconds: number): string => new Date(Date.parse(since) + seconds * 1000).toISOString();

function noticeId({ webhookId }: Pick<Webhook, 'webhookId'>, name: NoticeName, change: string): EventId {
  const hash = createHash('sha256').update(`${name} ${change}`).digest('hex');
  return v.parse(EventId, `${idsAbout(webhookId)}${hash.slice(0, 20)}`);
}

/** How the ids of notices about a webhook begin. */
const idsAbout = (webhookId: string): string => `notice-${webhookId}-`;

/** Whether an event is a notice about this webhook, which does not get it. */
export const isNoticeAbout = ({ event, eventId }: Pick<StoredEvent, 'event' | 'eventId'>, webhookId: string): boolean =>
  isNotice(event) && eventId.startsWith(idsAbout(webhookId));
