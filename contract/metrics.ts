/**
 * The metrics that functions write: their names, units and dimensions. Functions, alarms and the
 * dashboard use the same names.
 */
import type { DeliveryClass } from './delivery-classes.ts';

/** The namespace of a stage's metrics; stages may share an account. */
export const metricsNamespace = (stage: string): string => `SocialPlatformServices/${stage}`;

/** The one dimension: the lane of a signer, `fast` or `slow`. */
export const LANE_DIMENSION = 'Lane';

/** Metrics without a dimension, and their units. */
export const stageMetrics = {
  /** Of each event with deliveries: from its acceptance to the call of fan-out. */
  FanOutLag: 'Milliseconds',
  /** Events that fan-out has seen, and that activity records are made of. */
  EventsForActivity: 'Count',
  /** Messages of first attempts that fan-out has sent. */
  DeliveriesCreated: 'Count',
  /** What a sweep has found due: retries and held deliveries, and backlogs of webhooks. */
  DeliveriesDue: 'Count',
  BacklogsDue: 'Count',
  /** How long the oldest due delivery of a bucket has been due; the maximum is that of the stage. */
  OldestDueAge: 'Milliseconds',
  /** Changes of receivers: every request fails; one has succeeded again. */
  ReceiversDown: 'Count',
  ReceiversUp: 'Count',
  /** Webhooks that a signer disabled as every attempt failed. Not those whose receiver responded with 410. */
  WebhooksDisabled: 'Count',
  /** Malformed items of deliveries that a signer or the sweeper has found. */
  DeliveriesMalformed: 'Count',
  /** Calls of readers and signers in which every record or message failed: Lambda counts no error of theirs. */
  BatchesFailed: 'Count',
  /** Failures to ask for a quota, at most one a second and process. */
  QuotasUnavailable: 'Count',
  /** Mails with notices. */
  MailsSent: 'Count',
  MailsRefused: 'Count',
} as const;
export type StageMetric = keyof typeof stageMetrics;

/**
 * Those that alarms read. In a stage without a dashboard CloudWatch makes metrics of these alone: each costs up to $0.30 a
 * month (docs/cost.md#metrics). What the others count is a field of the same lines, for queries of the log.
 */
export const alarmMetrics = [
  'BatchesFailed',
  'DeliveriesMalformed',
  'EventsForActivity',
  'OldestDueAge',
  'QuotasUnavailable',
  'WebhooksDisabled',
] as const satisfies readonly StageMetric[];

/** Of which metrics CloudWatch makes time series. */
export type MetricScope = 'all' | 'alarms';

/**
 * Times of a lane, in milliseconds: from the acceptance of an event to its first attempt, and to the response with 2xx.
 * Replays do not count.
 */
export const laneTimes = ['TimeToFirstAttempt', 'TimeToDelivery'] as const;
export type LaneTime = (typeof laneTimes)[number];

/** A lane's attempts that ended so. The class is in the name: a line has one value for each dimension. */
export type AttemptMetric = `Attempts_${DeliveryClass}`;
export const attemptMetric = (ended: DeliveryClass): AttemptMetric => `Attempts_${ended}`;

export type MetricName = StageMetric | LaneTime | AttemptMetric;

/** Entries of the access log by their status; of those alone for which no function was called, if it says so. */
export interface AccessLogFilter {
  readonly statuses: readonly [string, ...string[]];
  readonly withoutFunction?: boolean;
}

/** Metrics that CloudWatch counts in the access log: no function writes them. */
export const accessLogMetrics = {
  /** Responses with 429: a network is over its quota, or a route over its throttle. */
  RequestsOverQuota: { statuses: ['429'] },
  /** Responses with 401 and 403, most of them of the authorizer. */
  RequestsDenied: { statuses: ['401', '403'] },
  /** What API Gateway refuses whoever sends it: a route is over its throttle, or the authorizer can't be called. */
  RefusedByGateway: { statuses: ['429', '500'], withoutFunction: true },
} as const satisfies Readonly<Record<string, AccessLogFilter>>;
export type AccessLogMetric = keyof typeof accessLogMetrics;

/** The one that an alarm reads. */
export const alarmAccessLogMetrics = ['RefusedByGateway'] as const satisfies readonly AccessLogMetric[];
