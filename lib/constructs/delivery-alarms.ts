/** Alarms of delivery. A failing receiver causes none until its webhook is disabled (docs/spec/delivery.md#auto-disable). */
import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { type Alarms, perMinute } from './alarms.ts';
import type { LaneQueue } from './lane-queue.ts';
import type { ServiceFunction } from './service-function.ts';

/** What is watched: the lanes' queues, their signers and the sweeper. */
interface WatchedDelivery {
  readonly firstAttempts: LaneQueue;
  readonly firstAttemptsSigner: ServiceFunction;
  readonly slowLane: LaneQueue;
  readonly slowLaneSigner: ServiceFunction;
  readonly sweep: ServiceFunction;
}

/** Adds the alarms. `stage` is part of the metrics' namespace, since stages may share an account. */
export function watchDelivery(alarms: Alarms, delivery: WatchedDelivery, stage: string): void {
  watchDeadLetters(alarms, delivery.firstAttempts);
  watchDeadLetters(alarms, delivery.slowLane);
  alarms.watch('FirstAttemptsLate', {
    metric: delivery.firstAttempts.queue.metricApproximateAgeOfOldestMessage(perMinute.maximum),
    atLeast: Duration.minutes(1).toSeconds(),
    periods: 5,
    whatToDo:
      'First attempts wait for more than a minute, so even healthy receivers get their webhooks late. Look for errors and throttles of FirstAttemptsSigner. If there are none, the load has grown: raise concurrency.firstAttempts of the stage in lib/config.ts, and with it the Lambda concurrency of the account.',
  });
  alarms.watch('SlowLaneLate', {
    metric: delivery.slowLane.queue.metricApproximateAgeOfOldestMessage(perMinute.maximum),
    // A message's age includes its delay, which is up to 15 minutes.
    atLeast: Duration.minutes(30).toSeconds(),
    periods: 5,
    whatToDo:
      'Retries, and deliveries to slow receivers, are more than 15 minutes late. Look for errors and throttles of SlowLaneSigner. If there are none, raise concurrency.slowLane of the stage in lib/config.ts, and with it the Lambda concurrency of the account.',
  });
  alarms.watch('SweepErrors', {
    metric: delivery.sweep.lambda.metricErrors(perMinute.sum),
    atLeast: 1,
    periods: 5,
    whatToDo:
      'The sweeper fails every minute, so retries with a delay of more than 15 minutes stay in the deliveries table. None is lost: they are sent once it works again. Read the log group of Sweep, and check the deliveries table and the slow lane (throttling, permissions).',
  });
  watchDisabledWebhooks(alarms, [delivery.firstAttemptsSigner, delivery.slowLaneSigner], stage);
}

function watchDeadLetters(alarms: Alarms, { node, deadLetters }: LaneQueue): void {
  alarms.watchForMessages(
    `${node.id}DeadLetters`,
    deadLetters,
    `A delivery message failed ten times, which is a fault of the service and not of a receiver. Find the error by its messageId in the log group of ${node.id}Signer, deploy a fix, and start a redrive of the dead-letter queue. To handle a message twice does no harm.`,
  );
}

function watchDisabledWebhooks(alarms: Alarms, signers: readonly ServiceFunction[], stage: string): void {
  const name = { metricNamespace: `SocialPlatformServices/${stage}`, metricName: 'WebhooksDisabled' };
  for (const signer of signers) {
    new MetricFilter(signer, 'WebhooksDisabled', {
      ...name,
      logGroup: signer.logGroup,
      // The log entry of lambdas/delivery/receiver/health-reporter.ts, in Lambda's JSON.
      filterPattern: FilterPattern.stringValue('$.message.name', '=', 'webhook-disabled'),
      metricValue: '1',
    });
  }
  alarms.watch('WebhooksDisabled', {
    metric: new Metric({ namespace: name.metricNamespace, metricName: name.metricName, ...perMinute.sum }),
    atLeast: 1,
    periods: 1,
    whatToDo:
      'A webhook was disabled because its receiver responded with 410, or because every attempt failed for 5 days. In the log groups of the signers, the entry named webhook-disabled has the webhook, its network and the reason. Tell the customer: once the receiver works, an admin enables the webhook and recovers what failed (POST /webhooks/{webhookId}/recover).',
  });
}
