/** Event sources with faults: what comes twice, as two batches, in another order, late, or not at all because it runs in a loop. */
import { hash } from 'node:crypto';
import type { Message } from '@aws-sdk/client-sqs';
import { type Deliveries, inBatches } from '../event-sources/deliveries.ts';
import type { StreamRecord } from '../event-sources/records.ts';
import { isObject } from '../template/json.ts';
import type { Decisions } from './decisions.ts';
import { LONGEST_CHAIN, timesInvoked, traceOf, traceOfInvocation, withSystemTrace } from './traces.ts';

export function faultyDeliveries(decisions: Decisions): Deliveries {
  return {
    batches: ({ logicalId, batchSize }, records) => disturbedBatches(decisions, logicalId, records, batchSize),
    hides: ({ logicalId }) => decisions.next('empty receive', logicalId) !== undefined,
    received({ logicalId, pool: { definition } }, received) {
      const loops = (message: Message): boolean =>
        !definition.mayLoop && timesInvoked(traceOf(message), definition.arn) >= LONGEST_CHAIN;
      const all = received.map(withSystemTrace);
      const messages = inAnyOrder(
        all.filter((message) => !loops(message)),
        logicalId,
        decisions,
      );
      const again = messages.filter(() => decisions.next('delivered twice', logicalId) !== undefined);
      const deliveries = [messages, again]
        .filter(({ length }) => length > 0)
        .map((delivered) => ({ messages: delivered, trace: longestTrace(delivered, definition.arn) }));
      return { deliveries, stopped: all.filter(loops) };
    },
  };
}

function inAnyOrder(messages: readonly Message[], key: string, decisions: Decisions): readonly Message[] {
  const injection = messages.length < 2 ? undefined : decisions.next('other order', key);
  if (injection === undefined) return messages;
  const start = 1 + Math.floor(injection.extent * (messages.length - 1));
  return [...messages.slice(start), ...messages.slice(0, start)];
}

/** A batch has one trace: that of the message whose chain is the longest, which is the one to be stopped first. */
function longestTrace(messages: readonly Message[], functionArn: string): string {
  const traces = messages.map(traceOf);
  const longest = traces.reduce((one, other) =>
    timesInvoked(other, functionArn) > timesInvoked(one, functionArn) ? other : one,
  );
  return traceOfInvocation(longest, functionArn);
}

type Batch = readonly StreamRecord[];

/** The batches of `records`, each of at most `size`, in the order of delivery. `key` names their mapping. */
export const disturbedBatches = (
  decisions: Decisions,
  key: string,
  records: readonly StreamRecord[],
  size: number,
): readonly Batch[] =>
  inShards(records, key, decisions)
    .flatMap((shard) => inBatches(shard, size))
    .flatMap((batch) => split(batch, key, decisions))
    .flatMap((batch) => (decisions.next('delivered twice', key) === undefined ? [batch] : [batch, batch]));

/**
 * A stream has several shards, each in order, with all records of an item in one of them. The emulator has one shard,
 * so its records are divided by item, and now and then the second half comes first.
 */
function inShards(
  records: readonly StreamRecord[],
  key: string,
  decisions: Decisions,
): readonly (readonly StreamRecord[])[] {
  const first = records.filter((record) => isInFirstShard(record));
  const second = records.filter((record) => !isInFirstShard(record));
  if (first.length === 0 || second.length === 0) return [records];
  return decisions.next('other order', key) === undefined ? [records] : [second, first];
}

function isInFirstShard({ json }: StreamRecord): boolean {
  const keys = isObject(json) && isObject(json['dynamodb']) ? json['dynamodb']['Keys'] : undefined;
  return hash('sha256', JSON.stringify(keys ?? null)) < '8';
}

function split(
  batch: readonly StreamRecord[],
  key: string,
  decisions: Decisions,
): readonly (readonly StreamRecord[])[] {
  const injection = batch.length < 2 ? undefined : decisions.next('split batch', key);
  if (injection === undefined) return [batch];
  const at = 1 + Math.floor(injection.extent * (batch.length - 1));
  return [batch.slice(0, at), batch.slice(at)];
}
