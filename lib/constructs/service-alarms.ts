/**
 * The alarms of a stage, each with what to do first. A failing receiver causes none until its webhook is disabled
 * (docs/spec/delivery.md#auto-disable).
 */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarms } from './alarms.ts';
import type { LaneQueue } from './lane-queue.ts';
import type { ServiceFunction } from './service-function.ts';
import { laneMetric, perMinute } from './stage-metrics.ts';
import type { StreamConsumer } from './stream-consumer.ts';

export function watchApi(alarms: Alarms, api: HttpApi, authorizer: ServiceFunction): void {
  alarms.watch('ApiErrors', {
    section: 'api',
    title: 'Responses with 5xx',
    metric: api.metricServerError(perMinute.sum),
    atLeast: 5,
    periods: 3,
    whatToDo:
      'The API responds with 5xx. In the access logs, find the routeKey and lambdaRequestId of entries with status 500 or more, then search the log group of the function for that id. After a deployment, roll back first.',
  });
  alarms.watch('AuthorizerErrors', {
    section: 'api',
    title: 'Errors of the authorizer',
    metric: authorizer.lambda.metricErrors(perMinute.sum),
    atLeast: 1,
    periods: 2,
    whatToDo:
      'The authorizer fails, so every route refuses callers with valid tokens. Read its log group. A denied token is no error, so check the networks table (throttling, permissions) and the last deployment.',
  });
}

/** Watches for quotas that can't be asked. */
export function watchQuotas(alarms: Alarms): void {
  // lambdas/shared/quotas/quota-limiter.ts
  alarms.watchForCount('QuotasUnavailable', {
    section: 'quotas',
    title: 'Quotas that could not be read',
    whatToDo:
      'Routes could not take from the quotas table, and let every request through meanwhile. In the log groups of the routes, the entry named quotas-unavailable has the error. Check the quotas table (throttling, permissions) and the last deployment. If one network floods the stage now, switch its feature off (docs/runbook.md).',
  });
}

export function watchStreamReader(alarms: Alarms, { reader, onFailureQueue }: StreamConsumer): void {
  const name = reader.node.id;
  alarms.watchForMessages(
    `${name}GaveUp`,
    onFailureQueue,
    `${name}: given up`,
    `${name} gave up on records of the stream, or set them aside since it can never handle them. List them, and why, with ctl redrive list. The stream keeps records for 24 hours, the events table for 30 days. Repair what is malformed or deploy a fix, then repeat them with ctl redrive retry (docs/runbook.md).`,
  );
  alarms.watch(`${name}Late`, {
    section: 'readers',
    title: `${name}: age of the oldest record (ms)`,
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'IteratorAge',
      dimensionsMap: { FunctionName: reader.lambda.functionName },
      ...perMinute.maximum,
    }),
    atLeast: Duration.minutes(5).toMilliseconds(),
    periods: 5,
    whatToDo: `${name} is more than 5 minutes behind its stream. Look for errors and throttles of the function: one bad record blocks its shard until its retries end. If there are none, the load has grown: raise the function's memory or the mapping's parallelization factor.`,
  });
}

/** What is watched: the lanes' queues and the sweeper. */
interface WatchedDelivery {
  readonly firstAttempts: LaneQueue;
  readonly slowLane: LaneQueue;
  readonly sweep: ServiceFunction;
}

