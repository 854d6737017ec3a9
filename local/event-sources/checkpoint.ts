/**
 * How far a mapping has read each shard of its stream.
 *
 * The file is written after each batch, so that a local cloud that was killed goes on with the first unfinished batch:
 * records are processed at least once, as in Lambda.
 */
import * as v from 'valibot';
import { readJsonFile, writeJsonFile } from '../data-folder/files.ts';

const ShardPosition = v.object({
  /** The last sequence number that was processed; absent at the shard's beginning. */
  after: v.optional(v.string()),
  /** The shard is closed and read to its end. */
  done: v.optional(v.boolean()),
});
export type ShardPosition = v.InferOutput<typeof ShardPosition>;

const CheckpointFile = v.object({ streamArn: v.string(), shards: v.record(v.string(), ShardPosition) });

export class Checkpoint {
  readonly #file: string | undefined;
  readonly #streamArn: string;
  #shards: Record<string, ShardPosition>;

  /** Without a file, positions are in memory only. Those of another stream (of a table created again) are dropped. */
  constructor(streamArn: string, file?: string) {
    this.#file = file;
    this.#streamArn = streamArn;
    const saved = file === undefined ? undefined : readJsonFile(file, CheckpointFile);
    this.#shards = saved?.streamArn === streamArn ? saved.shards : {};
  }

  position(shardId: string): ShardPosition | undefined {
    return Object.hasOwn(this.#shards, shardId) ? this.#shards[shardId] : undefined;
  }

  save(shardId: string, position: ShardPosition): void {
    this.#shards[shardId] = position;
    this.#write();
  }

  /** Drops every other shard: DynamoDB deletes shards after 24 hours. */
  retain(shardIds: ReadonlySet<string>): void {
    const kept = Object.entries(this.#shards).filter(([shardId]) => shardIds.has(shardId));
    if (kept.length === Object.keys(this.#shards).length) return;
    this.#shards = Object.fromEntries(kept);
    this.#write();
  }

  #write(): void {
    if (this.#file !== undefined) writeJsonFile(this.#file, { streamArn: this.#streamArn, shards: this.#shards });
  }
}
