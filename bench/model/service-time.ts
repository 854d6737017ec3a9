/** How long a call of each function takes in AWS. Times are seconds. */
import { limits } from './limits.ts';
import type { Load } from './load.ts';
import { assumptions, processorTimes, type TimedFunction } from './measured.ts';

/** Deliveries to one receiver that a process sends at once while the receiver is open. */
const AT_ONCE_TO_RECEIVER = 4;
const TIME_OUT_SECONDS = 1.5;
const BATCHES_SENT_AT_ONCE = 16;
const MESSAGES_SENT_TOGETHER = 10;
const WRITES_AT_ONCE = 16;

/** Processor time with the share of a processor that the memory gives; at most a whole one, since the code has one thread. */
export function processing(of: TimedFunction, items: number, memory: number): number {
  const { perCall, perItem } = processorTimes.of[of];
  const share = Math.min(1, memory / limits.memoryOfProcessor.value);
  return (perCall + perItem * items) / share / 1_000;
}

const calls = (count: number, milliseconds: number): number => (count * milliseconds) / 1_000;

/** A call of a route that makes one request to DynamoDB. */
export const routeSeconds = (of: TimedFunction, memory: number): number =>
  processing(of, 0, memory) + calls(1, assumptions.dynamoDbMilliseconds);

/** A request that posts events. */
export const ingestSeconds = (events: number, memory: number): number =>
  processing('ingest', events, memory) + calls(Math.ceil(events / WRITES_AT_ONCE), assumptions.dynamoDbMilliseconds);

/** A batch of records: its networks' webhooks are read, and then a message is sent for each record and webhook. */
export function fanOutSeconds(records: number, webhooks: number, memory: number): number {
  const messages = records * webhooks;
  const rounds = Math.ceil(messages / MESSAGES_SENT_TOGETHER / BATCHES_SENT_AT_ONCE);
  return (
    processing('fanOut', messages, memory) +
    calls(1, assumptions.dynamoDbMilliseconds) +
    calls(rounds, assumptions.sendBatchMilliseconds)
  );
}

/** A batch of records that become activity records, which are written at the same time. */
export const recordActivitySeconds = (records: number, memory: number): number =>
  processing('recordActivity', records, memory) + calls(1, assumptions.dynamoDbMilliseconds);

/**
 * A batch of deliveries that are attempted, and then written together. It takes as long as the slowest of its receivers: the mean of
 * the maximum of n exponential times is the mean times 1 + 1/2 + … + 1/n.
 */
export function attemptsSeconds(deliveries: number, load: Load, memory: number): number {
  const receivers = load.networks * load.webhooksPerNetwork;
  const rounds = Math.ceil(Math.ceil(deliveries / receivers) / AT_ONCE_TO_RECEIVER);
  let slowest = 0;
  for (let n = 1; n <= deliveries; n++) slowest += load.receiverMilliseconds / 1_000 / n;
  return (
    processing('signer', deliveries, memory) +
    rounds * Math.min(TIME_OUT_SECONDS, slowest) +
    calls(1, assumptions.dynamoDbMilliseconds)
  );
}

/** A batch of deliveries that are held: read and written, not sent. */
export const heldSeconds = (deliveries: number, memory: number): number =>
  processing('signer', deliveries, memory) + calls(2, assumptions.dynamoDbMilliseconds);

/** What one requeued delivery costs the sweeper: a message of fan-out, and a write like that of an activity record. */
export const requeueSeconds = (memory: number): number =>
  processing('fanOut', 1, memory) -
  processing('fanOut', 0, memory) +
  processing('recordActivity', 1, memory) -
  processing('recordActivity', 0, memory);
