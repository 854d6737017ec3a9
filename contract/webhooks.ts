/** The configuration of webhooks, as requests have it (docs/spec/webhooks.md). `webhook-response.ts` has the responses. */
import * as v from 'valibot';
import { doc, field, named } from './documentation.ts';
import { eventFilter, FilterProblem, MAX_FILTER_BYTES } from './event-filter.ts';
import { EventPattern } from './event-names.ts';
import { integerFrom, jsonObject, listUpTo, numberFrom, object, shownText, text, time } from './schema.ts';
import { EventBusArn, MAX_WEBHOOK_URL_LENGTH } from './target-policy.ts';
import { WebhookHeaders } from './webhook-headers.ts';

/** With more webhooks than this, responses have a warning (docs/spec/webhooks.md#number-of-webhooks). */
export const RECOMMENDED_WEBHOOKS_PER_NETWORK = 10;
/** The most webhooks of a network. */
export const MAX_WEBHOOKS_PER_NETWORK = 50;
/** The most event patterns of one webhook. */
export const MAX_EVENT_PATTERNS = 50;
/** The most characters of a description. */
export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 200;

/** The bounds of a webhook's ceilings. */
export const CEILINGS = {
  maxRequestsPerSecond: { min: 0.1, max: 1000 },
  maxConcurrentRequests: { min: 1, max: 64 },
} as const;
/** The most characters of an id that a customer gives to a webhook. */
export const MAX_GIVEN_ID_LENGTH = 64;

const WEBHOOK_ID = 'must be a webhook id such as wh_019cadc69a8070c4aa1b2c3d4e5f6071';
const WEBHOOK_NAME = `must be a webhook id: 1 to ${MAX_GIVEN_ID_LENGTH} letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit`;
const URL_TEXT = `must be an https URL of at most ${MAX_WEBHOOK_URL_LENGTH} characters, without user name, password or spaces`;
const EVENTS = `must be an array of 1 to ${MAX_EVENT_PATTERNS} event patterns, such as ["channel.*","message.didCreate"]`;
const DESCRIPTION = `must be a text of at most ${MAX_WEBHOOK_DESCRIPTION_LENGTH} characters, without control characters, line breaks or characters that change the text direction`;
const FILTER = `must be null, or an event pattern of Amazon EventBridge that has at most ${MAX_FILTER_BYTES} bytes and contains conditions on event or data, such as {"data":{"channelId":["c1"]}}`;
const PULL = 'must be true, or must be absent if the webhook has url or eventBus';
const REQUESTS_PER_SECOND = 'must be a number from 0.1 to 1,000, or null for no ceiling';
const CONCURRENT_REQUESTS = 'must be an integer from 1 to 64, or null for no ceiling';
const SWITCH = 'must be true or false';

/**
 * The id that the service makes for each webhook: safe in a key, and no other webhook of any network ever has it. Ids
 * ascend in the order of creation.
 */
export const WebhookId = v.pipe(
  v.string(WEBHOOK_ID),
  v.regex(/^wh_[0-9a-f]{32}$/, WEBHOOK_ID),
  v.brand('WebhookName'),
  v.brand('WebhookId'),
);
export type WebhookId = v.InferOutput<typeof WebhookId>;

/**
 * The id of a webhook as callers know it: the one that it was given, or else the service's own
 * (docs/spec/webhooks.md#ids-of-your-own). Only the network tells equal ones apart.
 */
export const WebhookName = v.pipe(
  v.string(WEBHOOK_NAME),
  v.maxLength(MAX_GIVEN_ID_LENGTH, WEBHOOK_NAME),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, WEBHOOK_NAME),
  v.brand('WebhookName'),
);
export type WebhookName = v.InferOutput<typeof WebhookName>;

/** What ids of the service begin with, and given ones don't. */
export const OWN_ID_PREFIX = 'wh_';

const webhookIdDoc = doc(
  'The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id.',
  'wh_019cadc69a8070c4aa1b2c3d4e5f6071',
);
/** The path parameter of every route below `/webhooks/`. */
export const WebhookPath = object({ webhookId: field(WebhookName, webhookIdDoc) });
/** The id of a webhook in responses. */
export const webhookId = field(v.string(), webhookIdDoc);

