/** A webhook as responses show it: its configuration, its state and its health (docs/spec/webhooks.md). */
import * as v from 'valibot';
import { Actor } from './access.ts';
import { doc, field, named } from './documentation.ts';
import { integer, jsonObject, time } from './schema.ts';
import { DisabledReason, PaceSetter, WebhookState } from './webhook-states.ts';
import { webhookId } from './webhooks.ts';

/** The fields of a webhook in responses, without its secrets. */
export const configuration = {
  webhookId,
  url: field(
    v.optional(v.string()),
    doc(
      'The URL to which the service posts events. The field is absent if the webhook has `eventBus` or `pull`.',
      'https://hooks.riverside.example/events',
    ),
  ),
  eventBus: field(
    v.optional(v.string()),
    doc(
      'The ARN of the EventBridge bus on which the service puts events. The field is absent if the webhook has `url` or `pull`.',
      'arn:aws:events:eu-west-1:111122223333:event-bus/riverside',
    ),
  ),
  pull: field(
    v.optional(v.literal(true)),
    doc(
      'True if the receiver reads the events from the service. The field is absent if the webhook has `url` or `eventBus`.',
      true,
    ),
  ),
  events: field(
    v.array(v.string()),
    doc('The events that the webhook gets. Each element is the name of an event, or a pattern such as `channel.*`.', [
      'v3.post.*',
      'channel.didCreate',
    ]),
  ),
  filter: field(
    v.optional(jsonObject()),
    doc(
      'An event pattern of Amazon EventBridge. The pattern selects the events of the webhook by their content. The field is absent if the webhook has no filter.',
      {
        data: { posts: { postId: ['post-1'] } },
      },
    ),
  ),
  description: field(
    v.string(),
    doc('A description of the webhook for human readers. The text can be empty.', 'Analytics'),
  ),
  headers: field(
    v.record(v.string(), v.string()),
    doc(
      'The custom headers that the service adds to every request to the receiver. In responses to viewers, the values of the headers are empty.',
      {
        'x-api-key': 'a key of the receiver',
      },
    ),
  ),
  legacySignature: field(
    v.boolean(),
    doc(
      'If true, the service sends two requests when it attempts to deliver an event for the first time. The second request contains its signature in the header `x-legacy-signature`.',
    ),
  ),
  maxRequestsPerSecond: field(
    v.optional(v.number()),
    doc(
      'The ceiling for the number of requests per second, as an average over any period of ten seconds. The field is absent if the webhook does not have this ceiling.',
      50,
    ),
  ),
  maxConcurrentRequests: field(
    v.optional(integer()),
    doc(
      'The ceiling for the number of requests that are in flight at the same time. The field is absent if the webhook does not have this ceiling.',
      8,
    ),
  ),
  paceSetBy: v.optional(PaceSetter),
  enabled: field(
    v.boolean(),
    doc('True if the webhook is enabled. A disabled webhook gets no events except test events and check-ups.'),
  ),
  state: WebhookState,
  disabledReason: v.optional(DisabledReason),
  failingSince: field(
    v.optional(time),
    doc(
      'The time at which the current series of failed attempts began. The field is absent if no attempt has failed yet, or if the latest attempt succeeded or was aborted. The service clears the field when a disabled webhook is enabled, and when a request changes `url` or `eventBus` and does not contain `enabled: false`. Two kinds of failures do not set the field: a response with the status 410, and the result `bus_too_large`.',
      '2026-03-02T09:40:00.000Z',
    ),
  ),
  downSince: field(
    v.optional(time),
    doc(
      'The time at which the receiver went down. The field is present only while the state is `down`.',
      '2026-03-02T09:41:00.000Z',
    ),
  ),
  nextProbeAt: field(
    v.optional(time),
    doc(
      'The time of the next probe of the receiver. The service sends this probe only if a delivery waits for the receiver. The field is present only while the state is `down`.',
      '2026-03-02T09:45:00.000Z',
    ),
  ),
  outages: field(
    v.optional(
      v.array(
        v.object({
          since: field(time, doc('The time of the first failed attempt of the outage.', '2026-03-02T09:02:00.000Z')),
          until: field(
            time,
            doc(
              'The time at which the outage ended. An outage ends when an attempt succeeds, or when the service disables the webhook.',
              '2026-03-02T09:40:00.000Z',
            ),
          ),
        }),
      ),
    ),
    doc(
      'The latest outages that have ended. The list contains only outages about which the service sent a notice. The list contains at most 10 outages, and the oldest outage is first. The service clears the list when a disabled webhook is enabled, and when a request changes `url` or `eventBus` and does not contain `enabled: false`. The field is absent if the list is empty.',
    ),
  ),
  pulled: field(
    v.optional(
      v.object({
        at: field(time, doc('The time of the request.', '2026-03-02T09:31:00.000Z')),
        until: field(
          time,
          doc('The request has read the events that were accepted up to this time.', '2026-03-02T09:30:55.000Z'),
        ),
      }),
    ),
    doc(
      'The latest request that read events of the webhook. This field exists only for webhooks that have `pull`. The service updates the field at most once a minute. The field is absent if no request has read events of the webhook.',
    ),
  ),
  createdAt: field(time, doc('The time at which the webhook was created.', '2026-03-02T09:00:00.000Z')),
  updatedAt: field(
    time,
    doc('The time of the last change of the configuration or the secrets.', '2026-03-02T09:00:00.000Z'),
  ),
  updatedBy: field(
    v.optional(Actor),
    doc(
      'The actor that last changed the configuration or the secrets. If there was no change, the field names the actor that created the webhook. The field is absent if the service has not stored the actor.',
    ),
  ),
};

/** A webhook in responses: without its secrets. */
export const WebhookResponse = named('WebhookResponse', v.object(configuration));
export type WebhookResponse = v.InferOutput<typeof WebhookResponse>;
