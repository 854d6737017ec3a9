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
      'At least one response in a hundred has status 5xx. If something was deployed in the last hour, roll back first. In the access log, find entries whose status is 500 or more. Each entry has the routeKey and the lambdaRequestId of the request. Search the log group of the function for this id.',
  });
  // contract/metrics.ts
  alarms.watch('RefusedByGateway', {
    severity: 'page',
    section: 'api',
    title: 'Requests that API Gateway itself refused (429, 500)',
    metric: stageMetric(alarms.stage, 'RefusedByGateway', 'sum'),
    bound: { atLeast: 1 },
    periods: 2,
    whatToDo:
      'API Gateway itself refuses requests, without calling a function. In the access log, find entries with status 429 or 500 and without a lambdaRequestId. If the status is 429, the route in routeKey gets more requests than the setting api.throttle allows. Find out which network sends them. If the status is 500, the authorizer fails or is throttled, so it refuses callers with valid tokens. Read the log group of the authorizer, and check the networks table (throttling, permissions) and the last deployment. Invalid tokens do not cause this alarm.',
  });
}

/** Watches for quotas that can't be asked. */
export function watchQuotas(alarms: Alarms): void {
  // lambdas/shared/quotas/quota-limiter.ts
  alarms.watch('QuotasUnavailable', {
    severity: 'ticket',
    section: 'quotas',
    title: 'Quotas that could not be checked',
    metric: stageMetric(alarms.stage, 'QuotasUnavailable', 'sum'),
    bound: { atLeast: 5 },
    periods: 3,
    whatToDo:
      'Routes could not use the quotas table, so they accept requests without checking quotas. In the log groups of the routes, entries named quotas-unavailable have the error. Check the quotas table (throttling, permissions) and the last deployment. If a network floods the stage, switch off the feature that it uses (runbook).',
  });
}

