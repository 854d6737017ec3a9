/** Webhook configuration (docs/spec/webhooks.md). */
import * as v from 'valibot';
import { Actor } from './access.ts';
import { eventFilter, FilterProblem, MAX_FILTER_BYTES } from './event-filter.ts';
import { EventPattern } from './event-names.ts';
import { defineRoute } from './route.ts';
import { jsonObject, listUpTo, object, Success, shownText, text } from './schema.ts';
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
/** Enough for every field at its longest, with escapes. */
const MAX_WEBHOOK_BODY_BYTES = 64 * 1024;

/** The most hours by which a rotation can be delayed, and for which old secrets sign beside the new one. */
export const MAX_ROTATION_HOURS = 7 * 24;
export const DEFAULT_OVERLAP_HOURS = 24;

const WEBHOOK_ID = 'must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718';
const URL_TEXT = `must be the https URL that events are posted to: at most ${MAX_WEBHOOK_URL_LENGTH} characters, without user name, password or spaces`;
const EVENTS = `must be an array of 1 to ${MAX_EVENT_PATTERNS} event patterns, such as ["channel.*","message.didCreate"]`;
const DESCRIPTION = `must be a text of at most ${MAX_WEBHOOK_DESCRIPTION_LENGTH} characters, without control characters, line breaks and marks that change the direction of text`;
const FILTER = `must be an event pattern of Amazon EventBridge over event and data, such as {"data":{"channelId":["c1"]}}, of at most ${MAX_FILTER_BYTES} bytes; or null`;
const SWITCH = 'must be true or false';
const HOURS = `must be a number of hours from 0 to ${MAX_ROTATION_HOURS}`;

/** The id of a webhook: safe in a path and in a key. Ids ascend in the order of creation. */
export const WebhookId = v.pipe(v.string(WEBHOOK_ID), v.regex(/^wh_[0-9a-f]{32}$/, WEBHOOK_ID), v.brand('WebhookId'));
export type WebhookId = v.InferOutput<typeof WebhookId>;

/** The path parameter of every route below `/webhooks/`. */
export const WebhookPath = object({ webhookId: WebhookId });

/** The fields that an admin sets. Where a URL may point depends on the stage, so the routes check it themselves. */
const url = v.pipe(text(1, MAX_WEBHOOK_URL_LENGTH, URL_TEXT), v.regex(/^[^\s\p{Cc}]+$/u, URL_TEXT));
const events = v.pipe(
  listUpTo(EventPattern, MAX_EVENT_PATTERNS, EVENTS),
  v.minLength(1, EVENTS),
  v.transform((patterns) => [...new Set(patterns)]),
);
const description = v.pipe(text(0, MAX_WEBHOOK_DESCRIPTION_LENGTH, DESCRIPTION), shownText(DESCRIPTION));
const flag = v.boolean(SWITCH);

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
/** Null for none. */
const filter = v.nullish(WebhookFilter);

const ONE_DESTINATION = 'the request body must have either url or eventBus';

const changeable = {
  url: v.optional(url),
  eventBus: v.optional(EventBusArn),
  events: v.optional(events),
  filter,
  description: v.optional(description),
  headers: v.optional(WebhookHeaders),
  legacySignature: v.optional(flag),
  enabled: v.optional(flag),
};
const NewWebhook = v.pipe(
  object({
    ...changeable,
    events: v.optional(events, ['*']),
    description: v.optional(description, ''),
    headers: v.optional(WebhookHeaders, {}),
    legacySignature: v.optional(flag, false),
    enabled: v.optional(flag, true),
  }),
  v.check((webhook) => (webhook.url === undefined) !== (webhook.eventBus === undefined), ONE_DESTINATION),
);
const WebhookChanges = v.pipe(
  object(changeable),
  v.check((changes) => changes.url === undefined || changes.eventBus === undefined, ONE_DESTINATION),
  v.check(
    (changes) => Object.keys(changes).length > 0,
    `the request body must have at least one of ${Object.keys(changeable).join(', ')}`,
  ),
);

/**
 * `struggling`: a notable share of the recent attempts failed, or the latest one did. `down`: nothing succeeds, and
 * single requests probe the receiver. `disabled`: nothing is sent (docs/spec/delivery.md#flow-control).
 */
export const WebhookState = v.picklist(['active', 'struggling', 'down', 'disabled']);
export type WebhookState = v.InferOutput<typeof WebhookState>;

/** `admin`: by an admin. `gone`: by the receiver's 410. `failing`: see docs/spec/delivery.md#auto-disable. */
export const DisabledReason = v.picklist(['admin', 'gone', 'failing']);
export type DisabledReason = v.InferOutput<typeof DisabledReason>;

