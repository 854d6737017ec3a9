/**
 * How far a mapping has read each shard of its stream.
 *
 * Written whole after each batch, so that a local cloud killed at any moment goes on with the first batch that was not
 * finished: records are handled at least once, as in Lambda.
 */
import * as v from 'valibot';
import { readJsonFile, writeJsonFile } from '../data-folder/files.ts';

const ShardPosition = v.object({
  /** The last sequence number that is done; absent at the shard's beginning. */
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
  /** Whether this mapping has read this stream before. */
  readonly resumed: boolean;

  /** Without a file, positions live in memory only. Those of another stream (a table made anew) are dropped. */
  constructor(streamArn: string, file?: string) {
    this.#file = file;
    this.#streamArn = streamArn;
    const saved = file === undefined ? undefined : readJsonFile(file, CheckpointFile);
    this.resumed = saved?.streamArn === streamArn;
    this.#shards = saved !== undefined && this.resumed ? saved.shards : {};
  }

  position(shardId: string): ShardPosition | undefined {
    return Object.hasOwn(this.#shards, shardId) ? this.#shards[shardId] : undefined;
  }

  save(shardId: string, position: ShardPosition): void {
    this.#shards[shardId] = position;
    this.#write();
  }

  /** Keeps only the named shards: DynamoDB forgets shards after 24 hours. */
  retain(shardIds: ReadonlySet<string>): void {
    const kept = Object.entries(this.#shards).filter(([shardId]) => shardIds.has(shardId));
    if (this.resumed && kept.length === Object.keys(this.#shards).length) return;
    this.#shards = Object.fromEntries(kept);
    this.#write();
  }

  #write(): void {
    if (this.#file !== undefined) writeJsonFile(this.#file, { streamArn: this.#streamArn, shards: this.#shards });
  }
}