/** Adds the alarms of a reader. `waiting` counts the records that it should be called for. */
export function watchStreamReader(alarms: Alarms, { reader, onFailureQueue }: StreamConsumer, waiting: Metric): void {
  const name = reader.node.id;
  alarms.watchForMessages(`${name}GaveUp`, onFailureQueue, {
    severity: 'page',
    title: `${name}: given up`,
    whatToDo: `${name} gave up events: it failed to handle them several times, or can never handle them. The command redrive list shows these events with the reasons. Repair the malformed items or deploy a fix. Then run the command redrive retry (runbook), if possible within 24 hours: the stream keeps records for 24 hours, and the events table keeps events until their retention ends.`,
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
    whatToDo: `${name} is more than 5 minutes behind its stream. Look for errors and throttles of the function. A record that keeps failing blocks its shard until its retries end. If there are neither errors nor throttles, the load has grown, so raise the setting concurrency.batchesPerShard or memory.stream.`,
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
    whatToDo: `Events were accepted, but Lambda did not call ${name} for these events. Check whether the event source mapping of the function is enabled (aws lambda list-event-source-mappings), and whether the role of the function may read the stream. Check the throttles of the function: its reserved concurrency, or the concurrency of the account, can be used up. The stream keeps records for 24 hours, and the function continues where it stopped (runbook).`,
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
    whatToDo: `${node.id} was not called for ${minutes} minutes. ${effect} Check whether the schedule of the function is enabled, and whether the role of the schedule may call the function. Check the throttles of the function: the Lambda concurrency of the account can be used up.`,
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
    'Look for errors and throttles of FirstAttemptsSigner. If there are none, the load has grown, so raise the setting delivery.concurrency.firstAttempts and the Lambda concurrency of the account.';
  // A network with a burst waits for itself, since the queue is fair (docs/adr/0014-two-lanes.md), and is nobody's emergency.
  alarms.watch('FirstAttemptsLate', {
    severity: 'page',
    section: 'queues',
    title: 'FirstAttempts: age of the oldest message of networks without a burst (s)',
    metric: delivery.firstAttempts.queue.metric('ApproximateAgeOfOldestMessageInQuietGroups', perMinute.maximum),
    bound: { atLeast: Duration.minutes(1).toSeconds() },
    periods: 5,
    whatToDo: `First attempts wait for more than a minute, even those of networks that send few events. So even healthy receivers get events late. ${lateFirstAttempts}`,
  });
  alarms.watch('FirstAttemptsBacklog', {
    severity: 'page',
    section: 'queues',
    title: 'FirstAttempts: age of the oldest message (s)',
    metric: delivery.firstAttempts.queue.metricApproximateAgeOfOldestMessage(perMinute.maximum),
    bound: { atLeast: Duration.minutes(15).toSeconds() },
    periods: 5,
    whatToDo: `First attempts wait for more than 15 minutes. If the alarm FirstAttemptsLate is not on, these first attempts belong to a network that sends a burst of events, and the other networks do not wait. In this case, lower the quota of deliveries of this network (runbook). If FirstAttemptsLate is on as well, all networks wait. ${lateFirstAttempts}`,
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
      'Retries, and deliveries to receivers that are new, slow, failing, throttled or down, are more than 15 minutes late. If a network sends a burst of events, some of its first attempts are late as well. Look for errors and throttles of SlowLaneSigner. If there are none, raise the setting delivery.concurrency.slowLane and the Lambda concurrency of the account.',
  });
  const unswept =
    'Until it works again, retries with a delay of more than 15 minutes stay in the deliveries table, and deliveries whose message was lost are not sent.';
  watchSchedule(alarms, delivery.sweep, 5, unswept);
  alarms.watch('SweepErrors', {
    severity: 'page',
    section: 'functions',
    title: 'Errors of the sweeper',
    metric: delivery.sweep.lambda.metricErrors(perMinute.sum),
    bound: { atLeast: 1 },
    periods: 5,
    whatToDo: `The sweeper fails every minute. ${unswept} Read the log group of Sweep, and check the deliveries table and the queue SlowLane (throttling, permissions).`,
  });
  alarms.watch('SweepLate', {
    severity: 'ticket',
    section: 'functions',
    title: 'How long the oldest delivery found by the sweeper was due (ms)',
    metric: stageMetric(alarms.stage, 'OldestDueAge', 'maximum'),
    bound: { atLeast: Duration.minutes(10).toMilliseconds() },
    periods: 5,
    whatToDo:
      'The sweeper finds retries and backlogs 10 minutes after they were due, because more deliveries are due than it can queue in a minute. Check whether many receivers are down at the same time. Look for throttles of the deliveries table and of the queue SlowLane. If there are none, raise the setting memory.sweep. If that is not enough, the page Scale of the documentation says what to do.',
  });
  // lambdas/receiver-health/health-reporter.ts
  alarms.watch('WebhooksDisabled', {
    severity: 'ticket',
    section: 'delivery',
    title: 'Webhooks disabled in an hour because every attempt failed',
    metric: stageMetric(alarms.stage, 'WebhooksDisabled', 'sum').with({ period: Duration.hours(1) }),
    bound: { atLeast: 10 },
    periods: 1,
    whatToDo:
      'Ten or more webhooks were disabled in an hour, because every attempt failed for 5 days. If the webhooks belong to different networks and have the same class of failure (dns, tls, unreachable), the cause is probably a fault of the service. In the log groups of the signers, entries named webhook-disabled have the webhook, its network and the reason. The networks get notices. Once the receivers work, admins enable the webhooks and recover the failed deliveries (POST /webhooks/{webhookId}/recover).',
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
      'The item of a waiting delivery is malformed, so this delivery is not sent. All other deliveries are sent. In the log groups of the signers and Sweep, entries named malformed-item have the key of the item and the problem. Repair the item or deploy a fix. The sweeper then sends the delivery within a minute (runbook).',
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
      'A notice could not be sent by e-mail for four hours, or it is malformed. The network has got this notice only as an event. The log group of NoticeMails has the error. The command redrive list shows the failed notices with the reasons. After you have removed the cause, send these notices with the command redrive retry (runbook).',
  });
  watchSchedule(alarms, sender, 15, 'Notices wait in the queue for at most four days.');
  alarms.watch('NoticeMailErrors', {
    severity: 'ticket',
    section: 'functions',
    title: 'Errors of NoticeMails in 15 minutes',
    // The age of the queue's oldest message would not do: SQS leaves out what was received three times (docs/aws-behaviour.md#sqs).
    metric: sender.lambda.metricErrors({ period: Duration.minutes(15), statistic: Stats.SUM }),
    bound: { atLeast: 3 },
    periods: 1,
    whatToDo:
      'Three or more calls of NoticeMails failed in 15 minutes, so notices are not sent by e-mail. Read the log group of NoticeMails. Check whether the identity of the sender is still verified in SES, whether the account is out of the sandbox of SES and not paused, and whether the function may send mails. The function retries failed mails for four hours (runbook).',
  });
}

function watchDeadLetters(alarms: Alarms, { node, deadLetters }: LaneQueue): void {
  alarms.watchForMessages(`${node.id}DeadLetters`, deadLetters, {
    severity: 'page',
    title: `${node.id}: dead letters`,
    whatToDo: `The message of a delivery failed ten times, or the item of its webhook is malformed. The cause is a fault of the service, and not of a receiver. The command redrive list shows the failed messages with the reasons. The log group of ${node.id}Signer has the error, with the id of the message. Repair the malformed item or deploy a fix. Then send the messages back to their queue with the command redrive retry (runbook).`,
  });
}
