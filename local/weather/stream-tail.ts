/** The records of one stream from call to call, over all of its shards. */
import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { describeShards, getRecords, PAGE, type Stream, shardIterator } from '../event-sources/shards.ts';

interface Position {
  /** Absent at the end of a closed shard. */
  iterator: string | undefined;
  /** The last sequence number that was read. */
  after: string | undefined;
}

/** How often new shards are looked for; they appear every four hours. */
const RESHARD_MS = 10_000;

export class StreamTail {
  readonly #stream: Stream;
  readonly #positions = new Map<string, Position>();
  #shardsReadAt = Number.NEGATIVE_INFINITY;

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  /** Every record since the last call; at first, since the oldest. Records of one item are in order. */
  async next(): Promise<readonly _Record[]> {
    await this.#findShards();
    const records: _Record[] = [];
    for (const [shardId, position] of this.#positions) await this.#read(shardId, position, records);
    return records;
  }

  async #findShards(): Promise<void> {
    if (performance.now() - this.#shardsReadAt < RESHARD_MS) return;
    for (const shardId of (await describeShards(this.#stream)).keys()) {
      if (this.#positions.has(shardId)) continue;
      this.#positions.set(shardId, {
        iterator: await shardIterator(this.#stream, shardId, undefined),
        after: undefined,
      });
    }
    this.#shardsReadAt = performance.now();
  }

  async #read(shardId: string, position: Position, records: _Record[]): Promise<void> {
    for (let full = true; full && position.iterator !== undefined; ) {
      const page = await getRecords(this.#stream, position.iterator);
      if (page === 'trimmed') {
        position.iterator = await shardIterator(this.#stream, shardId, position.after);
        return;
      }
      records.push(...page.records);
      position.iterator = page.next;
      position.after = page.records.at(-1)?.dynamodb?.SequenceNumber ?? position.after;
      full = page.records.length === PAGE;
    }
  }
}
