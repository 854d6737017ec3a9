/**
 * Webhook delivery: fan-out of the events stream, two lanes with a signer each, and the sweeper.
 *
 * The lanes share only the tables, so slow or dead receivers delay the slow lane, never the fast one
 * (docs/spec/delivery.md#isolation).
 */
import { Construct } from 'constructs';
import type { Lane } from '../../contract/lane.ts';
import { dueIndex, waitingIndex, webhookDueIndex } from '../../contract/tables.ts';
import { EveryMinute } from '../constructs/every-minute.ts';
import { LaneQueue } from '../constructs/lane-queue.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { StreamConsumer } from '../constructs/stream-consumer.ts';
import { indexArn, networkSettingsOnly } from '../constructs/table-permissions.ts';
import { callsOfStreamReader } from '../needed-concurrency.ts';
import type { Capability } from './capability.ts';

/** The most that Lambda allows without a batching window, and that SQS returns at once. */
export const MESSAGES_PER_BATCH = 10;
/** A batch makes its attempts concurrently, within 1.5 s, and writes. */
const SIGNER_TIMEOUT_SECONDS = 10;

interface DeliveryProps extends Omit<Capability, 'http'> {
  /** Where notices wait for the next mail; absent in a stage that sends none. */
  readonly noticeMails: LaneQueue | undefined;
}

export class WebhookDelivery extends Construct {
  readonly firstAttempts: LaneQueue;
  readonly slowLane: LaneQueue;
  readonly firstAttemptsSigner: ServiceFunction;
  readonly slowLaneSigner: ServiceFunction;
  /** The reader of the events stream that sends the messages of deliveries. */
  readonly fanOut: StreamConsumer;
  readonly sweep: ServiceFunction;

  constructor(scope: Construct, id: string, props: DeliveryProps) {
    super(scope, id);
    const { concurrency } = props.delivery;
    this.firstAttempts = new LaneQueue(this, 'FirstAttempts');
    this.slowLane = new LaneQueue(this, 'SlowLane');
    this.fanOut = this.addFanOut(props);
    this.firstAttemptsSigner = this.addSigner('fast', this.firstAttempts, concurrency.firstAttempts, props);
    this.slowLaneSigner = this.addSigner('slow', this.slowLane, concurrency.slowLane, props);
    this.sweep = this.addSweep(props);
  }

  private addFanOut({ concurrency, functions, memory, noticeMails, tables }: DeliveryProps): StreamConsumer {
    const { events, networks, webhooks } = tables;
    const reader = new ServiceFunction(this, 'FanOut', {
      defaults: functions,
      handler: 'delivery/worker/fan-out',
      description: 'Sends a message for each event and webhook with a matching pattern',
      memory: memory.stream,
      rolledBackBy: 'FanOutErrors',
      timeoutSeconds: 60,
      reservedCalls: concurrency.reserved && callsOfStreamReader(concurrency),
      tables: { NETWORKS_TABLE: networks, WEBHOOKS_TABLE: webhooks },
      settings: {
        FIRST_ATTEMPTS_QUEUE_URL: this.firstAttempts.queue.queueUrl,
        SLOW_LANE_QUEUE_URL: this.slowLane.queue.queueUrl,
        SLOW_LANE_DEAD_LETTER_QUEUE_URL: this.slowLane.deadLetters.queueUrl,
        ...(noticeMails && { NOTICES_QUEUE_URL: noticeMails.queue.queueUrl }),
      },
    });
    reader.allow(['dynamodb:GetItem'], networks.tableArn, networkSettingsOnly);
    reader.allow(['dynamodb:Query'], webhooks.tableArn);
    reader.allow(['sqs:SendMessage'], this.firstAttempts.queue.queueArn);
    reader.allow(['sqs:SendMessage'], this.slowLane.queue.queueArn);
    reader.allow(['sqs:SendMessage'], this.slowLane.deadLetters.queueArn);
    if (noticeMails) reader.allow(['sqs:SendMessage'], noticeMails.queue.queueArn);

    return new StreamConsumer(this, 'EventsStream', {
      reader,
      table: events,
      batchesPerShard: concurrency.batchesPerShard,
    });
  }

  private addSigner(
    lane: Lane,
    { node, queue }: LaneQueue,
    maxConcurrency: number,
    { delivery, functions, memory, tables }: DeliveryProps,
  ): ServiceFunction {
    const { audit, deliveries, events, networks, webhooks } = tables;
    const signer = new ServiceFunction(this, `${node.id}Signer`, {
      defaults: functions,
      handler: 'delivery/worker/sign-and-send',
      description: `Signs and sends webhook deliveries of the ${lane} lane`,
      memory: memory.delivery,
      rolledBackBy: `${node.id}SignerErrors`,
      timeoutSeconds: SIGNER_TIMEOUT_SECONDS,
      tables: {
        AUDIT_TABLE: audit,
        DELIVERIES_TABLE: deliveries,
        EVENTS_TABLE: events,
        NETWORKS_TABLE: networks,
        WEBHOOKS_TABLE: webhooks,
      },
      settings: {
        DELIVERY_LANE: lane,
        DELIVERY_SETTINGS: JSON.stringify(delivery.settings),
        SLOW_LANE_QUEUE_URL: this.slowLane.queue.queueUrl,
      },
      // The turns of a backlog, and the pages of a recovery, are chains of messages in the slow lane.
      loops: lane === 'slow',
    });
    signer.allow(
      ['dynamodb:BatchWriteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      deliveries.tableArn,
    );
    if (lane === 'slow') {
      signer.allow(['dynamodb:BatchGetItem', 'dynamodb:Query'], deliveries.tableArn);
      signer.allow(['dynamodb:Query'], indexArn(deliveries, waitingIndex));
    }
    // A notice is an event of the service's own.
    signer.allow(['dynamodb:GetItem', 'dynamodb:PutItem'], events.tableArn);
    signer.allow(['dynamodb:GetItem'], networks.tableArn, networkSettingsOnly);
    signer.allow(['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'], webhooks.tableArn);
    signer.allow(['dynamodb:PutItem'], audit.tableArn);
    signer.allow(['sqs:SendMessage'], this.slowLane.queue.queueArn);
    new QueueConsumer(this, `${node.id}Reading`, {
      reader: signer,
      queue,
      batchSize: MESSAGES_PER_BATCH,
      maxConcurrency,
    });
    return signer;
  }

  private addSweep({ functions, memory, tables: { deliveries, webhooks } }: DeliveryProps): ServiceFunction {
    const sweep = new ServiceFunction(this, 'Sweep', {
      defaults: functions,
      handler: 'delivery/worker/sweep',
      description: 'Sends what is due to the slow lane, each minute',
      memory: memory.sweep,
      timeoutSeconds: 60,
      tables: { DELIVERIES_TABLE: deliveries, WEBHOOKS_TABLE: webhooks },
      settings: { SLOW_LANE_QUEUE_URL: this.slowLane.queue.queueUrl },
    });
    sweep.allow(['dynamodb:UpdateItem'], deliveries.tableArn);
    sweep.allow(['dynamodb:Query'], indexArn(deliveries, dueIndex));
    sweep.allow(['dynamodb:Query'], indexArn(webhooks, webhookDueIndex));
    sweep.allow(['sqs:SendMessage'], this.slowLane.queue.queueArn);
    new EveryMinute(this, 'SweepSchedule', sweep);
    return sweep;
  }
}
