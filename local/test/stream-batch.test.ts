import { join } from 'node:path';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { eventOf, withinEventLimit } from '../event-sources/deliveries.ts';
import { compileFilter, type RetryRules } from '../event-sources/mapping.ts';
import type { StreamRecord } from '../event-sources/records.ts';
import { type GivenUp, processBatch } from '../event-sources/stream-batch.ts';
import { Checkpoint, StreamTail } from '../event-sources/stream-tail.ts';
import type { InvocationOutcome } from '../functions/invocation.ts';
import type { Json } from '../template/json.ts';

const record = (number: number, createdAt = Date.now()): StreamRecord => ({
  sequenceNumber: String(number),
  createdAt,
  json: {},
});
const returned = (result: unknown): InvocationOutcome => ({
  kind: 'returned',
  payload: JSON.stringify(result),
  requestId: 'request',
});
const failed: InvocationOutcome = {
  kind: 'failed',
  error: { errorType: 'Error', errorMessage: 'no', trace: [] },
  requestId: 'request',
};

/** Processes the records with `handle` as the function, and returns what happened. */
async function run(
  records: readonly StreamRecord[],
  rules: Partial<RetryRules>,
  handle: (numbers: readonly string[], call: number) => InvocationOutcome,
) {
  const calls: string[] = [];
  const checkpoints: string[] = [];
  const givenUp: GivenUp[] = [];
  await processBatch(records, {
    rules: { maximumRetries: 2, maximumAgeSeconds: 3_600, ...rules },
    signal: new AbortController().signal,
    async invoke(batch) {
      const numbers = batch.map(({ sequenceNumber }) => sequenceNumber);
      calls.push(numbers.join(' '));
      return handle(numbers, calls.length);
    },
    async giveUp(part) {
      givenUp.push(part);
    },
    checkpoint: (sequenceNumber) => checkpoints.push(sequenceNumber),
    attemptFailed: () => {},
    wait: async () => {},
  });
  const lost = givenUp.map(({ records: part, condition, attempts }) => ({
    lost: part.map(({ sequenceNumber }) => sequenceNumber).join(' '),
    condition,
    attempts,
  }));
  return { calls, checkpoints, lost };
}

const four = [1, 2, 3, 4].map((number) => record(number));

describe('a batch of stream records', () => {
  test('that succeeds is checkpointed at its end', async () => {
    expect(await run(four, {}, () => returned(null))).toEqual({ calls: ['1 2 3 4'], checkpoints: ['4'], lost: [] });
  });

  test('that keeps failing is given up after its retries', async () => {
    expect(await run([record(1)], {}, () => failed)).toEqual({
      calls: ['1', '1', '1'],
      checkpoints: ['1'],
      lost: [{ lost: '1', condition: 'RetryAttemptsExhausted', attempts: 3 }],
    });
  });

  test('is halved until the bad record is alone, and only that one is lost', async () => {
    const poisoned = (numbers: readonly string[]) => (numbers.includes('3') ? failed : returned(null));
    expect(await run(four, { maximumRetries: 1 }, poisoned)).toEqual({
      calls: ['1 2 3 4', '1 2', '3 4', '3', '3', '4'],
      checkpoints: ['2', '3', '4'],
      lost: [{ lost: '3', condition: 'RetryAttemptsExhausted', attempts: 2 }],
    });
  });

  test('goes on from the lowest failed record of a partial failure', async () => {
    const partial = (numbers: readonly string[], call: number) =>
      call === 1
        ? returned({ batchItemFailures: [{ itemIdentifier: '4' }, { itemIdentifier: '3' }] })
        : returned(numbers.length > 2 ? null : {});
    expect(await run(four, {}, partial)).toEqual({
      calls: ['1 2 3 4', '3 4'],
      checkpoints: ['2', '4'],
      lost: [],
    });
  });

  test('loses a poison record of partial failures, and goes on with those behind it', async () => {
    const partial = (numbers: readonly string[]) =>
      returned({
        batchItemFailures: numbers.filter((number) => number === '2').map((itemIdentifier) => ({ itemIdentifier })),
      });
    const result = await run(four, { maximumRetries: 1 }, partial);
    expect(result.lost).toEqual([{ lost: '2', condition: 'RetryAttemptsExhausted', attempts: 2 }]);
    expect(result.checkpoints).toEqual(['1', '2', '4']);
    expect(result.calls).toEqual(['1 2 3 4', '2 3 4', '2 3 4', '3 4']);
  });

  test('fails as a whole if the function reports a record that is not in the batch', async () => {
    const { calls, lost } = await run([record(1), record(2)], { maximumRetries: 0 }, () =>
      returned({ batchItemFailures: [{ itemIdentifier: '99' }] }),
    );
    expect(calls).toEqual(['1 2', '1', '2']);
    expect(lost.map((part) => part.lost)).toEqual(['1', '2']);
  });

  test('drops records that are too old before it calls the function', async () => {
    const old = Date.now() - 3_600_000;
    const result = await run([record(1, old), record(2)], { maximumAgeSeconds: 600 }, () => returned(null));
    expect(result).toEqual({
      calls: ['2'],
      checkpoints: ['1', '2'],
      lost: [{ lost: '1', condition: 'RecordAgeExceeded', attempts: 0 }],
    });
  });

  test('whose function is throttled is tried again, which counts as no attempt', async () => {
    const throttled: InvocationOutcome = { ...failed, kind: 'throttled' };
    const outcome = await run(four.slice(0, 1), { maximumRetries: 0 }, (_, call) =>
      call < 20 ? throttled : returned(null),
    );
    expect(outcome).toMatchObject({ checkpoints: ['1'], lost: [] });
    expect(outcome.calls).toHaveLength(20);
  });
});

