/** Readers of streams and queues, against DynamoDB Local and fauxqs, with functions written for the test. */
import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { eventually } from '../../test/support/eventually.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { localClientSettings } from '../aws-clients.ts';
import type { EventSources } from '../event-sources/event-sources.ts';
import { compileFilter, type StreamMapping } from '../event-sources/mapping.ts';
import type { FunctionPool } from '../functions/function-pool.ts';
import { arn, LOCAL_ACCOUNT } from '../template/names.ts';
import { credentials, openDatabase, openQueues } from './emulators-of-tests.ts';
import { startQueueSource, startSources } from './event-sources-of-tests.ts';
import { poolOf } from './pool-of-tests.ts';

const [database, sqs] = [openDatabase(), openQueues()];
let dynamodb: DynamoDBClient;
const running: EventSources[] = [];

beforeAll(() => {
  dynamodb = new DynamoDBClient(localClientSettings(database(), credentials));
});
afterAll(async () => {
  await Promise.all(running.map((sources) => sources.stop()));
  dynamodb.destroy();
});

/** A function with this bundle, whose events the test sees. */
function listening(source: string) {
  const { pool } = poolOf(source);
  const events: unknown[] = [];
  const invoke = pool.invoke.bind(pool);
  pool.invoke = async (event) => {
    const outcome = await invoke(event);
    if (outcome.kind === 'returned') events.push(JSON.parse(event));
    return outcome;
  };
  return { pool, names: () => JSON.stringify(events).match(/item-\d+/g) ?? [], events };
}

async function newTable(): Promise<string> {
  const TableName = `stream-${randomUUID()}`;
  await dynamodb.send(
    new CreateTableCommand({
      TableName,
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );
  return TableName;
}

async function put(TableName: string, ...numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    const Item = { id: { S: `item-${number}` }, empty: { M: { list: { L: [{ M: {} }] } } } };
    await dynamodb.send(new PutItemCommand({ TableName, Item }));
  }
}

async function read(mapping: Partial<StreamMapping> & Pick<StreamMapping, 'pool' | 'table'>, checkpoints?: string) {
  const stream = {
    logicalId: 'Mapping',
    filter: () => true,
    batchSize: 10,
    onFailure: 'none',
    eventSourceArn: arn('dynamodb', `table/${mapping.table}/stream/local`),
    rules: { maximumRetries: 1, maximumAgeSeconds: 3_600 },
    ...mapping,
  };
  const sources = await startSources(
    { streams: [stream], queues: [] },
    { sqs: sqs(), dynamodb: database() },
    checkpoints ? { checkpoints } : {},
  );
  running.push(sources);
  return sources;
}

describe('a stream mapping', () => {
  test('passes on the records of its filter, in order and in the form of AWS', async () => {
    const table = await newTable();
    const { pool, names, events } = listening('export const handler = async () => {};');
    await read({
      pool,
      table,
      batchSize: 1,
      filter: compileFilter('{"dynamodb":{"NewImage":{"id":{"S":["item-1","item-3"]}}}}', 'Mapping'),
    });
    await put(table, 1, 2, 3);
    await eventually(() => expect(new Set(names())).toEqual(new Set(['item-1', 'item-3'])));
    expect(events[0]).toMatchObject({
      Records: [
        {
          eventName: 'INSERT',
          eventSource: 'aws:dynamodb',
          awsRegion: 'us-east-1',
          eventSourceARN: expect.stringContaining(table),
          dynamodb: {
            ApproximateCreationDateTime: expect.any(Number),
            Keys: { id: { S: 'item-1' } },
            NewImage: { id: { S: 'item-1' }, empty: { M: { list: { L: [{ M: {} }] } } } },
            SequenceNumber: expect.stringMatching(/^\d+$/),
            StreamViewType: 'NEW_IMAGE',
          },
        },
      ],
    });
  });

  test('goes on from its checkpoint after a restart, with what was written in between', async () => {
    const [table, checkpoints] = [await newTable(), temporaryFolder()];
    const first = listening('export const handler = async () => {};');
    const sources = await read({ pool: first.pool, table }, checkpoints);
    await put(table, 1, 2);
    await eventually(() => expect(first.names()).toContain('item-2'));
    await sources.stop();
    await put(table, 3, 4);
    const second = listening('export const handler = async () => {};');
    await read({ pool: second.pool, table }, checkpoints);
    await put(table, 5);
    await eventually(() => expect(new Set(second.names())).toEqual(new Set(['item-3', 'item-4', 'item-5'])));
  });

  test('reports a poison record to its on-failure queue and goes on with the others', async () => {
    const table = await newTable();
    const queue = `failures-${randomUUID()}`;
    await createQueue(queue);
    const { pool, names } = listening(
      "export const handler = async (event) => { if (JSON.stringify(event).includes('item-2\"')) throw new Error('poison'); };",
    );
    await put(table, 1, 2, 3);
    await read({ pool, table, onFailure: queue });
    await eventually(() => expect(new Set(names())).toEqual(new Set(['item-1', 'item-3'])));
    const { Messages = [] } = await sqs().client.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl(queue), WaitTimeSeconds: 5 }),
    );
    expect(JSON.parse(Messages[0]?.Body ?? '')).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 },
      DDBStreamBatchInfo: {
        batchSize: 1,
        startSequenceNumber: expect.stringMatching(/^\d{21}$/),
        // That of DynamoDB Local, from which the records can be read again.
        streamArn: expect.stringMatching(/\/stream\/\d{4}-/),
      },
    });
  });
});

