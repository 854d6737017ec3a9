/** How admins configure webhooks (docs/spec/webhooks.md). */
import * as v from 'valibot';
import { doc, field, routeDoc } from './documentation.ts';
import { defineRoute } from './route.ts';
import { object, Success } from './schema.ts';
import { type KindFields, kindsOf, misplacedFields } from './webhook-kinds.ts';
import { configuration, WebhookResponse } from './webhook-response.ts';
import {
  MAX_WEBHOOKS_PER_NETWORK,
  OWN_ID_PREFIX,
  RECOMMENDED_WEBHOOKS_PER_NETWORK,
  settable,
  WebhookPath,
} from './webhooks.ts';

/** Enough for every field at its longest, with escapes. */
const MAX_WEBHOOK_BODY_BYTES = 64 * 1024;

const ONE_DESTINATION = 'the request body must have exactly one of url, eventBus and pull';

/** Refuses a configuration with a field that its kind lacks. */
const ofOneKind = <T extends KindFields>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const { field, message } of misplacedFields(dataset.value)) {
      const place = { type: 'unknown', origin: 'value', input: dataset.value, key: field, value: null } as const;
      addIssue({ message, path: [place] });
    }
  });

const changeable = {
  url: v.optional(settable.url),
  eventBus: v.optional(settable.eventBus),
  pull: v.optional(settable.pull),
  events: v.optional(settable.events),
  filter: settable.filter,
  description: v.optional(settable.description),
  headers: v.optional(settable.headers),
  legacySignature: v.optional(settable.legacySignature),
  maxRequestsPerSecond: settable.maxRequestsPerSecond,
  maxConcurrentRequests: settable.maxConcurrentRequests,
  enabled: v.optional(settable.enabled),
};
/** A configuration, whole. */
const Configuration = v.pipe(
  object({
    ...changeable,
    events: v.optional(settable.events, ['*']),
    description: v.optional(settable.description, ''),
    headers: v.optional(settable.headers, {}),
    legacySignature: v.optional(settable.legacySignature, false),
    enabled: v.optional(settable.enabled, true),
  }),
  v.check((webhook) => kindsOf(webhook).length === 1, ONE_DESTINATION),
  ofOneKind(),
);
const WebhookChanges = v.pipe(
  object(changeable),
  v.check((changes) => kindsOf(changes).length <= 1, ONE_DESTINATION),
  v.check(
    (changes) => Object.keys(changes).length > 0,
    `the request body must have at least one of ${Object.keys(changeable).join(', ')}`,
  ),
);

const warnings = field(
  v.optional(v.array(v.string())),
  doc('Warnings about the number of webhooks in the network. The field is absent if there are no warnings.', [
    'The network has 11 webhooks. No more than 10 are recommended, because every event is sent to each webhook that selects it. The limit is 50.',
  ]),
);
const secret = field(
  v.string(),
  doc('The secret with which the service signs requests.', 'whsec_dGhpcyBpcyBhIHNlY3JldCBmb3IgdGhlIGV4YW1wbGU='),
);
const newSecret = field(
  v.optional(v.string()),
  doc(
    'The secret with which the service signs requests. The field is present only if the request has created the webhook.',
    'whsec_dGhpcyBpcyBhIHNlY3JldCBmb3IgdGhlIGV4YW1wbGU=',
  ),
);
const admin = { role: 'admin', quota: 'administration', feature: 'webhooks' } as const;
const viewer = { ...admin, role: 'viewer' } as const;

export const createWebhook = defineRoute(
  {
    ...admin,
    operationId: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    idempotent: true,
    body: { schema: Configuration, maxBytes: MAX_WEBHOOK_BODY_BYTES },
    response: {
      status: 201,
      body: v.object({
        ...configuration,
        secret,
        warnings,
      }),
    },
  },
  routeDoc((values) => ({
    group: 'Webhooks',
    summary: 'Create a webhook',
    description: `Creates a webhook. The webhook gets the events that the service accepts after the creation. The webhook may also get events that the service accepted in the last few seconds before the creation. The body must contain exactly one of the members \`url\`, \`eventBus\` and \`pull\`. Set \`url\` if the service should post the events to a URL. Set \`eventBus\` if the service should put the events on an EventBridge bus. Set \`pull\` if the receiver reads the events from the service. The response contains the secret of the webhook. Only two other kinds of responses contain secrets: the response to a PUT request that creates a webhook, and the responses of \`/webhooks/{webhookId}/secret\`. If the network has more than ${RECOMMENDED_WEBHOOKS_PER_NETWORK} webhooks, the response also contains a warning. If the network already has ${MAX_WEBHOOKS_PER_NETWORK} webhooks, the response is 403.`,
    response: 'The new webhook and its secret.',
    example: { body: values.configuration, response: { ...values.webhook, secret: values.secret } },
  })),
);

