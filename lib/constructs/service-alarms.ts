/**
 * The alarms of a stage, each with what to do first. They are about the service: what a network or its receivers do
 * wrong causes none, except that many webhooks are disabled at once (docs/spec/delivery.md#auto-disable).
 */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarms } from './alarms.ts';
import type { LaneQueue } from './lane-queue.ts';
import type { ServiceFunction } from './service-function.ts';
import { perMinute, serverErrorRate, stageMetric } from './stage-metrics.ts';
import type { StreamConsumer } from './stream-consumer.ts';

export function watchApi(alarms: Alarms, api: HttpApi): void {
  alarms.watch('ApiErrors', {
    severity: 'page',
    section: 'api',
    title: 'Responses with 5xx (%)',
    metric: serverErrorRate(api),
    bound: { atLeast: 1 },
    periods: 3,
    whatToDo:
      'The API responds with 5xx. In the access logs, find the routeKey and lambdaRequestId of entries with status 500 or more, then search the log group of the function for that id. After a deployment, roll back first.',
  });
  // contract/metrics.ts
  alarms.watch('RefusedByGateway', {
    severity: 'page',
    section: 'api',
    title: 'Requests that API Gateway refused by itself (429, 500)',
    metric: stageMetric(alarms.stage, 'RefusedByGateway', 'sum'),
    bound: { atLeast: 1 },
    periods: 2,
    whatToDo:
      'API Gateway refuses requests of all networks by itself. In the access logs, find the status and routeKey of entries with 429 or 500 and without a lambdaRequestId. If the status is 429, the route gets more requests than the setting api.throttle allows: find out who sends them. If it is 500, the authorizer fails or is throttled, so callers with valid tokens are refused: read its log group. A denied token is not an error, so check the networks table (throttling, permissions) and the last deployment.',
  });
}

/** Watches for quotas that can't be asked. */
export function watchQuotas(alarms: Alarms): void {
  // lambdas/shared/quotas/quota-limiter.ts
  alarms.watch('QuotasUnavailable', {
    severity: 'ticket',
    section: 'quotas',
    title: 'Quotas that could not be read',
    metric: stageMetric(alarms.stage, 'QuotasUnavailable', 'sum'),
    bound: { atLeast: 5 },
    periods: 3,
    whatToDo:
      'Routes could not use the quotas table, and accept every request in the meantime. In the log groups of the routes, the entry named quotas-unavailable has the error. Check the quotas table (throttling, permissions) and the last deployment. If one network floods the stage now, switch its feature off (runbook).',
  });
}

/** Adds the alarms of a reader. `waiting` counts the records that it should be called for. */
export function watchStreamReader(alarms: Alarms, { reader, onFailureQueue }: StreamConsumer, waiting: Metric): void {
  const name = reader.node.id;
  alarms.watchForMessages(`${name}GaveUp`, onFailureQueue, {
    severity: 'page',
    title: `${name}: given up`,
    whatToDo: `${name} gave up on records of the stream, or set them aside because it can never handle them. The command redrive list shows them with the reasons. The stream keeps records for 24 hours, and the events table keeps events until their retention ends. Repair the malformed items or deploy a fix, then run the command redrive retry (runbook).`,
  });
  alarms.watch(`${name}Late`, {
    severity: 'page',
    section: 'readers',
    title: `${name}: age of the oldest record (ms)`,
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'IteratorAge',
      dimensionsMap: { FunctionName: reader.lambda.functionName },
      ...perMinute.maximum,
    }),
    bound: { atLeast: Duration.minutes(5).toMilliseconds() },
    periods: 5,
    whatToDo: `${name} is more than 5 minutes behind its stream. Look for errors and throttles of the function: one bad record blocks its shard until its retries end. If there are none, the load has grown: raise the function's memory or the mapping's parallelization factor.`,
  });
  // Lambda measures the age when a batch ends: a reader that is not called at all has none.
  const period = Duration.minutes(15);
  alarms.watch(`${name}Stopped`, {
    severity: 'page',
    section: 'readers',
    title: `${name}: quarters of an hour with events and without a call`,
    metric: new MathExpression({
      // Without a value for each quarter, an alarm on a metric of DynamoDB stays as it is (docs/aws-behaviour.md#cloudwatch).
      expression: 'IF(FILL(waiting, 0) > 0 AND FILL(calls, 0) < 1, 1, 0)',
      usingMetrics: { waiting: waiting.with({ period }), calls: reader.lambda.metricInvocations({ period }) },
      period,
    }),
    bound: { atLeast: 1 },
    periods: 2,
    outOf: 8,
    whatToDo: `Events were accepted, and ${name} was not called for them. Is its event source mapping enabled (aws lambda list-event-source-mappings), and may the role of the function read the stream? Look for its throttles: are its reserved calls, or those of the account, used up? The stream keeps records for 24 hours, and the reader continues where it stopped (runbook).`,
  });
}

