/** Delivery statistics: attempts counted by the hour, and stored as long as deliveries (docs/spec/delivery.md#retention). */
import * as v from 'valibot';
import { defineRoute, noBody, nothing } from './route.ts';
import { countUpTo, integer, object } from './schema.ts';
import { WebhookPath } from './webhooks.ts';

/** Hours when the caller names none, and hours that `listWebhookStatistics` covers. */
export const DEFAULT_STATISTICS_HOURS = 24;
/** Hours for which counts are stored. */
export const MAX_STATISTICS_HOURS = 30 * 24;

/**
 * Attempts and how long they took. Replays and retries count, test events do not. The percentiles are estimated from
 * counts in bands of milliseconds, and absent if there was no attempt.
 */
const counts = {
  delivered: integer(),
  failed: integer(),
  p50: v.optional(integer()),
  p95: v.optional(integer()),
};

/** The attempts of one hour; `hour` is the time stamp at which it began. */
export const HourlyCounts = v.object({ hour: v.string(), ...counts });
export type HourlyCounts = v.InferOutput<typeof HourlyCounts>;

/** The attempts to one webhook in the last 24 hours. */
export const WebhookCounts = v.object({ webhookId: v.string(), ...counts });
export type WebhookCounts = v.InferOutput<typeof WebhookCounts>;

const viewer = { role: 'viewer', quota: 'administration', feature: 'webhooks', body: noBody } as const;

export const listWebhookStatistics = defineRoute({
  ...viewer,
  operationId: 'listWebhookStatistics',
  method: 'GET',
  path: '/webhook-statistics',
  summary: 'Statistics of every webhook',
  description: `The attempts to each webhook of the network in the last ${DEFAULT_STATISTICS_HOURS} hours: the current hour and those before it. Counts can lag by some seconds.`,
  query: nothing,
  response: {
    status: 200,
    description: 'One entry for each webhook.',
    body: v.object({ results: v.array(WebhookCounts) }),
  },
});

export const showWebhookStatistics = defineRoute({
  ...viewer,
  operationId: 'showWebhookStatistics',
  method: 'GET',
  path: '/webhooks/{webhookId}/statistics',
  summary: 'Statistics of a webhook',
  description:
    'The attempts to a webhook by the hour, the oldest hour first. An hour without attempts is left out. Counts can lag by some seconds.',
  parameters: WebhookPath,
  query: object({ hours: countUpTo(MAX_STATISTICS_HOURS, DEFAULT_STATISTICS_HOURS) }),
  response: { status: 200, description: 'The hours.', body: v.object({ hours: v.array(HourlyCounts) }) },
});
