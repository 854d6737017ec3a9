/** Batches of stream records in bad weather: some come twice, as two, or after those of other items. */
import { hash } from 'node:crypto';
import { inBatches } from '../event-sources/deliveries.ts';
import type { StreamRecord } from '../event-sources/stream-records.ts';
import { isObject } from '../template/json.ts';
import type { Decisions } from './decisions.ts';

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
 * A stream has several shards, each in order, with all records of an item in one of them. The emulator has one shard, so
 * its records are divided by item, and now and then the second half comes first.
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
