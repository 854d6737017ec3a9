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
      'Does the receiver accept a valid request? If the answer is no, the check-up sends no other request.',
    ),
    refuses_wrong_signature: doc('Does the receiver respond with 4xx to a request that is signed with a wrong secret?'),
    refuses_old_timestamp: doc('Does the receiver respond with 4xx to a request that was signed an hour ago?'),
    accepts_repetition: doc('Does the receiver accept a repetition of the valid request?'),
    accepts_other_order: doc(
      'Does the receiver accept a request whose event is older than the event of the valid request?',
    ),
    accepts_rotation: doc(
      'Does the receiver accept a request that contains a second signature, which is made with a secret that the receiver does not know yet? If a rotation is scheduled, the header `webhook-signature` contains only one signature, which is made with the next secret.',
    ),
    accepts_legacy: doc(
      'Does the receiver respond with 2xx or 4xx to a request that has the header `x-legacy-signature`? The check-up asks this question only if `legacySignature` is true.',
    ),
    accepts_large: doc('Does the receiver accept a body of almost 256 KiB?'),
    is_quick: doc(
      'Did the receiver respond to each accepted request in less than half a second? The check-up sends no request for this question.',
    ),
  }),
  doc('The question about the receiver.'),
);
export type CheckupQuestion = v.InferOutput<typeof CheckupQuestion>;

export const CheckupVerdict = named(
  'CheckupVerdict',
  oneOf({
    passed: doc('The receiver behaves as expected.'),
    warning: doc('Events arrive at the receiver, but the check-up found a risk.'),
    failed: doc('Events are lost, or the receiver accepts forged requests.'),
    skipped: doc('The check-up did not ask the question.'),
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
    finding: field(v.string(), doc('A sentence that says what the check-up found.', 'A valid request was accepted.')),
    fix: field(
      v.optional(v.string()),
      doc(
        'Advice on what to do. The field is absent if you do not need to do anything.',
        'Respond with 200 before you process the event.',
      ),
    ),
    class: field(
      v.optional(DeliveryClass),
      doc('The result of the request. The field is absent if `verdict` is `skipped`, or if `question` is `is_quick`.'),
    ),
    statusCode,
    errorCode,
    milliseconds: field(
      v.optional(milliseconds),
      doc(
        'The duration of the request in milliseconds. For `is_quick`, the value is the duration of the slowest accepted request. The field is absent if `verdict` is `skipped`.',
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
      body: v.object({
        results: field(v.array(CheckupResult), doc('One result for each question about the receiver.')),
      }),
    },
  },
  routeDoc(({ webhookId }) => ({
    group: 'Webhooks',
    summary: 'Check a receiver',
    description: `Sends up to ${CHECKUP_REQUESTS} requests with the event \`${CHECKUP_EVENT}\`, and reports how the receiver handles each request. The check-up sends a valid request, a forged request, an old request, and a repetition of the valid request. The check-up also sends a request that contains an older event, a request that tests the rotation of the secret, a request that has the header \`x-legacy-signature\`, and a request that has a large body. If the webhook has \`eventBus\`, the check-up puts one event on the bus, and sends no other requests. A check-up always counts as ${CHECKUP_REQUESTS} test events against the quota \`testEvents\`. The service sends the requests even if the webhook is disabled. The delivery log and the statistics do not contain these requests.`,
    response: 'The results of the check-up. They include advice on what to do.',
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
