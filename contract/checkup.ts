/** The check-up of a receiver (docs/spec/delivery.md#check-up). */
import * as v from 'valibot';
import { errorCode, milliseconds, statusCode } from './deliveries.ts';
import { DeliveryClass } from './delivery-classes.ts';
import { doc, field, named, routeDoc } from './documentation.ts';
import { defineRoute } from './route.ts';
import { oneOf } from './schema.ts';
import { WebhookPath } from './webhooks.ts';

/** The event of every request of a check-up. No pattern but `*` and `webhook.*` asks for it, and it is never stored. */
export const CHECKUP_EVENT = 'webhook.checkup';
/** Requests of a check-up: all of them count against the quota of test events. */
export const CHECKUP_REQUESTS = 8;
/** Bytes of the large request's body: the most that an event may have. */
export const CHECKUP_LARGE_BYTES = 256 * 1024;

/** What a check-up finds out, in this order. */
export const CheckupQuestion = named(
  'CheckupQuestion',
  oneOf({
    accepts_valid: doc(
      'Whether the receiver accepts a valid request. If it does not, the check-up sends no other request.',
    ),
    refuses_wrong_signature: doc(
      'Whether the receiver responds with 4xx to a request that is signed with another secret.',
    ),
    refuses_old_timestamp: doc('Whether the receiver responds with 4xx to a request that was signed an hour ago.'),
    accepts_repetition: doc('Whether the receiver accepts the first request a second time.'),
    accepts_other_order: doc(
      'Whether the receiver accepts a request whose event is older than the event of the first request.',
    ),
    accepts_rotation: doc(
      'Whether the receiver accepts a request with a second signature, by a secret that the receiver does not have yet. If a rotation is scheduled, the request has only the signature by the next secret.',
    ),
    accepts_legacy: doc(
      'Whether the receiver responds to the legacy request with 2xx or 4xx. This question is asked only if `legacySignature` is true.',
    ),
    accepts_large: doc('Whether the receiver accepts a body of 256 KiB.'),
    is_quick: doc('Whether the receiver responded to each accepted request in less than half a second.'),
  }),
  doc('The question about the receiver.'),
);
export type CheckupQuestion = v.InferOutput<typeof CheckupQuestion>;

export const CheckupVerdict = named(
  'CheckupVerdict',
  oneOf({
    passed: doc('The receiver does what it should.'),
    warning: doc('Events arrive, but something is at risk.'),
    failed: doc('Events are lost, or forged requests are accepted.'),
    skipped: doc('The question was not asked.'),
  }),
  doc('The verdict on the question.'),
);
export type CheckupVerdict = v.InferOutput<typeof CheckupVerdict>;

/** The verdict on one question, and how the request for it ended, if there was one. */
export const CheckupResult = named(
  'CheckupResult',
  v.object({
    question: CheckupQuestion,
    verdict: CheckupVerdict,
    finding: field(v.string(), doc('What the check-up found, in a sentence.', 'A valid request was accepted.')),
    fix: field(
      v.optional(v.string()),
      doc('What to do; absent if there is nothing to do.', 'Respond with 200 before you process the event.'),
    ),
    class: field(
      v.optional(DeliveryClass),
      doc('How the request ended; absent if the question was not asked, and for `is_quick`.'),
    ),
    statusCode,
    errorCode,
    milliseconds: field(
      v.optional(milliseconds),
      doc(
        'How long the request took, in milliseconds. For `is_quick`, this is the time of the slowest accepted request. Absent if the question was not asked.',
        87,
      ),
    ),
  }),
);
export type CheckupResult = v.InferOutput<typeof CheckupResult>;

export const checkUpWebhook = defineRoute(
  {
    role: 'admin',
    quota: 'administration',
    feature: 'webhooks',
    operationId: 'checkUpWebhook',
    method: 'POST',
    path: '/webhooks/{webhookId}/checkup',
    idempotent: true,
    parameters: WebhookPath,
    response: {
      status: 200,
      body: v.object({ results: field(v.array(CheckupResult), doc('A verdict on each question.')) }),
    },
  },
  routeDoc(({ webhookId }) => ({
    group: 'Webhooks',
    summary: 'Check a receiver',
    description: `Sends up to ${CHECKUP_REQUESTS} requests with the event \`${CHECKUP_EVENT}\`, and reports how the receiver handles each request. The requests are: a valid request, a forged request, an old request, a repetition, a request with an earlier event, a request during a rotation of the secret, a legacy request, and a request with a large body. If the webhook has \`eventBus\`, the check-up only puts one event on the bus. A check-up always counts as ${CHECKUP_REQUESTS} test events. The requests are sent even if the webhook is disabled. They appear neither in the log nor in the statistics.`,
    response: 'A verdict on each question, and advice on what to do.',
    example: {
      parameters: { webhookId },
      response: {
        results: [
          {
            question: 'accepts_valid',
            verdict: 'passed',
            finding: 'A valid request was accepted.',
            class: 'delivered',
            statusCode: 200,
            milliseconds: 87,
          },
        ],
      },
    },
  })),
);

/** Those of this file. */
export const checkupRoutes = { checkUpWebhook };