describe('a queue mapping', () => {
  test('passes messages on, deletes those that succeeded, and retries the failed ones', async () => {
    const queue = `work-${randomUUID()}`;
    await createQueue(queue, { VisibilityTimeout: 1 });
    const { pool, events } = listening(
      `const seen = new Set();
         export const handler = async ({ Records }) => ({ batchItemFailures: Records
           .filter(({ body, messageId }) => body === 'again' && !seen.has(messageId) && seen.add(messageId))
           .map(({ messageId }) => ({ itemIdentifier: messageId })) });`,
    );
    await readMessages(queue, pool);
    for (const MessageBody of ['once', 'again']) {
      await sqs().client.send(
        new SendMessageCommand({
          QueueUrl: queueUrl(queue),
          MessageBody,
          MessageAttributes: { kind: { DataType: 'String', StringValue: 'test' } },
        }),
      );
    }
    await eventually(() => {
      const text = JSON.stringify(events);
      expect({ once: text.split('"body":"once"').length - 1, again: text.split('"body":"again"').length - 1 }).toEqual({
        once: 1,
        again: 2,
      });
    });
    expect(events[0]).toMatchObject({
      Records: [
        {
          eventSource: 'aws:sqs',
          eventSourceARN: arn('sqs', queue),
          md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
          attributes: { ApproximateReceiveCount: '1', SentTimestamp: expect.any(String) },
          messageAttributes: { kind: { stringValue: 'test', dataType: 'String' } },
        },
      ],
    });
  });

  test('passes on at most 6 MB at a time, as Lambda does', async () => {
    const queue = `large-${randomUUID()}`;
    await createQueue(queue);
    const { pool, events } = listening('export const handler = async () => {};');
    const bodies = Array.from({ length: 8 }, (_, number) => `${number}${'x'.repeat(900_000)}`);
    for (const MessageBody of bodies)
      await sqs().client.send(new SendMessageCommand({ QueueUrl: queueUrl(queue), MessageBody }));
    const errors = await readMessages(queue, pool);
    const Bodies = v.object({ Records: v.array(v.object({ body: v.string() })) });
    await eventually(() => {
      const received = events.flatMap((event) => v.parse(Bodies, event).Records.map(({ body }) => body.charAt(0)));
      expect(received.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    });
    expect(events.map((event) => v.parse(Bodies, event).Records.length).toSorted()).toEqual([2, 6]);
    expect(errors).toEqual([]);
  });
});

/** Reads the queue, one batch at a time. Returns the errors that are reported. */
async function readMessages(queue: string, pool: FunctionPool): Promise<readonly string[]> {
  const errors: string[] = [];
  const mapping = { logicalId: 'Mapping', pool, queue, deadLetters: undefined };
  const sources = await startQueueSource(mapping, sqs(), { onError: (message) => errors.push(message) });
  running.push(sources);
  return errors;
}

const queueUrl = (name: string): string => `${sqs().url}/${LOCAL_ACCOUNT}/${name}`;

async function createQueue(name: string, properties = {}): Promise<void> {
  await sqs().create([{ logicalId: name, path: name, name, properties }]);
}
