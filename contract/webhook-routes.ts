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
  doc('Warnings about the number of webhooks; absent if there are no warnings.', [
    'The network has 11 webhooks. No more than 10 are recommended, because every event is sent to each webhook that selects it. The limit is 50.',
  ]),
);
const secret = field(
  v.string(),
  doc('The secret with which requests are signed.', 'whsec_dGhpcyBpcyBhIHNlY3JldCBmb3IgdGhlIGV4YW1wbGU='),
);
const newSecret = field(
  v.optional(v.string()),
  doc(
    'The secret with which requests are signed; absent if the webhook existed already.',
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
    description: `Creates a webhook. The webhook gets the events that are accepted after its creation, and possibly events that were accepted in the few seconds before. The body must have exactly one of three members: \`url\` to post events to a URL, \`eventBus\` to put events on an EventBridge bus, or \`pull\` to let the receiver read events itself. The response has the secret. The only other responses with secrets are the response to a PUT that creates a webhook, and the responses of \`/webhooks/{webhookId}/secret\`. If the network has more than ${RECOMMENDED_WEBHOOKS_PER_NETWORK} webhooks, the response also has a warning. The ${MAX_WEBHOOKS_PER_NETWORK + 1}st webhook is refused with 403.`,
    response: 'The webhook, with its secret.',
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
        results: field(v.array(WebhookResponse), doc('The webhooks, the oldest first.')),
        warnings,
      }),
    },
  },
  routeDoc(({ webhook }) => ({
    group: 'Webhooks',
    summary: 'List webhooks',
    description: 'Lists every webhook of the network, the oldest first, without secrets.',
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
    description: 'Shows one webhook, without its secret.',
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
      'Changes only the fields that the request contains. Requests to the receiver that begin more than 5 s after the change use the new values. This includes retries. Enabling a disabled webhook clears its record of failures. `pull` can not be changed.',
    response: 'The webhook as it is now.',
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
    description: `Creates or replaces a webhook. This route suits infrastructure as code, because repeating the request changes nothing. If the network has no webhook with this id, the request creates one. In this case, you choose the id, which must not begin with \`${OWN_ID_PREFIX}\`. Otherwise the request replaces the whole configuration of the webhook, and fields that are left out get their defaults. The secrets, the log and the statistics of the webhook stay. A webhook whose id the service has made can be replaced as well.`,
    response: 'The webhook as it is now.',
    created: 'The new webhook, with its secret.',
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
      'Deletes a webhook and its secrets. From 5 s after the deletion, the service sends no request to the receiver, not even for a pending delivery. The delivery log of the webhook is no longer shown.',
    response: 'The webhook is deleted.',
    example: { parameters: { webhookId: webhook.webhookId }, response: success },
  })),
);

/** Those of this file. */
export const webhookRoutes = { createWebhook, listWebhooks, showWebhook, putWebhook, updateWebhook, deleteWebhook };