/** An event pattern of Amazon EventBridge over `{"event":…,"data":…}` (docs/spec/webhooks.md#filters), prepared once. */
export const WebhookFilter = v.pipe(
  jsonObject(FILTER),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return eventFilter(dataset.value);
    } catch (error) {
      if (!(error instanceof FilterProblem)) throw error;
      const path = error.path.map(
        (key) => ({ type: 'unknown', origin: 'value', input: null, key, value: null }) as const,
      );
      const [first, ...others] = path;
      addIssue({ message: error.message, ...(first && { path: [first, ...others] }) });
      return NEVER;
    }
  }),
);
/** The fields that an admin sets. Where a URL may point depends on the stage, so the routes check it themselves. */
export const settable = {
  url: field(
    v.pipe(text(1, MAX_WEBHOOK_URL_LENGTH, URL_TEXT), v.regex(/^[^\s\p{Cc}]+$/u, URL_TEXT)),
    doc(
      'The URL to which the service posts events. A webhook must have exactly one of the fields `url`, `eventBus` and `pull`.',
      'https://hooks.riverside.example/events',
    ),
  ),
  eventBus: field(
    EventBusArn,
    doc(
      'The ARN of the EventBridge bus on which the service puts events. A webhook must have exactly one of the fields `url`, `eventBus` and `pull`.',
      'arn:aws:events:eu-west-1:111122223333:event-bus/riverside',
    ),
  ),
  pull: field(
    v.literal(true, PULL),
    doc(
      'True if the receiver reads the events from the service. A webhook must have exactly one of the fields `url`, `eventBus` and `pull`.',
      true,
    ),
  ),
  events: field(
    v.pipe(
      listUpTo(EventPattern, MAX_EVENT_PATTERNS, EVENTS),
      v.minLength(1, EVENTS),
      v.transform((patterns) => [...new Set(patterns)]),
    ),
    doc('The events that the webhook gets. Each element is the name of an event, or a pattern such as `channel.*`.', [
      'v3.post.*',
      'channel.didCreate',
    ]),
  ),
  filter: field(
    v.nullish(WebhookFilter),
    doc(
      'An event pattern of Amazon EventBridge. The pattern selects the events of the webhook by their content. If the value is null, the webhook has no filter.',
      {
        data: { posts: { postId: ['post-1'] } },
      },
    ),
  ),
  description: field(
    v.pipe(text(0, MAX_WEBHOOK_DESCRIPTION_LENGTH, DESCRIPTION), shownText(DESCRIPTION)),
    doc('A description of the webhook for human readers.', 'Analytics'),
  ),
  headers: field(
    WebhookHeaders,
    doc(
      'The custom headers that the service adds to every request to the receiver. The field is allowed only if the webhook has `url`.',
      {
        'x-api-key': 'a key of the receiver',
      },
    ),
  ),
  legacySignature: field(
    v.boolean(SWITCH),
    doc(
      'If true, the service sends two requests when it attempts to deliver an event for the first time. The second request contains its signature in the header `x-legacy-signature`. The field is allowed only if the webhook has `url`.',
    ),
  ),
  maxRequestsPerSecond: field(
    v.nullish(numberFrom(CEILINGS.maxRequestsPerSecond.min, CEILINGS.maxRequestsPerSecond.max, REQUESTS_PER_SECOND)),
    doc(
      'The ceiling for the number of requests per second, as an average over any period of ten seconds. If the value is null, the webhook does not have this ceiling. If the value is 10 or more and a request begins late, the service begins the next requests earlier to compensate for the delay. In this case, a period of ten seconds can contain up to 1% more requests than the value allows, plus one request. The requests of test events and check-ups do not count, but replays of test events do. The field is not allowed if the webhook has `pull`.',
      50,
    ),
  ),
  maxConcurrentRequests: field(
    v.nullish(integerFrom(CEILINGS.maxConcurrentRequests.min, CEILINGS.maxConcurrentRequests.max, CONCURRENT_REQUESTS)),
    doc(
      'The ceiling for the number of requests that are in flight at the same time. If the value is null, the webhook does not have this ceiling. The requests of test events and check-ups do not count, but replays of test events do. The field is not allowed if the webhook has `pull`.',
      8,
    ),
  ),
  enabled: field(
    v.boolean(SWITCH),
    doc('True if the webhook is enabled. A disabled webhook gets no events except test events and check-ups.'),
  ),
};

/** A secret, which signs from `activeFrom` until `expiresAt`, if that is set. */
export const WebhookSecret = named(
  'WebhookSecret',
  v.object({
    secret: field(v.string(), doc('The secret.', 'whsec_dGhpcyBpcyBhIHNlY3JldCBmb3IgdGhlIGV4YW1wbGU=')),
    activeFrom: field(
      time,
      doc('The time from which the service signs requests with the secret.', '2026-03-02T09:00:00.000Z'),
    ),
    expiresAt: field(
      v.optional(time),
      doc(
        'The time until which the service signs requests with the secret. The field is absent if no end is set.',
        '2026-03-03T10:20:00.000Z',
      ),
    ),
  }),
);
export type WebhookSecret = v.InferOutput<typeof WebhookSecret>;
