/** Reads the records of events again: from the stream, or from the events table. */
import { type AttributeValue, GetItemCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import {
  GetRecordsCommand,
  GetShardIteratorCommand,
  ResourceNotFoundException,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { SetAsideRecord } from '../../contract/redrive.ts';
import { OperatorError } from '../errors.ts';
import type { FailureConnection } from './connection.ts';
import type { StreamRange } from './failed-message.ts';

type Image = Record<string, AttributeValue>;

/** The part of a stream record that the readers of the events stream use. */
export interface EventRecord {
  readonly dynamodb: { readonly SequenceNumber: string; readonly Keys: Image; readonly NewImage: Image };
}

/** Pages without a record in a row; a shard may have some before the next record. */
const MAX_EMPTY_PAGES = 50;
/** Times of the stream are rounded, and an event is accepted a moment before it is in the stream. */
const SLACK_MILLISECONDS = 60_000;

/**
 * Returns the new events of a part of the stream, or `gone` if the stream no longer has it: records are stored for 24 hours
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetShardIterator.html).
 */
export async function eventsInStream(
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
      empty = Records.length === 0 ? empty + 1 : 0;
    }
  } catch (error) {
    if (error instanceof TrimmedDataAccessException || error instanceof ResourceNotFoundException) return 'gone';
    throw error;
  }
  throw new OperatorError(`The shard ${ShardId} ends before ${endSequenceNumber}.`, 'Read its events with --scan.');
}

/** Yields the events that were accepted at the time of a part of the stream. Reads the whole events table. */
export async function* eventsAtTimeOf(
  { dynamodb: client, eventsTable: TableName }: Pick<FailureConnection, 'dynamodb' | 'eventsTable'>,
  { approximateArrivalOfFirstRecord, approximateArrivalOfLastRecord }: StreamRange,
): AsyncGenerator<EventRecord> {
  const scan = paginateScan(
    { client },
    {
      TableName,
      FilterExpression: 'acceptedAt BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':from': { S: new Date(approximateArrivalOfFirstRecord.getTime() - SLACK_MILLISECONDS).toISOString() },
        ':to': { S: new Date(approximateArrivalOfLastRecord.getTime() + SLACK_MILLISECONDS).toISOString() },
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
export async function eventByKey(
  { dynamodb, eventsTable: TableName }: Pick<FailureConnection, 'dynamodb' | 'eventsTable'>,
  key: SetAsideRecord['key'],
): Promise<EventRecord | undefined> {
  const { Item } = await dynamodb.send(new GetItemCommand({ TableName, Key: key, ConsistentRead: true }));
  return Item === undefined ? undefined : recordOf(key, Item);
}

/** A record of an item of the table, with its key as the sequence number, by which the reader reports a failure. */
const recordOf = (key: SetAsideRecord['key'], item: Image): EventRecord => ({
  dynamodb: { SequenceNumber: key.networkId_eventId.S, Keys: key, NewImage: { ...item, ...key } },
});