const configuration = {
  webhookId: v.string(),
  url: v.optional(v.string()),
  eventBus: v.optional(v.string()),
  events: v.array(v.string()),
  filter: v.optional(jsonObject()),
  description: v.string(),
  headers: v.record(v.string(), v.string()),
  legacySignature: v.boolean(),
  enabled: v.boolean(),
  state: WebhookState,
  disabledReason: v.optional(DisabledReason),
  failingSince: v.optional(v.string()),
  downSince: v.optional(v.string()),
  nextProbeAt: v.optional(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
  updatedBy: v.optional(Actor),
};

/** A webhook in responses: without its secrets. */
export const WebhookAnswer = v.object(configuration);
export type WebhookAnswer = v.InferOutput<typeof WebhookAnswer>;

const warnings = v.optional(v.array(v.string()));

/** A secret, which signs from `activeFrom` until `expiresAt`, if that is set. Times are ISO 8601 with milliseconds. */
export const WebhookSecret = v.object({
  secret: v.string(),
  activeFrom: v.string(),
  expiresAt: v.optional(v.string()),
});
export type WebhookSecret = v.InferOutput<typeof WebhookSecret>;
const Secrets = v.object({ secrets: v.array(WebhookSecret) });

const admin = { role: 'admin', quota: 'administration', feature: 'webhooks' } as const;
const viewer = { ...admin, role: 'viewer' } as const;

export const createWebhook = defineRoute({
  ...admin,
  operationId: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook',
  description: `From now on events are posted to the URL, or put on the EventBridge bus with the ARN \`eventBus\`: it has one of both. The response has the secret, which no other one has but those of \`/webhooks/{webhookId}/secret\`. With more than ${RECOMMENDED_WEBHOOKS_PER_NETWORK} webhooks in the network it has a warning, too; the ${MAX_WEBHOOKS_PER_NETWORK + 1}st is refused with 403.`,
  body: { schema: NewWebhook, maxBytes: MAX_WEBHOOK_BODY_BYTES },
  response: {
    status: 201,
    description: 'The webhook, with its secret.',
    body: v.object({ ...configuration, secret: v.string(), warnings }),
  },
});

export const listWebhooks = defineRoute({
  ...viewer,
  operationId: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhooks',
  description: 'Every webhook of the network, the oldest first.',
  response: {
    status: 200,
    description: 'All of them, on one page.',
    body: v.object({ results: v.array(WebhookAnswer), warnings }),
  },
});

export const showWebhook = defineRoute({
  ...viewer,
  operationId: 'showWebhook',
  method: 'GET',
  path: '/webhooks/{webhookId}',
  summary: 'Show a webhook',
  description: 'One webhook, without its secret.',
  parameters: WebhookPath,
  response: { status: 200, description: 'The webhook.', body: WebhookAnswer },
});

export const updateWebhook = defineRoute({
  ...admin,
  quota: 'changes',
  operationId: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/{webhookId}',
  summary: 'Change a webhook',
  description:
    'Changes the given fields and leaves the others. Within 5 s every request follows the change, retries included. Enabling a disabled webhook clears its record of failures.',
  parameters: WebhookPath,
  body: { schema: WebhookChanges, maxBytes: MAX_WEBHOOK_BODY_BYTES },
  response: { status: 200, description: 'The webhook as it is now.', body: WebhookAnswer },
});

export const deleteWebhook = defineRoute({
  ...admin,
  quota: 'changes',
  operationId: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  summary: 'Delete a webhook',
  description: 'Deletes a webhook and its secrets. Pending deliveries to it are not sent any more.',
  parameters: WebhookPath,
  response: { status: 200, description: 'The webhook is deleted.', body: Success },
});

export const revealSecret = defineRoute({
  ...admin,
  operationId: 'revealSecret',
  method: 'GET',
  path: '/webhooks/{webhookId}/secret',
  summary: 'Reveal the secrets of a webhook',
  description:
    'The secrets that sign requests now or later: usually one, more during a rotation. x-service-signature is made with the newest active one, webhook-signature with every active one.',
  parameters: WebhookPath,
  response: { status: 200, description: 'The secrets, newest first.', body: Secrets },
});

const hours = v.pipe(
  v.number(HOURS),
  v.minValue(0, HOURS),
  v.maxValue(MAX_ROTATION_HOURS, HOURS),
  v.metadata({ format: 'double' }),
);

export const rotateSecret = defineRoute({
  ...admin,
  quota: 'changes',
  operationId: 'rotateSecret',
  method: 'POST',
  path: '/webhooks/{webhookId}/secret',
  summary: 'Rotate the secret of a webhook',
  description: `Creates a secret that takes effect after \`takesEffectInHours\` (0 by default). The others sign beside it for \`overlapHours\` more (${DEFAULT_OVERLAP_HOURS} by default). A rotation that has not taken effect yet is replaced. At most 3 secrets are stored. The body may be left out.`,
  parameters: WebhookPath,
  body: {
    schema: object({
      takesEffectInHours: v.optional(hours, 0),
      overlapHours: v.optional(hours, DEFAULT_OVERLAP_HOURS),
    }),
    maxBytes: 1024,
    optional: true,
  },
  response: { status: 200, description: 'The secrets, newest first.', body: Secrets },
  otherStatuses: [409],
});