/** An alarm of a function that a schedule calls each minute, and that has not been called for some time. */
function watchSchedule(alarms: Alarms, { node, lambda }: ServiceFunction, minutes: number, effect: string): void {
  alarms.watch(`${node.id}Stopped`, {
    severity: 'page',
    section: 'functions',
    title: `${node.id}: calls a minute`,
    // Not recorded for a call that was throttled: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
    metric: lambda.metricInvocations(perMinute.sum),
    bound: { below: 1 },
    periods: minutes,
    whatToDo: `${node.id} was not called for ${minutes} minutes, so ${effect}. Is its schedule enabled, and may the role of the schedule call it? Look for its throttles: is the account's Lambda concurrency used up?`,
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
  const lateFirstAttempts =
    'Look for errors and throttles of FirstAttemptsSigner. If there are none, the load has grown: raise the setting delivery.concurrency.firstAttempts, and with it the Lambda concurrency of the account.';
  // A network with a burst waits for itself, since the queue is fair (docs/adr/0014-two-lanes.md), and is nobody's emergency.
  alarms.watch('FirstAttemptsLate', {
    severity: 'page',
    section: 'queues',
    title: 'FirstAttempts: age of the oldest message of networks without a burst (s)',
    metric: delivery.firstAttempts.queue.metric('ApproximateAgeOfOldestMessageInQuietGroups', perMinute.maximum),
    bound: { atLeast: Duration.minutes(1).toSeconds() },
    periods: 5,
    whatToDo: `First attempts of networks that send few events wait for more than a minute, so even healthy receivers get their webhooks late. ${lateFirstAttempts}`,
  });
  alarms.watch('FirstAttemptsBacklog', {
    severity: 'page',
    section: 'queues',
    title: 'FirstAttempts: age of the oldest message (s)',
    metric: delivery.firstAttempts.queue.metricApproximateAgeOfOldestMessage(perMinute.maximum),
    bound: { atLeast: Duration.minutes(15).toSeconds() },
    periods: 5,
    whatToDo: `First attempts wait for more than 15 minutes. If only this alarm is on, they are those of a network that sends a burst, and other networks do not wait: lower its quota of deliveries (runbook). If FirstAttemptsLate is on as well, all networks wait. ${lateFirstAttempts}`,
  });
  alarms.watch('SlowLaneLate', {
    severity: 'ticket',
    section: 'queues',
    title: 'SlowLane: age of the oldest message (s)',
    metric: delivery.slowLane.queue.metricApproximateAgeOfOldestMessage(perMinute.maximum),
    // A message's age includes its delay, which is up to 15 minutes.
    bound: { atLeast: Duration.minutes(30).toSeconds() },
    periods: 5,
    whatToDo:
      'Retries, and deliveries to slow receivers, are more than 15 minutes late. Look for errors and throttles of SlowLaneSigner. If there are none, raise the setting delivery.concurrency.slowLane, and with it the Lambda concurrency of the account.',
  });
  const unswept =
    'retries with a delay of more than 15 minutes stay in the deliveries table, and what was lost on its way is not found; they are sent once it works again';
  watchSchedule(alarms, delivery.sweep, 5, unswept);
  alarms.watch('SweepErrors', {
    severity: 'page',
    section: 'functions',
    title: 'Errors of the sweeper',
    metric: delivery.sweep.lambda.metricErrors(perMinute.sum),
    bound: { atLeast: 1 },
    periods: 5,
    whatToDo: `The sweeper fails every minute, so ${unswept}. Read the log group of Sweep, and check the deliveries table and the slow lane (throttling, permissions).`,
  });
  alarms.watch('SweepLate', {
    severity: 'ticket',
    section: 'functions',
    title: 'Found due by the sweeper: the oldest (ms)',
    metric: stageMetric(alarms.stage, 'OldestDueAge', 'maximum'),
    bound: { atLeast: Duration.minutes(10).toMilliseconds() },
    periods: 5,
    whatToDo:
      'The sweeper finds retries and backlogs 10 minutes after they were due: more is due than it can send in a minute. Are many receivers down at the same time? Look for throttles of the deliveries table and of the slow lane. If there are none, raise the setting memory.sweep; the page Scale of the documentation says what to do if that is not enough.',
  });
  // lambdas/receiver-health/health-reporter.ts
  alarms.watch('WebhooksDisabled', {
    severity: 'ticket',
    section: 'delivery',
    title: 'Webhooks disabled in an hour, since every attempt failed',
    metric: stageMetric(alarms.stage, 'WebhooksDisabled', 'sum').with({ period: Duration.hours(1) }),
    bound: { atLeast: 10 },
    periods: 1,
    whatToDo:
      'Many webhooks were disabled at the same time, because every attempt failed for 5 days. If they belong to different networks and have the same class of failure (dns, tls, unreachable), it is a fault of the service. In the log groups of the signers, entries named webhook-disabled have the webhook, its network and the reason. Notices tell the networks. Once the receivers work, admins enable the webhooks and recover the failed deliveries (POST /webhooks/{webhookId}/recover).',
  });
  // lambdas/deliveries/delivery-item.ts
  alarms.watch('DeliveriesMalformed', {
    severity: 'ticket',
    section: 'delivery',
    title: 'Malformed deliveries',
    metric: stageMetric(alarms.stage, 'DeliveriesMalformed', 'sum'),
    bound: { atLeast: 1 },
    periods: 1,
    whatToDo:
      'The item of a waiting delivery is malformed, so this delivery is not sent. All others are sent. In the log groups of SlowLaneSigner and Sweep, entries named malformed-item have its key and what is wrong. Repair the item or deploy a fix: the sweeper finds it by itself then (runbook).',
  });
}

/** Adds the alarms of notices that go out by e-mail, given where they wait and the function that sends them. */
export function watchNoticeMails(
  alarms: Alarms,
  { waiting, sender }: { readonly waiting: LaneQueue; readonly sender: ServiceFunction },
): void {
  alarms.watchForMessages('NoticesDeadLetters', waiting.deadLetters, {
    severity: 'ticket',
    title: 'Notices: dead letters',
    whatToDo:
      'A notice could not be sent by e-mail for four hours, or is malformed. Its network has got it only as an event. The log group of NoticeMails has the error. The command redrive list shows the messages with the reasons. Once the cause is removed, send them with the command redrive retry (runbook).',
  });
  watchSchedule(alarms, sender, 15, 'notices wait, for four days at most');
  alarms.watch('NoticeMailErrors', {
    severity: 'ticket',
    section: 'functions',
    title: 'Errors of NoticeMails in 15 minutes',
    // The age of the queue's oldest message would not do: SQS leaves out what was received three times (docs/aws-behaviour.md#sqs).
    metric: sender.lambda.metricErrors({ period: Duration.minutes(15), statistic: Stats.SUM }),
    bound: { atLeast: 3 },
    periods: 1,
    whatToDo:
      'Notices could not be sent by e-mail three times in 15 minutes. Read the log group of NoticeMails: is the identity of the sender still verified in SES, is the account out of its sandbox and not paused, and may the function send? Failed mails are retried for four hours (runbook).',
  });
}

function watchDeadLetters(alarms: Alarms, { node, deadLetters }: LaneQueue): void {
  alarms.watchForMessages(`${node.id}DeadLetters`, deadLetters, {
    severity: 'page',
    title: `${node.id}: dead letters`,
    whatToDo: `A delivery message failed ten times, or its webhook's item is malformed: a fault of the service and not of a receiver. The command redrive list shows the messages with the reasons. The log group of ${node.id}Signer has the error, under the id of the message. Repair the malformed item or deploy a fix, then put the messages back with the command redrive retry (runbook).`,
  });
}
