/** The check-up of a receiver (docs/spec/delivery.md#check-up). */
import * as v from 'valibot';
import { DeliveryClass, ErrorCode } from './delivery-classes.ts';
import { defineRoute } from './route.ts';
import { integer } from './schema.ts';
import { WebhookPath } from './webhooks.ts';

/** The event of every request of a check-up. No pattern but `*` and `webhook.*` asks for it, and it is never stored. */
export const CHECKUP_EVENT = 'webhook.checkup';
/** Requests of a check-up: all of them count against the quota of test events. */
export const CHECKUP_REQUESTS = 8;
/** Bytes of the large request's body: the most that an event may have. */
export const CHECKUP_LARGE_BYTES = 256 * 1024;

/** What a check-up finds out, in this order. */
export const CheckupQuestion = v.picklist([
  'accepts_valid',
  'refuses_wrong_signature',
  'refuses_old_timestamp',
  'accepts_repetition',
  'accepts_other_order',
  'accepts_rotation',
  'accepts_legacy',
  'accepts_large',
  'is_quick',
]);
export type CheckupQuestion = v.InferOutput<typeof CheckupQuestion>;

/** `warning`: events arrive, but something is at risk. `failed`: events are lost, or forged ones accepted. */
export const CheckupVerdict = v.picklist(['passed', 'warning', 'failed', 'skipped']);
export type CheckupVerdict = v.InferOutput<typeof CheckupVerdict>;

/** The verdict on one question, and how the request for it ended, if there was one. */
export const CheckupResult = v.object({
  question: CheckupQuestion,
  verdict: CheckupVerdict,
  finding: v.string(),
  fix: v.optional(v.string()),
  class: v.optional(DeliveryClass),
  statusCode: v.optional(integer()),
  errorCode: v.optional(ErrorCode),
  milliseconds: v.optional(integer()),
});
export type CheckupResult = v.InferOutput<typeof CheckupResult>;

export const checkUpWebhook = defineRoute({
  role: 'admin',
  quota: 'administration',
  feature: 'webhooks',
  operationId: 'checkUpWebhook',
  method: 'POST',
  path: '/webhooks/{webhookId}/checkup',
  summary: 'Check a receiver',
  description: `Sends up to ${CHECKUP_REQUESTS} requests with the event \`${CHECKUP_EVENT}\`: a valid one, forged and old ones, a repetition, one in another order, one of a rotation, a legacy request, a large one. They count as ${CHECKUP_REQUESTS} test events, are sent even if the webhook is disabled, and are not in the log or the statistics.`,
  parameters: WebhookPath,
  response: {
    status: 200,
    description: 'A verdict on each question, with what to do.',
    body: v.object({ results: v.array(CheckupResult) }),
  },
});
