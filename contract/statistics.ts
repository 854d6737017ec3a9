/** Delivery statistics: attempts by the hour, stored for 30 days in every stage (docs/spec/delivery.md#statistics). */
import * as v from 'valibot';
import { doc, field, named, routeDoc } from './documentation.ts';
import { defineRoute } from './route.ts';
import { countUpTo, integer, object, time } from './schema.ts';
import { WebhookPath, webhookId } from './webhooks.ts';

/** Hours when the caller names none, and hours that `listWebhookStatistics` covers. */
export const DEFAULT_STATISTICS_HOURS = 24;
/** Hours for which counts are stored. */
export const MAX_STATISTICS_HOURS = 30 * 24;

/** Status codes by which failed attempts are counted; others count by their class, which bounds the counts. */
export const COUNTED_STATUSES: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 422, 429, 500, 501, 502, 503, 504,
]);
/** Failed attempts to deliver events that the catalogue does not have are counted together. */
export const OTHER_EVENTS = 'other';

/**
 * Attempts and how long they took. Replays and retries count, test events do not. The percentiles are estimated from
 * counts in bands of milliseconds.
 */
const counts = {
  delivered: field(integer(), doc('The number of attempts that succeeded.', 118)),
  failed: field(integer(), doc('The number of attempts that failed.', 2)),
  p50: field(
    v.optional(integer()),
    doc(
      'The estimated median duration of the attempts, in milliseconds. The field is absent if there was no attempt.',
      87,
    ),
  ),
  p95: field(
    v.optional(integer()),
    doc(
      'The estimated 95th percentile of the durations of the attempts, in milliseconds. The field is absent if there was no attempt.',
      240,
    ),
  ),
};

/** Failed attempts by name. */
const Failures = v.record(v.string(), integer());

/** The attempts of one hour. */
export const HourlyCounts = named(
  'HourlyCounts',
  v.object({
    hour: field(time, doc('The start of the hour.', '2026-03-02T09:00:00.000Z')),
    ...counts,
    durations: field(
      v.array(integer()),
      doc(
        'The number of attempts in each range of durations. The first number is for the range that contains the shortest durations. The upper bounds of the ranges are 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1,000 and 1,500 ms. The last range has no upper bound.',
        [0, 0, 0, 0, 0, 0, 0, 100, 14, 0, 6, 0, 0, 0, 0, 0],
      ),
    ),
  }),
);
export type HourlyCounts = v.InferOutput<typeof HourlyCounts>;

/** The attempts of five minutes. */
const PeriodCounts = v.object({
  at: field(time, doc('The start of the five-minute period.', '2026-03-02T09:10:00.000Z')),
  delivered: counts.delivered,
  failed: counts.failed,
});

/** The attempts to one webhook in the last 24 hours: all of them, and those of each hour. */
const WebhookCounts = named(
  'WebhookCounts',
  v.object({
    webhookId,
    ...counts,
    hourlyDelivered: field(
      v.array(integer()),
      doc(
        'The number of attempts that succeeded in each of the last 24 hours. The last number is for the current hour.',
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 118],
      ),
    ),
    hourlyFailed: field(
      v.array(integer()),
      doc(
        'The number of attempts that failed in each of the last 24 hours. The last number is for the current hour.',
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
      ),
    ),
  }),
);

const viewer = { role: 'viewer', quota: 'administration', feature: 'webhooks' } as const;

export const listWebhookStatistics = defineRoute(
  {
    ...viewer,
    operationId: 'listWebhookStatistics',
    method: 'GET',
    path: '/webhook-statistics',
    response: {
      status: 200,
      body: v.object({
        results: field(v.array(WebhookCounts), doc('One entry for each webhook of the network that has no `pull`.')),
      }),
    },
  },
  routeDoc(({ webhookCounts }) => ({
    group: 'Deliveries',
    summary: 'Statistics of every webhook',
    description: `Counts the attempts to each webhook of the network, except webhooks with \`pull\`, in the last ${DEFAULT_STATISTICS_HOURS} hours, including the current hour. Attempts of the last few seconds may be missing.`,
    response: 'One entry for each webhook of the network that has no `pull`.',
    example: {
      response: { results: [webhookCounts] },
    },
  })),
);

/** Hours, and the failed attempts of all of them by what went wrong. */
const Statistics = v.object({
  hours: field(
    v.array(HourlyCounts),
    doc('The counts of each hour. The oldest hour is first. The list does not contain hours without attempts.'),
  ),
  periods: field(
    v.array(PeriodCounts),
    doc(
      'The counts of each five-minute period in the last two hours. The list contains only periods within the requested hours. The oldest period is first. The list does not contain periods without attempts.',
    ),
  ),
  failuresByResult: field(
    Failures,
    doc(
      `The number of failed attempts for each result. If the receiver responded with one of the status codes ${[...COUNTED_STATUSES].slice(0, -1).join(', ')} and ${[...COUNTED_STATUSES].at(-1)}, the result is this status code. Otherwise, the result is the \`class\` of the attempt.`,
      { '503': 2 },
    ),
  ),
  failuresByEvent: field(
    Failures,
    doc(
      'The number of failed attempts for each event name. The service counts events that are not in the catalogue as `other`.',
      {
        'v3.post.didAddReaction': 2,
      },
    ),
  ),
});

const ofHours = {
  query: object({
    hours: field(
      countUpTo(MAX_STATISTICS_HOURS, DEFAULT_STATISTICS_HOURS),
      doc('The number of hours that the response covers, including the current hour.', 24),
    ),
  }),
  response: { status: 200, body: Statistics },
} as const;

const BY_THE_HOUR =
  'The response contains the counts of each hour. The oldest hour is first. The response also contains the number of failed attempts for each status code or `class`, and for each event name. The response does not contain hours without attempts. Attempts of the last few seconds may be missing.';

export const showWebhookStatistics = defineRoute(
  {
    ...viewer,
    ...ofHours,
    operationId: 'showWebhookStatistics',
    method: 'GET',
    path: '/webhooks/{webhookId}/statistics',
    parameters: WebhookPath,
  },
  routeDoc(({ statistics, webhookId: id }) => ({
    group: 'Deliveries',
    summary: 'Statistics of a webhook',
    description: `Counts the attempts to a webhook. ${BY_THE_HOUR}`,
    response: 'The counts of each hour, and the numbers of failed attempts.',
    example: { parameters: { webhookId: id }, query: { hours: 24 }, response: statistics },
  })),
);

export const showStatistics = defineRoute(
  { ...viewer, ...ofHours, operationId: 'showStatistics', method: 'GET', path: '/statistics' },
  routeDoc(({ statistics }) => ({
    group: 'Deliveries',
    summary: 'Statistics of the network',
    description: `Counts the attempts to all webhooks of the network together. ${BY_THE_HOUR}`,
    response: 'The counts of each hour, and the numbers of failed attempts.',
    example: { query: { hours: 24 }, response: statistics },
  })),
);

/** Those of this file. */
export const statisticsRoutes = { listWebhookStatistics, showWebhookStatistics, showStatistics };
