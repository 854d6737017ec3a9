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
      'The URL to which events are posted; absent for a webhook with `eventBus` or `pull`.',
      'https://hooks.riverside.example/events',
    ),
  ),
  eventBus: field(
    v.optional(v.string()),
    doc(
      'The ARN of the EventBridge bus on which events are put; absent for a webhook with `url` or `pull`.',
      'arn:aws:events:eu-west-1:111122223333:event-bus/riverside',
    ),
  ),
  pull: field(v.optional(v.literal(true)), doc('True if the receiver reads events itself; absent otherwise.', true)),
  events: field(
    v.array(v.string()),
    doc('The events that the webhook gets: their names, or patterns such as `channel.*`.', [
      'v3.post.*',
      'channel.didCreate',
    ]),
  ),
  filter: field(
    v.optional(jsonObject()),
    doc(
      'An event pattern of Amazon EventBridge. The webhook gets only events whose content matches this pattern. Absent if there is no filter.',
      {
        data: { posts: { postId: ['post-1'] } },
      },
    ),
  ),
  description: field(v.string(), doc('A description for people, which may be empty.', 'Analytics')),
  headers: field(
    v.record(v.string(), v.string()),
    doc(
      'Custom headers, which the service adds to every request to the receiver. In responses to viewers, the values of these headers are empty.',
      {
        'x-api-key': 'a key of the receiver',
      },
    ),
  ),
  legacySignature: field(
    v.boolean(),
    doc(
      'If true, the service sends an additional request for each event, together with the first attempt. This additional request has its signature in the header `x-legacy-signature`.',
    ),
  ),
  maxRequestsPerSecond: field(
    v.optional(v.number()),
    doc(
      'The largest number of requests per second, as an average over any ten seconds; absent if there is no ceiling.',
      50,
    ),
  ),
  maxConcurrentRequests: field(
    v.optional(integer()),
    doc('The largest number of requests that are in flight at the same time; absent if there is no ceiling.', 8),
  ),
  paceSetBy: v.optional(PaceSetter),
  enabled: field(v.boolean(), doc('Whether the webhook gets events.')),
  state: WebhookState,
  disabledReason: v.optional(DisabledReason),
  failingSince: field(
    v.optional(time),
    doc(
      'The time since which every attempt has failed; absent if the latest attempt succeeded, or if there was no attempt.',
      '2026-03-02T09:40:00.000Z',
    ),
  ),
  downSince: field(
    v.optional(time),
    doc(
      'The time since which the receiver has been down; present while the state is `down`.',
      '2026-03-02T09:41:00.000Z',
    ),
  ),
  nextProbeAt: field(
    v.optional(time),
    doc(
      'When the service probes the receiver next, if a delivery waits for the receiver. Present only while the state is `down`.',
      '2026-03-02T09:45:00.000Z',
    ),
  ),
  outages: field(
    v.optional(
      v.array(
        v.object({
          since: field(time, doc('When the first attempt of the outage failed.', '2026-03-02T09:02:00.000Z')),
          until: field(
            time,
            doc(
              'When the outage ended, because an attempt succeeded or because the service disabled the webhook.',
              '2026-03-02T09:40:00.000Z',
            ),
          ),
        }),
      ),
    ),
    doc(
      'The latest past outages about which a notice was sent. There are at most 10, the oldest first. The service removes them when the webhook is enabled, and when its `url` or `eventBus` is changed. The field is absent if there are no such outages.',
    ),
  ),
  pulled: field(
    v.optional(
      v.object({
        at: field(time, doc('When the request was made.', '2026-03-02T09:31:00.000Z')),
        until: field(
          time,
          doc('The request has read the events that were accepted until this time.', '2026-03-02T09:30:55.000Z'),
        ),
      }),
    ),
    doc(
      'The latest request that read events of a webhook with `pull`. The service updates this field at most once a minute. The field is absent if there was no such request.',
    ),
  ),
  createdAt: field(time, doc('When the webhook was created.', '2026-03-02T09:00:00.000Z')),
  updatedAt: field(time, doc('When the configuration or the secrets were last changed.', '2026-03-02T09:00:00.000Z')),
  updatedBy: field(
    v.optional(Actor),
    doc(
      'Who last changed the configuration or the secrets. If nothing was changed, this is who created the webhook. Absent if the service has not stored this.',
    ),
  ),
};

/** A webhook in responses: without its secrets. */
export const WebhookResponse = named('WebhookResponse', v.object(configuration));
export type WebhookResponse = v.InferOutput<typeof WebhookResponse>;
