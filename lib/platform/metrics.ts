/** The metrics of a stage, for alarms and dashboards of the host. */
import { Duration } from 'aws-cdk-lib';
import { Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { attemptMetric, LANE_DIMENSION, metricsNamespace } from '../../contract/metrics.ts';

/** The queue of an attempt: `fast` for first attempts to receivers that are open, else `slow`. */
export type PlatformLane = 'fast' | 'slow';

/** How an attempt ended: `delivered`, or the class of its failure (the page Delivery of the specification). */
export type AttemptOutcome =
  | 'delivered'
  | 'http_4xx'
  | 'http_5xx'
  | 'aborted'
  | 'redirect'
  | 'timeout'
  | 'connection_refused'
  | 'connection_reset'
  | 'unreachable'
  | 'dns'
  | 'tls'
  | 'blocked_address'
  | 'too_large'
  | 'invalid_response'
  | 'bus_denied'
  | 'bus_not_found'
  | 'bus_throttled'
  | 'bus_too_large'
  | 'not_sent';

/**
 * Each method returns a metric with a value for each minute; options change that, as with CDK's own metrics. In a stage
 * without a dashboard, CloudWatch has values of `metricWebhooksDisabled` and of the others that alarms of the stage read, and
 * of no other metric.
 */
export class PlatformMetrics {
  private readonly namespace: string;

  constructor(instance: string) {
    this.namespace = metricsNamespace(instance);
  }

  /** Deliveries that events have led to. */
  metricDeliveries(options?: MetricOptions): Metric {
    return this.metric('DeliveriesCreated', { statistic: Stats.SUM, ...options });
  }

  /** Attempts of a lane that ended so. */
  metricAttempts(lane: PlatformLane, outcome: AttemptOutcome, options?: MetricOptions): Metric {
    return this.ofLane(lane, attemptMetric(outcome), { statistic: Stats.SUM, ...options });
  }

  /** Milliseconds from the acceptance of an event to its first attempt, of which 99 % are shorter. */
  metricTimeToFirstAttempt(lane: PlatformLane, options?: MetricOptions): Metric {
    return this.ofLane(lane, 'TimeToFirstAttempt', { statistic: Stats.percentile(99), ...options });
  }

  /** Webhooks that were disabled, since every attempt had failed for days. */
  metricWebhooksDisabled(options?: MetricOptions): Metric {
    return this.metric('WebhooksDisabled', { statistic: Stats.SUM, ...options });
  }

  /** Any metric by its name; the runbook says what each counts. */
  metric(metricName: string, options?: MetricOptions): Metric {
    return new Metric({ namespace: this.namespace, metricName, period: Duration.minutes(1), ...options });
  }

  private ofLane(lane: PlatformLane, metricName: string, options: MetricOptions): Metric {
    return this.metric(metricName, { dimensionsMap: { [LANE_DIMENSION]: lane }, ...options });
  }
}
