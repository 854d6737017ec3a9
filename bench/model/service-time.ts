/** How long a call of each function takes in AWS. Times are seconds. */
import { limits } from './limits.ts';
import type { Load } from './load.ts';
import type { TimedFunction, Times } from './measured.ts';

/** Deliveries to one receiver that a process sends at once while the receiver is open. */
const AT_ONCE_TO_RECEIVER = 4;
const TIME_OUT_SECONDS = 1.5;
const BATCHES_SENT_AT_ONCE = 16;
const MESSAGES_SENT_TOGETHER = 10;
const WRITES_AT_ONCE = 16;

/** Where a function runs: its MB of memory, and the times there. */
export interface Place {
  readonly memory: number;
  readonly times: Times;
}

/** Processor time with the share of a processor that the memory gives; at most a whole one, since the code has one thread. */
export function processing(of: TimedFunction, items: number, { memory, times }: Place): number {
  const { perCall, perItem } = times.processor[of];
  const share = Math.min(1, memory / limits.memoryOfProcessor.value);
  return (perCall + perItem * items) / share / 1_000;
}

const calls = (count: number, milliseconds: number): number => (count * milliseconds) / 1_000;

/** A call of a route that makes one request to DynamoDB. */
export const routeSeconds = (of: TimedFunction, place: Place): number =>
  processing(of, 0, place) + calls(1, place.times.dynamoDb);

/** A request that posts events. */
export const ingestSeconds = (events: number, place: Place): number =>
  processing('ingest', events, place) + calls(Math.ceil(events / WRITES_AT_ONCE), place.times.dynamoDb);

/** A batch of records: its networks' webhooks are read, and then a message is sent for each record and webhook. */
export function fanOutSeconds(records: number, webhooks: number, place: Place): number {
  const messages = records * webhooks;
  const rounds = Math.ceil(messages / MESSAGES_SENT_TOGETHER / BATCHES_SENT_AT_ONCE);
  return processing('fanOut', messages, place) + calls(1, place.times.dynamoDb) + calls(rounds, place.times.sendBatch);
}

/** A batch of records that become activity records, written at the same time; a comment needs two writes, one after the other. */
export const recordActivitySeconds = (records: number, place: Place): number =>
  processing('recordActivity', records, place) + calls(2, place.times.dynamoDb);

/**
 * A batch of deliveries that are attempted, and then written together. It takes as long as the slowest of its receivers: the mean of
 * the maximum of n exponential times is the mean times 1 + 1/2 + … + 1/n.
 */
export function attemptsSeconds(deliveries: number, load: Load, place: Place): number {
  const receivers = load.networks * load.webhooksPerNetwork;
  const rounds = Math.ceil(Math.ceil(deliveries / receivers) / AT_ONCE_TO_RECEIVER);
  let slowest = 0;
  for (let n = 1; n <= deliveries; n++) slowest += load.receiverMilliseconds / 1_000 / n;
  return (
    processing('signer', deliveries, place) +
    rounds * Math.min(TIME_OUT_SECONDS, slowest) +
    calls(1, place.times.dynamoDb)
  );
}

/** A batch of deliveries that are held: read and written, not sent. */
export const heldSeconds = (deliveries: number, place: Place): number =>
  processing('signer', deliveries, place) + calls(2, place.times.dynamoDb);

/** What one requeued delivery costs the sweeper: a message of fan-out, and a write like that of an activity record. */
export const requeueSeconds = (place: Place): number =>
  processing('fanOut', 1, place) -
  processing('fanOut', 0, place) +
  processing('recordActivity', 1, place) -
  processing('recordActivity', 0, place);