const filtered: Json = {
  eventName: 'INSERT',
  dynamodb: { NewImage: { event: { S: 'v3.post.didAddReaction' }, count: { N: 5 } } },
};
const image = (rule: object): string => JSON.stringify({ dynamodb: { NewImage: rule } });

describe('filters of event source mappings', () => {
  test.each([
    [JSON.stringify({ eventName: ['INSERT', 'MODIFY'] }), true],
    [JSON.stringify({ eventName: ['REMOVE'] }), false],
    [image({ event: { S: ['v3.comment.didReply', 'v3.post.didAddReaction'] } }), true],
    [image({ event: { S: ['v3.post'] } }), false],
    [JSON.stringify({ eventName: ['INSERT'], dynamodb: { NewImage: { event: { S: ['other'] } } } }), false],
    [image({ missing: { S: ['x'] } }), false],
    [image({ event: { S: { deeper: ['x'] } } }), false],
    [image({ count: { N: ['5'] } }), false],
    [JSON.stringify({ constructor: { name: ['Object'] } }), false],
  ])('%s passes the record: %s', (pattern, passes) => {
    expect(compileFilter(pattern, 'Mapping')(filtered)).toBe(passes);
  });

  test.each(['{"a":[{"prefix":"x"}]}', '{"a":[1]}', '{"a":[null]}', '{"a":"text"}', '{"a":[]}', '[]', '"text"'])(
    'refuse %s',
    (pattern) => {
      expect(() => compileFilter(pattern, 'Mapping')).toThrow('the local cloud does not know the filter rule');
    },
  );
});

const LIMIT = 6 * 1024 * 1024;
const split = (records: readonly string[]) => withinEventLimit(records, (record) => record);

test('records are in events of at most 6 MB, in order, and each as full as it can be', () => {
  const records = Array.from({ length: 30 }, (_, number) => `${number}${'é"'.repeat(100_000)}`);
  const lists = split(records);
  expect(lists.flat()).toEqual(records);
  for (const [index, list] of lists.entries()) {
    expect(Buffer.byteLength(eventOf(list))).toBeLessThanOrEqual(LIMIT);
    const [next] = lists[index + 1] ?? [];
    if (next !== undefined) expect(Buffer.byteLength(eventOf([...list, next]))).toBeGreaterThan(LIMIT);
  }
});

test('a record that is too large is in an event by itself', () => {
  const large = 'x'.repeat(LIMIT);
  expect(split(['a', large, 'b'])).toEqual([['a'], [large], ['b']]);
  expect(split([])).toEqual([]);
});

test('a checkpoint is that of its stream, and not of one that the table had before', () => {
  const file = join(temporaryFolder(), 'Mapping.json');
  new Checkpoint('stream', file).save('shard', '1');
  const positions = ['stream', 'another'].map((stream) => new Checkpoint(stream, file).position('shard'));
  expect(positions).toEqual(['1', undefined]);
});

const StreamInput = v.object({
  ShardId: v.optional(v.string()),
  SequenceNumber: v.optional(v.string()),
  ShardIterator: v.optional(v.string(), ''),
});

/** A stream whose shards have one record each, and whose last shard is open. */
function streamOf(shards: readonly { readonly ShardId: string; readonly ParentShardId?: string }[], open: string) {
  const client = new DynamoDBStreamsClient({ region: 'local' });
  const respond = (input: object) => {
    const { ShardId, SequenceNumber, ShardIterator } = v.parse(StreamInput, input);
    if (ShardId !== undefined) return { ShardIterator: `${ShardId} ${SequenceNumber ?? ''}` };
    if (ShardIterator === '') return { StreamDescription: { Shards: shards } };
    const [shard = '', after] = ShardIterator.split(' ');
    const Records = after === '' ? [{ dynamodb: { SequenceNumber: shard } }] : [];
    return { Records, NextShardIterator: shard === open ? `${shard} ${shard}` : undefined };
  };
  client.middlewareStack.add(
    () => async (args) => ({ output: { $metadata: {}, ...respond(args.input) }, response: undefined }),
    { step: 'initialize' },
  );
  return { client, arn: 'stream' };
}

test('parents are read before their children, and after an error what was not saved comes again', async () => {
  const [child, parent] = [{ ShardId: 'child', ParentShardId: 'parent' }, { ShardId: 'parent' }];
  const tail = new StreamTail(streamOf([child, parent], 'child'));
  const read: string[] = [];
  const readUntil = async (stop?: string) => {
    for await (const { shardId, last } of tail.pages()) {
      read.push(shardId);
      if (shardId === stop) throw new Error('away');
      tail.checkpoint.save(shardId, last);
    }
  };
  await expect(readUntil('child')).rejects.toThrow('away');
  await readUntil();
  await readUntil();
  expect(read).toEqual(['parent', 'child', 'child']);
});
