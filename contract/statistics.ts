/** How a network's webhooks do: attempts counted by the hour, kept for 30 days like the deliveries they belong to (decision 30). */
import * as v from 'valibot';
import { defineRoute, noBody, nothing } from './route.ts';
import { countUpTo, object } from './schema.ts';
import { WebhookPath } from './webhooks.ts';

/** Hours that a chart shows when the caller names none, and that the overview covers. */
export const DEFAULT_STATISTICS_HOURS = 24;
/** Hours for which counts are kept. */
export const MAX_STATISTICS_HOURS = 30 * 24;

/**
 * Attempts and how long they took. Replays and retries count as attempts, test events do not. The percentiles are read
 * from counts in bands of milliseconds: they are near, not exact, and absent where nothing was attempted.
 */
const counts = {
  delivered: v.number(),
  failed: v.number(),
  /** Milliseconds. */
  p50: v.optional(v.number()),
  /** Milliseconds. */
  p95: v.optional(v.number()),
};

/** The attempts of one hour; `hour` is the time stamp at which it began. */
export const HourlyCounts = v.object({ hour: v.string(), ...counts });
export type HourlyCounts = v.InferOutput<typeof HourlyCounts>;

/** The attempts to one webhook in the last 24 hours. */
export const WebhookCounts = v.object({ webhookId: v.string(), ...counts });
export type WebhookCounts = v.InferOutput<typeof WebhookCounts>;

const admin = { role: 'admin', feature: 'webhooks', body: noBody } as const;

export const listWebhookStatistics = defineRoute({
  ...admin,
  operationId: 'listWebhookStatistics',
  method: 'GET',
  path: '/webhook-statistics',
  summary: 'Statistics of every webhook',
  description: `The attempts to each webhook of the network in the last ${DEFAULT_STATISTICS_HOURS} hours: the running hour and those before it. A count may be some seconds behind.`,
  query: nothing,
  response: { status: 200, description: 'One entry a webhook.', body: v.object({ results: v.array(WebhookCounts) }) },
});

export const showWebhookStatistics = defineRoute({
  ...admin,
  operationId: 'showWebhookStatistics',
  method: 'GET',
  path: '/webhooks/{webhookId}/statistics',
  summary: 'Statistics of a webhook',
  description:
    'The attempts to a webhook by the hour, the oldest hour first. An hour without attempts is left out. A count may be some seconds behind.',
  parameters: WebhookPath,
  query: object({ hours: countUpTo(MAX_STATISTICS_HOURS, DEFAULT_STATISTICS_HOURS) }),
  response: { status: 200, description: 'The hours.', body: v.object({ hours: v.array(HourlyCounts) }) },
});
