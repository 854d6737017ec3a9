/** What wakes someone about webhook delivery. A receiver that fails wakes nobody, until its webhook is disabled (decisions 25 and 26). */
import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { type Alarms, everyMinute } from './alarms.ts';
import type { LaneQueue } from './lane-queue.ts';
import type { ServiceFunction } from './service-function.ts';

/** What is watched: the lanes' queues, their signers and the sweeper. */
export interface WatchedDelivery {
  readonly firstAttempts: LaneQueue;
  readonly firstAttemptsSigner: ServiceFunction;
  readonly slowLane: LaneQueue;
  readonly slowLaneSigner: ServiceFunction;
  readonly sweep: ServiceFunction;
}

/** `stage` keeps the metrics of stages that share an account apart. */
export function watchDelivery(alarms: Alarms, delivery: WatchedDelivery, stage: string): void {
  watchDeadLetters(alarms, delivery.firstAttempts);
  watchDeadLetters(alarms, delivery.slowLane);
  alarms.watch('FirstAttemptsLate', {
    metric: delivery.firstAttempts.queue.metricApproximateAgeOfOldestMessage(everyMinute.maximum),
    atLeast: Duration.minutes(1).toSeconds(),
    periods: 5,
    whatToDo:
      'First attempts wait for more than a minute, so webhooks of receivers that are well come late. Look for errors and throttles of FirstAttemptsSigner. Without them, the load has grown: raise concurrency.firstAttempts of the stage in lib/config.ts, and the Lambda concurrency of the account with it.',
  });
  alarms.watch('SlowLaneLate', {
    metric: delivery.slowLane.queue.metricApproximateAgeOfOldestMessage(everyMinute.maximum),
    // A retry is 15 minutes old when its delay ends.
    atLeast: Duration.minutes(30).toSeconds(),
    periods: 5,
    whatToDo:
      'Retries and the deliveries of slow receivers wait for more than a quarter of an hour beyond their time. Look for errors and throttles of SlowLaneSigner. Without them, raise concurrency.slowLane of the stage in lib/config.ts, and the Lambda concurrency of the account with it.',
  });
  alarms.watch('SweepErrors', {
    metric: delivery.sweep.lambda.metricErrors(everyMinute.sum),
    atLeast: 1,
    periods: 5,
    whatToDo:
      'The sweeper fails each minute, so retries that are due later than 15 minutes stay in the deliveries table. None is lost: they go out when it works again. Read the log group of Sweep, and look at the deliveries table and the slow lane (throttling, permissions).',
  });
  watchDisabledWebhooks(alarms, [delivery.firstAttemptsSigner, delivery.slowLaneSigner], stage);
}

function watchDeadLetters(alarms: Alarms, { node, deadLetters }: LaneQueue): void {
  alarms.watchForMessages(
    `${node.id}DeadLetters`,
    deadLetters,
    `A delivery message could not be handled in ten tries, which is a fault of ours and not of a receiver. Find the error by its messageId in the log group of ${node.id}Signer, deploy the repair, and start a redrive of the dead-letter queue: a message that comes twice does no harm.`,
  );
}

function watchDisabledWebhooks(alarms: Alarms, signers: readonly ServiceFunction[], stage: string): void {
  const name = { metricNamespace: `SocialPlatformServices/${stage}`, metricName: 'WebhooksDisabled' };
  for (const signer of signers) {
    new MetricFilter(signer, 'WebhooksDisabled', {
      ...name,
      logGroup: signer.logGroup,
      // The log line of lambdas/delivery/receiver/health-reporter.ts, in Lambda's JSON.
      filterPattern: FilterPattern.stringValue('$.message.name', '=', 'webhook-disabled'),
      metricValue: '1',
    });
  }
  alarms.watch('WebhooksDisabled', {
    metric: new Metric({ namespace: name.metricNamespace, metricName: name.metricName, ...everyMinute.sum }),
    atLeast: 1,
    periods: 1,
    whatToDo:
      'A webhook was disabled because its receiver answered 410 or has only failed for 5 days. In the log groups of the signers, the line named webhook-disabled says which, of which network, and why. Tell the customer: once the receiver works, an admin enables the webhook and recovers what failed (POST /webhooks/{webhookId}/recover).',
  });
}