/** Adds the alarms of delivery. */
export function watchDelivery(alarms: Alarms, delivery: WatchedDelivery): void {
  watchDeadLetters(alarms, delivery.firstAttempts);
  watchDeadLetters(alarms, delivery.slowLane);
  alarms.watch('FirstAttemptsLate', {
    section: 'queues',
    title: 'FirstAttempts: age of the oldest message (s)',
    metric: delivery.firstAttempts.queue.metricApproximateAgeOfOldestMessage(perMinute.maximum),
    atLeast: Duration.minutes(1).toSeconds(),
    periods: 5,
    whatToDo:
      'First attempts wait for more than a minute, so even healthy receivers get their webhooks late. Look for errors and throttles of FirstAttemptsSigner. If there are none, the load has grown: raise concurrency.firstAttempts of the stage in lib/config.ts, and with it the Lambda concurrency of the account.',
  });
  // The age of the oldest message leaves out what was received three times (docs/aws-behaviour.md#sqs), but also shows that no signer runs.
  alarms.watch('FirstAttemptsDelayed', {
    section: 'delivery',
    title: 'Fast lane: event to first attempt, p90 (ms)',
    metric: laneMetric(alarms.stage, 'fast', 'TimeToFirstAttempt', 'p90'),
    atLeast: Duration.minutes(1).toMilliseconds(),
    periods: 5,
    whatToDo:
      'A tenth of the first attempts were made more than a minute after their event, so even healthy receivers get their webhooks late. The dashboard shows where the time goes: fan-out, or the queue. Look for errors and throttles of FanOut and FirstAttemptsSigner, and of the tables. If there are none, raise concurrency.firstAttempts of the stage in lib/config.ts.',
  });
  alarms.watch('SlowLaneLate', {
    section: 'queues',
    title: 'SlowLane: age of the oldest message (s)',
    metric: delivery.slowLane.queue.metricApproximateAgeOfOldestMessage(perMinute.maximum),
    // A message's age includes its delay, which is up to 15 minutes.
    atLeast: Duration.minutes(30).toSeconds(),
    periods: 5,
    whatToDo:
      'Retries, and deliveries to slow receivers, are more than 15 minutes late. Look for errors and throttles of SlowLaneSigner. If there are none, raise concurrency.slowLane of the stage in lib/config.ts, and with it the Lambda concurrency of the account.',
  });
  alarms.watch('SweepErrors', {
    section: 'functions',
    title: 'Errors of the sweeper',
    metric: delivery.sweep.lambda.metricErrors(perMinute.sum),
    atLeast: 1,
    periods: 5,
    whatToDo:
      'The sweeper fails every minute, so retries with a delay of more than 15 minutes stay in the deliveries table, and what was lost on its way is not found. None is lost: they are sent once it works again. Read the log group of Sweep, and check the deliveries table and the slow lane (throttling, permissions).',
  });
  // lambdas/delivery/receiver/health-reporter.ts
  alarms.watchForCount('WebhooksDisabled', {
    section: 'delivery',
    title: 'Webhooks disabled',
    whatToDo:
      'A webhook was disabled because its receiver responded with 410, or because every attempt failed for 5 days. In the log groups of the signers, the entry named webhook-disabled has the webhook, its network and the reason. Tell the customer: once the receiver works, an admin enables the webhook and recovers what failed (POST /webhooks/{webhookId}/recover).',
  });
  // lambdas/delivery/deliveries-table/delivery-item.ts
  alarms.watchForCount('DeliveriesMalformed', {
    section: 'delivery',
    title: 'Malformed deliveries',
    whatToDo:
      'The item of a delivery that waits is malformed, so it is not sent; all others are. In the log groups of SlowLaneSigner and Sweep, entries named malformed-item have its key and what is wrong. Repair the item or deploy a fix: the sweeper finds it by itself then (docs/runbook.md).',
  });
}

/** Adds the alarms of notices that go out by e-mail, given where they wait and the function that sends them. */
export function watchNoticeMails(
  alarms: Alarms,
  { waiting, sender }: { readonly waiting: LaneQueue; readonly sender: ServiceFunction },
): void {
  alarms.watchForMessages(
    'NoticesDeadLetters',
    waiting.deadLetters,
    'Notices: dead letters',
    'A notice could not be sent by e-mail for four hours, or is malformed; its network has it as an event only. The log group of NoticeMails has the error. List the messages, and why, with ctl redrive list; once the error is gone, send them with ctl redrive retry (docs/runbook.md).',
  );
  alarms.watch('NoticeMailErrors', {
    section: 'functions',
    title: 'Errors of NoticeMails in 15 minutes',
    // The age of the queue's oldest message would not do: SQS leaves out what was received three times (docs/aws-behaviour.md#sqs).
    metric: sender.lambda.metricErrors({ period: Duration.minutes(15), statistic: Stats.SUM }),
    atLeast: 3,
    periods: 1,
    whatToDo:
      'Notices could not be sent by e-mail three times in 15 minutes. Read the log group of NoticeMails: is the identity of the sender still verified in SES, is the account out of its sandbox and not paused, and may the function send? What fails is tried again for four hours (docs/runbook.md).',
  });
}

function watchDeadLetters(alarms: Alarms, { node, deadLetters }: LaneQueue): void {
  alarms.watchForMessages(
    `${node.id}DeadLetters`,
    deadLetters,
    `${node.id}: dead letters`,
    `A delivery message failed ten times, or its webhook's item is malformed: a fault of the service and not of a receiver. List the messages, and why, with ctl redrive list; the log group of ${node.id}Signer has the error by the id of the message. Repair what is malformed or deploy a fix, then put them back with ctl redrive retry (docs/runbook.md).`,
  );
}
