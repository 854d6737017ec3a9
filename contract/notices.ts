/** Notices: events of the service itself about the webhooks of a network (docs/spec/notices.md). */
import * as v from 'valibot';
import { DeliveryResult } from './delivery-classes.ts';
import { NoticeName } from './event-names.ts';
import { EventId } from './events.ts';
import { NetworkId } from './ids.ts';
import { DisabledReason } from './webhook-states.ts';
import { WebhookName } from './webhooks.ts';

/** What notices say about the webhook: enough to recognize it, and nothing of its URL that could be secret. */
const NoticedWebhook = v.object({
  webhookId: WebhookName,
  /** Host and port of its URL, or the ARN of its event bus. */
  host: v.string(),
  description: v.string(),
});

/** A delivery as an example of what a notice is about. */
const NoticedDelivery = v.object({
  deliveryId: v.string(),
  /** The name and the id of its event; absent in notices of versions before this one. */
  event: v.optional(v.string()),
  eventId: v.optional(v.string()),
  class: DeliveryResult,
  statusCode: v.optional(v.number()),
  /** Where it is: the path of the API, and behind `#` in the panel. */
  path: v.string(),
});

/** The `data` of a notice. Times are ISO 8601 with milliseconds. */
export const NoticeData = v.object({
  webhook: NoticedWebhook,
  /** Since when it is so; of `webhook.didComeBack`, since when the receiver had failed or struggled. */
  since: v.string(),
  /** The delivery whose attempt has led to the notice, if one has. */
  delivery: v.optional(NoticedDelivery),
  /** When the webhook is disabled, if its receiver keeps failing. */
  disablesAt: v.optional(v.string()),
  /** When the earlier secrets stop to sign some or all of a request. */
  secretsChangeAt: v.optional(v.string()),
  /** Why the webhook was disabled. */
  reason: v.optional(v.picklist(DisabledReason.options)),
});
export type NoticeData = v.InferOutput<typeof NoticeData>;

/** The body of a notice's event. */
export const NoticeBody = v.object({ event: NoticeName, data: NoticeData });
export type NoticeBody = v.InferOutput<typeof NoticeBody>;

/** A message of the queue of notices that go out by e-mail; `body` is the exact text of the event. */
export const NoticeMessage = v.object({
  networkId: NetworkId,
  eventId: EventId,
  /** When the notice was made: ISO 8601. */
  at: v.string(),
  body: v.string(),
});
export type NoticeMessage = v.InferOutput<typeof NoticeMessage>;