export const listWebhooks = defineRoute(
  {
    ...viewer,
    operationId: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    response: {
      status: 200,
      body: v.object({
        results: field(v.array(WebhookResponse), doc('The webhooks, in the order of their creation.')),
        warnings,
      }),
    },
  },
  routeDoc(({ webhook }) => ({
    group: 'Webhooks',
    summary: 'List webhooks',
    description:
      'Lists all webhooks of the network in the order of their creation. The response does not contain the secrets of the webhooks.',
    response: 'All webhooks, on one page.',
    example: { response: { results: [webhook] } },
  })),
);

export const showWebhook = defineRoute(
  {
    ...viewer,
    operationId: 'showWebhook',
    method: 'GET',
    path: '/webhooks/{webhookId}',
    parameters: WebhookPath,
    response: { status: 200, body: WebhookResponse },
  },
  routeDoc(({ webhook }) => ({
    group: 'Webhooks',
    summary: 'Show a webhook',
    description: 'Shows one webhook. The response does not contain the secret of the webhook.',
    response: 'The webhook.',
    example: { parameters: { webhookId: webhook.webhookId }, response: webhook },
  })),
);

export const updateWebhook = defineRoute(
  {
    ...admin,
    quota: 'changes',
    operationId: 'updateWebhook',
    method: 'PATCH',
    path: '/webhooks/{webhookId}',
    parameters: WebhookPath,
    body: { schema: WebhookChanges, maxBytes: MAX_WEBHOOK_BODY_BYTES },
    response: { status: 200, body: WebhookResponse },
  },
  routeDoc(({ webhook, updatedAt }) => ({
    group: 'Webhooks',
    summary: 'Change a webhook',
    description:
      'Changes only the fields that the request contains, with one exception: a new `url` replaces the `eventBus` of the webhook, and a new `eventBus` replaces its `url`. The service uses the new values for all requests to the receiver that begin more than 5 s after the change, including retries. If you enable a disabled webhook, or change `url` or `eventBus` without `enabled: false`, the service deletes the record of its failures. You cannot change `pull`.',
    response: 'The webhook after the change.',
    example: {
      parameters: { webhookId: webhook.webhookId },
      body: { description: 'Analytics and search' },
      response: { ...webhook, description: 'Analytics and search', updatedAt },
    },
  })),
);

export const putWebhook = defineRoute(
  {
    ...admin,
    quota: 'changes',
    operationId: 'putWebhook',
    method: 'PUT',
    path: '/webhooks/{webhookId}',
    parameters: WebhookPath,
    body: { schema: Configuration, maxBytes: MAX_WEBHOOK_BODY_BYTES },
    response: {
      status: 200,
      createdStatus: 201,
      body: v.object({ ...configuration, secret: newSecret, warnings }),
    },
  },
  routeDoc(({ webhook, configuration: body, secret }) => ({
    group: 'Webhooks',
    summary: 'Create or replace a webhook',
    description: `Creates or replaces a webhook. You can use this route for infrastructure as code, because a repeated request makes no further change. If the network has no webhook with the id in the path, the request creates a webhook with this id. The id of a new webhook must not begin with \`${OWN_ID_PREFIX}\`. If the webhook exists, the request replaces its whole configuration. Fields that the request leaves out get their default values. The request does not change the secrets, the log or the statistics of the webhook. You can also replace a webhook whose id the service generated.`,
    response: 'The webhook after the change.',
    created: 'The new webhook and its secret.',
    example: {
      parameters: { webhookId: 'search-index' },
      body: { ...body, description: 'Search' },
      response: { ...webhook, webhookId: 'search-index', description: 'Search', secret },
    },
  })),
);

export const deleteWebhook = defineRoute(
  {
    ...admin,
    quota: 'changes',
    operationId: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    parameters: WebhookPath,
    response: { status: 200, body: Success },
  },
  routeDoc(({ success, webhook }) => ({
    group: 'Webhooks',
    summary: 'Delete a webhook',
    description:
      'Deletes a webhook and its secrets. Within 5 s after the deletion, the service stops sending requests to the receiver, even if deliveries are pending. You can no longer read the delivery log of the webhook.',
    response: 'The webhook is deleted.',
    example: { parameters: { webhookId: webhook.webhookId }, response: success },
  })),
);

/** Those of this file. */
export const webhookRoutes = { createWebhook, listWebhooks, showWebhook, putWebhook, updateWebhook, deleteWebhook };
