/** Repeats what a failed message is about. Idempotent: a repetition that was interrupted can be made again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type AttributeValue, GetItemCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import {
  GetRecordsCommand,
  GetShardIteratorCommand,
  ResourceNotFoundException,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { MINUTE_MS } from '../../contract/durations.ts';
import { expiryValues, hasImageExpired, UNEXPIRED } from '../../contract/expiry.ts';
import { RedriveResult, type SetAsideRecord } from '../../contract/redrive.ts';
import { OperatorError } from '../errors.ts';
import type { FailureConnection } from './connection.ts';
import type { FailedMessage, StreamRange } from './failed-message.ts';

/** How a message is retried. */
export interface RetryOptions {
  /** Whether records that the stream no longer has are looked for in the whole events table. */
  readonly scan: boolean;
}

/** The most records of one call, as in the event source mapping. */
const RECORDS_PER_CALL = 100;
/** Bytes of records in one call; Lambda takes 6 MB. */
const BYTES_PER_CALL = 4_000_000;

/**
 * Repeats a message, and returns only if that succeeded: the reader of the stream has handled the events, or the
 * message is in the queue of its lane. Throws OperatorError with the reason, and errors of AWS.
 */
export async function retryMessage(
  connection: FailureConnection,
  { held, content }: FailedMessage,
  options: RetryOptions,
): Promise<void> {
  const { queue } = held;
  if (queue.kind !== 'stream') return await sendToLane(connection, queue.lane, held);
  if (content === undefined) throw new OperatorError('The form of the message is unknown.', 'Discard the message.');
  if (content.kind === 'batch') {
    return await handleAll(connection, queue.reader, recordsOf(connection, content.range, options));
  }
  const record = await eventByKey(connection, content.key);
  if (record === undefined) {
    throw new OperatorError('The event is not in the events table any more.', 'Discard the message.');
  }
  await handlePart(connection, queue.reader, [record]);
}

async function sendToLane(
  { sqs }: FailureConnection,
  QueueUrl: string,
  { body: MessageBody, group }: FailedMessage['held'],
): Promise<void> {
  const MessageGroupId = group === undefined ? {} : { MessageGroupId: group };
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, ...MessageGroupId }));
}

async function* recordsOf(
  connection: FailureConnection,
  range: StreamRange,
  { scan }: RetryOptions,
): AsyncGenerator<EventRecord> {
  const records = await eventsInStream(connection, range);
  if (records !== 'gone') return yield* records;
  if (!scan) {
    throw new OperatorError(
      'The stream no longer has the records.',
      'Add --scan, which searches the whole events table. Events stay there for 30 days, or for a shorter time that the stage sets.',
    );
  }
  yield* eventsAtTimeOf(connection, range);
}

/** Calls a reader with the records, in parts. Throws OperatorError at the first failure: the rest is not tried. */
async function handleAll(
  connection: FailureConnection,
  reader: string,
  records: AsyncIterable<EventRecord>,
): Promise<void> {
  let part: EventRecord[] = [];
  let bytes = 0;
  for await (const record of records) {
    const size = Buffer.byteLength(JSON.stringify(record));
    if (part.length === RECORDS_PER_CALL || (part.length > 0 && bytes + size > BYTES_PER_CALL)) {
      await handlePart(connection, reader, part);
      part = [];
      bytes = 0;
    }
    part.push(record);
    bytes += size;
  }
  if (part.length > 0) await handlePart(connection, reader, part);
}

const Result = v.pipe(v.string(), v.parseJson(), RedriveResult);

async function handlePart(
  { lambda }: FailureConnection,
  FunctionName: string,
  Records: readonly EventRecord[],
): Promise<void> {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify({ Records, redrive: true }) }),
  );
  const text = Payload?.transformToString() ?? '';
  const result = v.safeParse(Result, text);
  if (FunctionError !== undefined || !result.success) {
    throw new OperatorError(`The function failed: ${text}`, 'Its log has the error.');
  }
  const { batchItemFailures } = result.output;
  const [first] = batchItemFailures;
  if (first === undefined) return;
  throw new OperatorError(
    `${batchItemFailures.length} of ${Records.length} events failed again. ${first.itemIdentifier}: ${first.reason}`,
    'Repair what is malformed, or deploy a fix.',
  );
}

type Image = Record<string, AttributeValue>;

