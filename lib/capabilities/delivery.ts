/**
 * Webhook delivery: fan-out of the events stream, two lanes with a signer each, and the sweeper (decisions 22–28).
 *
 * The lanes share nothing but the tables: a receiver that is slow or dead takes the slow lane's time, never the fast one's.
 */
import { Construct } from 'constructs';
import { EveryMinute } from '../constructs/every-minute.ts';
import { LaneQueue } from '../constructs/lane-queue.ts';
import { networkSettingsOnly } from '../constructs/network-settings-only.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { StreamConsumer } from '../constructs/stream-consumer.ts';
import { indexArn } from '../constructs/table-index.ts';
import type { Capability } from './capability.ts';

/** Lambda's own bound without a batching window, and the size at which SQS hands out messages. */
const MESSAGES_PER_BATCH = 10;
/** A batch attempts once, 1.5 s, and writes. */
const SIGNER_TIMEOUT_SECONDS = 10;

type DeliveryProps = Omit<Capability, 'http'>;

export class WebhookDelivery extends Construct {
  readonly firstAttempts: LaneQueue;
  readonly slowLane: LaneQueue;
  readonly firstAttemptsSigner: ServiceFunction;
  readonly slowLaneSigner: ServiceFunction;
  /** The second reader of the events stream, for the alarms. */
  readonly fanOut: { readonly reader: ServiceFunction; readonly consumer: StreamConsumer };
  readonly sweep: ServiceFunction;

  constructor(scope: Construct, id: string, props: DeliveryProps) {
    super(scope, id);
    const { concurrency } = props.delivery;
    this.firstAttempts = new LaneQueue(this, 'FirstAttempts', { name: 'FirstAttempts' });
    this.slowLane = new LaneQueue(this, 'SlowLane', { name: 'SlowLane' });
    this.fanOut = this.addFanOut(props);
    this.firstAttemptsSigner = this.addSigner(
      'FirstAttempts',
      'fast',
      this.firstAttempts,
      concurrency.firstAttempts,
      props,
    );
    this.slowLaneSigner = this.addSigner('SlowLane', 'slow', this.slowLane, concurrency.slowLane, props);
    this.sweep = this.addSweep(props);
  }

  private addFanOut({ functions, memory, tables }: DeliveryProps): WebhookDelivery['fanOut'] {
    const { events, networks, webhooks } = tables;
    const reader = new ServiceFunction(this, 'FanOut', {
      defaults: functions,
      handler: 'delivery/worker/fan-out',
      description: 'Makes one message of each event and webhook that asks for it',
      memory: memory.stream,
      timeoutSeconds: 60,
      tables: { NETWORKS_TABLE: networks, WEBHOOKS_TABLE: webhooks },
      settings: {
        FIRST_ATTEMPTS_QUEUE_URL: this.firstAttempts.queue.queueUrl,
        SLOW_LANE_QUEUE_URL: this.slowLane.queue.queueUrl,
      },
    });
    reader.allow(['dynamodb:GetItem'], networks.tableArn, networkSettingsOnly);
    reader.allow(['dynamodb:Query'], webhooks.tableArn);
    reader.allow(['sqs:SendMessage'], this.firstAttempts.queue.queueArn);
    reader.allow(['sqs:SendMessage'], this.slowLane.queue.queueArn);

    if (events.tableStreamArn === undefined) throw new Error('The events table has no stream to fan out.');
    const consumer = new StreamConsumer(this, 'EventsStream', {
      reader,
      streamArn: events.tableStreamArn,
      reading: { batchSize: 100, retries: 10, maxAgeHours: 12 },
    });
    return { reader, consumer };
  }

  private addSigner(
    name: 'FirstAttempts' | 'SlowLane',
    lane: 'fast' | 'slow',
    { queue }: LaneQueue,
    maxConcurrency: number,
    { delivery, functions, memory, tables }: DeliveryProps,
  ): ServiceFunction {
    const { deliveries, events, networks, webhooks } = tables;
    const signer = new ServiceFunction(this, `${name}Signer`, {
      defaults: functions,
      handler: 'delivery/worker/sign-and-send',
      description: `Signs and sends webhook deliveries of the ${lane} lane`,
      memory: memory.delivery,
      timeoutSeconds: SIGNER_TIMEOUT_SECONDS,
      tables: {
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
    });
    const outcomes = ['BatchGetItem', 'BatchWriteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'];
    signer.allow(
      outcomes.map((action) => `dynamodb:${action}`),
      deliveries.tableArn,
    );
    signer.allow(['dynamodb:Query'], indexArn(deliveries, 'waiting'));
    signer.allow(['dynamodb:GetItem'], events.tableArn);
    signer.allow(['dynamodb:GetItem'], networks.tableArn, networkSettingsOnly);
    signer.allow(['dynamodb:Query', 'dynamodb:UpdateItem'], webhooks.tableArn);
    signer.allow(['sqs:SendMessage'], this.slowLane.queue.queueArn);
    new QueueConsumer(this, `${name}Reading`, {
      reader: signer,
      queue,
      batchSize: MESSAGES_PER_BATCH,
      maxConcurrency,
    });
    return signer;
  }

  private addSweep({ functions, memory, tables: { deliveries } }: DeliveryProps): ServiceFunction {
    const sweep = new ServiceFunction(this, 'Sweep', {
      defaults: functions,
      handler: 'delivery/worker/sweep',
      description: 'Puts retries whose time has come into the slow lane, each minute',
      memory: memory.delivery,
      timeoutSeconds: 60,
      tables: { DELIVERIES_TABLE: deliveries },
      settings: { SLOW_LANE_QUEUE_URL: this.slowLane.queue.queueUrl },
    });
    sweep.allow(['dynamodb:UpdateItem'], deliveries.tableArn);
    sweep.allow(['dynamodb:Query'], indexArn(deliveries, 'due'));
    sweep.allow(['sqs:SendMessage'], this.slowLane.queue.queueArn);
    new EveryMinute(this, 'SweepSchedule', sweep);
    return sweep;
  }
}
