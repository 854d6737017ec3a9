/**
 * Webhook delivery: fan-out of the events stream, two lanes with a signer each, and the sweeper.
 *
 * The lanes share only the tables, so slow or dead receivers delay the slow lane, never the fast one
 * (docs/spec/delivery.md#isolation).
 */
import { Construct } from 'constructs';
import type { Lane } from '../../contract/delivery-settings.ts';
import { acceptedIndex, dueIndex, waitingIndex, webhookDueIndex } from '../../contract/tables.ts';
import type { StageConfig } from '../config.ts';
import { sendsToTargets } from '../constructs/destinations.ts';
import { callEveryMinute } from '../constructs/every-minute.ts';
import { consumeQueue, LaneQueue } from '../constructs/lane-queue.ts';
import type { SenderNetwork } from '../constructs/sender-network.ts';
import { type FunctionDefaults, ServiceFunction } from '../constructs/service-function.ts';
import { StreamConsumer } from '../constructs/stream-consumer.ts';
import { given, on, onIndex, readsSettings, sends, type Use } from '../constructs/uses.ts';
import { callsOfStreamReader } from '../needed-concurrency.ts';
import type { Tables } from '../stacks/data.ts';
import { removalPolicy } from '../stacks/stage-stack.ts';

/** The most that Lambda allows without a batching window, and that SQS returns at once. */
export const MESSAGES_PER_BATCH = 10;
/** A batch makes its attempts concurrently, within 1.5 s, and writes. */
const SIGNER_TIMEOUT_SECONDS = 10;

/** What functions that nobody calls by a route are made of. */
export interface WorkerProps {
  readonly config: StageConfig;
  readonly functions: FunctionDefaults;
  readonly tables: Tables;
  /** Of the functions that send to receivers; absent in a stage without addresses of its own. */
  readonly network: SenderNetwork | undefined;
}

interface DeliveryProps extends WorkerProps {
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
  private readonly sendsToSlowLane: Use;

  constructor(scope: Construct, id: string, props: DeliveryProps) {
    super(scope, id);
    const { concurrency } = props.config.delivery;
    const failurePolicy = removalPolicy(props.config);
    this.firstAttempts = new LaneQueue(this, 'FirstAttempts', { failurePolicy });
    this.slowLane = new LaneQueue(this, 'SlowLane', { failurePolicy });
    this.sendsToSlowLane = sends(this.slowLane.queue, 'SLOW_LANE_QUEUE_URL');
    this.fanOut = this.addFanOut(props);
    this.firstAttemptsSigner = this.addSigner('fast', this.firstAttempts, concurrency.firstAttempts, props);
    this.slowLaneSigner = this.addSigner('slow', this.slowLane, concurrency.slowLane, props);
    this.sweep = this.addSweep(props);
  }

  private addFanOut({ config, functions, noticeMails, tables }: DeliveryProps): StreamConsumer {
    const { concurrency, memory } = config;
    const reader = new ServiceFunction(this, 'FanOut', {
      defaults: functions,
      handler: 'delivery/fan-out',
      description: 'Sends each event to the lanes, with the webhooks that ask for it',
      memory: memory.stream,
      timeoutSeconds: 60,
      reservedCalls: concurrency.reserved && callsOfStreamReader(concurrency),
      rolledBackBy: 'FanOutErrors',
      uses: [
        readsSettings(tables.networks),
        on(tables.webhooks, 'Query'),
        sends(this.firstAttempts.queue, 'FIRST_ATTEMPTS_QUEUE_URL'),
        this.sendsToSlowLane,
        sends(this.slowLane.deadLetters, 'SLOW_LANE_DEAD_LETTER_QUEUE_URL'),
        ...(noticeMails ? [sends(noticeMails.queue, 'NOTICES_QUEUE_URL')] : []),
      ],
    });
    return new StreamConsumer(this, 'EventsStream', {
      reader,
      table: tables.events,
      batchesPerShard: concurrency.batchesPerShard,
      failurePolicy: removalPolicy(config),
    });
  }

  private addSigner(
    lane: Lane,
    { node, queue }: LaneQueue,
    maxConcurrency: number,
    { config, functions, network, tables }: DeliveryProps,
  ): ServiceFunction {
    const { audit, deliveries, events, networks, webhooks } = tables;
    const signer = new ServiceFunction(this, `${node.id}Signer`, {
      defaults: functions,
      handler: 'delivery/sign-and-send',
      description: `Signs and sends webhook deliveries of the ${lane} lane`,
      memory: config.memory.delivery,
      rolledBackBy: `${node.id}SignerErrors`,
      network,
      timeoutSeconds: SIGNER_TIMEOUT_SECONDS,
      uses: [
        given({
          DELIVERY_LANE: lane,
          DELIVERY_SETTINGS: JSON.stringify(config.delivery.settings ?? {}),
        }),
        ...sendsToTargets(config),
        on(deliveries, 'BatchWriteItem', 'GetItem', 'PutItem', 'UpdateItem'),
        ...(lane === 'slow'
          ? [on(deliveries, 'BatchGetItem', 'Query'), onIndex(deliveries, waitingIndex), onIndex(events, acceptedIndex)]
          : []),
        // A notice is an event of the service's own.
        on(events, 'GetItem', 'PutItem'),
        readsSettings(networks),
        on(webhooks, 'GetItem', 'Query', 'UpdateItem'),
        on(audit, 'PutItem'),
        this.sendsToSlowLane,
      ],
      // The turns of a backlog, and the pages of a recovery, are chains of messages in the slow lane.
      loops: lane === 'slow',
    });
    consumeQueue(signer, `${node.id}Reading`, { queue, batchSize: MESSAGES_PER_BATCH, maxConcurrency });
    return signer;
  }

  private addSweep({ config, functions, tables: { deliveries, webhooks } }: DeliveryProps): ServiceFunction {
    const sweep = new ServiceFunction(this, 'Sweep', {
      defaults: functions,
      handler: 'delivery/sweep',
      description: 'Sends what is due to the slow lane, each minute',
      memory: config.memory.sweep,
      timeoutSeconds: 60,
      uses: [
        on(deliveries, 'UpdateItem'),
        onIndex(deliveries, dueIndex),
        onIndex(webhooks, webhookDueIndex),
        this.sendsToSlowLane,
      ],
    });
    callEveryMinute(this, 'SweepSchedule', sweep);
    return sweep;
  }
}