/** The part of a stream record that the readers of the events stream use. */
interface EventRecord {
  readonly dynamodb: { readonly SequenceNumber: string; readonly Keys: Image; readonly NewImage: Image };
}

/** Pages without a record in a row; a shard may have some before the next record. */
const MAX_EMPTY_PAGES = 50;
/**
 * Milliseconds between two reads of a shard: no more often than one of its two readers, which are throttled when a third
 * reads without a pause (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html).
 */
const READ_PAUSE = 250;
/** Times of the stream are rounded, and an event is accepted a moment before it is in the stream. */
const SLACK_MS = MINUTE_MS;

/**
 * Returns the new events of a part of the stream, or `gone` if the stream no longer has it: records are stored for 24
 * hours (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetShardIterator.html).
 */
async function eventsInStream(
  { streams }: Pick<FailureConnection, 'streams'>,
  { streamArn: StreamArn, shardId: ShardId, startSequenceNumber, endSequenceNumber }: StreamRange,
): Promise<readonly EventRecord[] | 'gone'> {
  const found: EventRecord[] = [];
  const position = { ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber: startSequenceNumber } as const;
  try {
    let { ShardIterator } = await streams.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...position }));
    for (let empty = 0; ShardIterator !== undefined && empty < MAX_EMPTY_PAGES; ) {
      const page = await streams.send(new GetRecordsCommand({ ShardIterator }));
      const { Records = [] } = page;
      for (const { eventName, dynamodb: { SequenceNumber = '', Keys = {}, NewImage } = {} } of Records) {
        if (BigInt(SequenceNumber) > BigInt(endSequenceNumber)) return found;
        if (eventName === 'INSERT' && NewImage) found.push({ dynamodb: { SequenceNumber, Keys, NewImage } });
        if (BigInt(SequenceNumber) === BigInt(endSequenceNumber)) return found;
      }
      ShardIterator = page.NextShardIterator;
      await sleep(READ_PAUSE);
      empty = Records.length === 0 ? empty + 1 : 0;
    }
  } catch (error) {
    if (error instanceof TrimmedDataAccessException || error instanceof ResourceNotFoundException) return 'gone';
    throw error;
  }
  throw new OperatorError(`The shard ${ShardId} ends before ${endSequenceNumber}.`, 'Read its events with --scan.');
}

/** Yields the events that were accepted at the time of a part of the stream. Reads the whole events table. */
async function* eventsAtTimeOf(
  { dynamodb: client, eventsTable: TableName }: Pick<FailureConnection, 'dynamodb' | 'eventsTable'>,
  { approximateArrivalOfFirstRecord, approximateArrivalOfLastRecord }: StreamRange,
): AsyncGenerator<EventRecord> {
  const scan = paginateScan(
    { client },
    {
      TableName,
      FilterExpression: `acceptedAt BETWEEN :from AND :to AND ${UNEXPIRED}`,
      ExpressionAttributeValues: {
        ':expiry': { N: `${expiryValues()[':expiry']}` },
        ':from': { S: new Date(approximateArrivalOfFirstRecord.getTime() - SLACK_MS).toISOString() },
        ':to': { S: new Date(approximateArrivalOfLastRecord.getTime() + SLACK_MS).toISOString() },
      },
    },
  );
  for await (const { Items = [] } of scan) {
    for (const { networkId_eventId, ...rest } of Items) {
      if (networkId_eventId?.S !== undefined) yield recordOf({ networkId_eventId: { S: networkId_eventId.S } }, rest);
    }
  }
}

/** Returns the record of an event by its key, or undefined if it has expired. */
async function eventByKey(
  { dynamodb, eventsTable: TableName }: Pick<FailureConnection, 'dynamodb' | 'eventsTable'>,
  key: SetAsideRecord['key'],
): Promise<EventRecord | undefined> {
  const { Item } = await dynamodb.send(new GetItemCommand({ TableName, Key: key, ConsistentRead: true }));
  return Item === undefined || hasImageExpired(Item) ? undefined : recordOf(key, Item);
}

/** A record of an item of the table, with its key as the sequence number, by which the reader reports a failure. */
const recordOf = (key: SetAsideRecord['key'], item: Image): EventRecord => ({
  dynamodb: { SequenceNumber: key.networkId_eventId.S, Keys: key, NewImage: { ...item, ...key } },
});
