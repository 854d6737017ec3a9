/** Delivery statistics: attempts by the hour, stored as long as deliveries (docs/spec/delivery.md#retention). */
import * as v from 'valibot';
import { defineRoute } from './route.ts';
import { countUpTo, integer, object } from './schema.ts';
import { WebhookPath } from './webhooks.ts';

/** Hours when the caller names none, and hours that `listWebhookStatistics` covers. */
export const DEFAULT_STATISTICS_HOURS = 24;
/** Hours for which counts are stored. */
export const MAX_STATISTICS_HOURS = 30 * 24;

/** Status codes by which failed attempts are counted; others count by their class, which bounds the counts. */
export const COUNTED_STATUSES: ReadonlySet<number> = new Set([
  ...[400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 422, 429],
  ...[500, 501, 502, 503, 504],
]);
/** Failed attempts to deliver events that the catalogue does not have are counted together. */
export const OTHER_EVENTS = 'other';

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

/** Failed attempts by name. */
const Failures = v.record(v.string(), integer());

/** The attempts of one hour; `hour` is the time stamp at which it began. */
export const HourlyCounts = v.object({ hour: v.string(), ...counts });
export type HourlyCounts = v.InferOutput<typeof HourlyCounts>;

/** The attempts to one webhook in the last 24 hours: all of them, and those of each hour, the current one last. */
export const WebhookCounts = v.object({
  webhookId: v.string(),
  ...counts,
  hourlyDelivered: v.array(integer()),
  hourlyFailed: v.array(integer()),
});
export type WebhookCounts = v.InferOutput<typeof WebhookCounts>;

const viewer = { role: 'viewer', quota: 'administration', feature: 'webhooks' } as const;

export const listWebhookStatistics = defineRoute({
  ...viewer,
  operationId: 'listWebhookStatistics',
  method: 'GET',
  path: '/webhook-statistics',
  summary: 'Statistics of every webhook',
  description: `The attempts to each webhook of the network in the last ${DEFAULT_STATISTICS_HOURS} hours: the current hour and those before it. Counts can lag by some seconds.`,
  response: {
    status: 200,
    description: 'One entry for each webhook.',
    body: v.object({ results: v.array(WebhookCounts) }),
  },
});

/** Hours, and the failed attempts of all of them by what went wrong. */
const Statistics = v.object({
  hours: v.array(HourlyCounts),
  /** By status code, as far as that is a frequent one, or else by class. */
  failuresByResult: Failures,
  /** By the name of the event, as far as the catalogue has it, or else `other`. */
  failuresByEvent: Failures,
});

const ofHours = {
  query: object({ hours: countUpTo(MAX_STATISTICS_HOURS, DEFAULT_STATISTICS_HOURS) }),
  response: { status: 200, description: 'The hours, and what failed in them.', body: Statistics },
} as const;

const BY_THE_HOUR =
  'by the hour, the oldest hour first, and the failed ones by status code or class, and by event. An hour without attempts is left out. Counts can lag by some seconds.';

export const showWebhookStatistics = defineRoute({
  ...viewer,
  ...ofHours,
  operationId: 'showWebhookStatistics',
  method: 'GET',
  path: '/webhooks/{webhookId}/statistics',
  summary: 'Statistics of a webhook',
  description: `The attempts to a webhook ${BY_THE_HOUR}`,
  parameters: WebhookPath,
});

export const showStatistics = defineRoute({
  ...viewer,
  ...ofHours,
  operationId: 'showStatistics',
  method: 'GET',
  path: '/statistics',
  summary: 'Statistics of the network',
  description: `The attempts to all webhooks of the network together ${BY_THE_HOUR}`,
});
