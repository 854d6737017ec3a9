/** Repeats what a failed message is about. Idempotent: a repetition that was interrupted can be made again. */
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { RedriveResult } from '../../contract/redrive.ts';
import { OperatorError } from '../errors.ts';
import type { FailureConnection } from './connection.ts';
import type { FailedMessage, StreamRange } from './failed-message.ts';
import { type EventRecord, eventByKey, eventsAtTimeOf, eventsInStream } from './stream-records.ts';

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
 * Repeats a message, and returns only if that succeeded: the reader of the stream has handled the events, or the message is in
 * the queue of its lane. Throws OperatorError with the reason, and errors of AWS.
 */
export async function retryMessage(
  connection: FailureConnection,
  { held, content }: FailedMessage,
  options: RetryOptions,
): Promise<void> {
  const { queue } = held;
  if (queue.kind !== 'stream') return await sendToLane(connection, queue.lane, held);
  switch (content.kind) {
    case 'batch':
      return await handleAll(connection, queue.reader, recordsOf(connection, content.range, options));
    case 'record': {
      const record = await eventByKey(connection, content.key);
      if (record === undefined) {
        throw new OperatorError('The event is not in the events table any more.', 'Discard the message.');
      }
      return await handleAll(connection, queue.reader, [record]);
    }
    case 'delivery':
    case 'unknown':
      throw new OperatorError('The form of the message is unknown.', 'Discard the message.');
  }
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
      'Add --scan, which reads the whole events table: the events are there for 30 days.',
    );
  }
  yield* eventsAtTimeOf(connection, range);
}

/** Calls a reader with the records, in parts. Throws OperatorError if it fails to handle one; then the rest is not tried. */
async function handleAll(
  connection: FailureConnection,
  reader: string,
  records: Iterable<EventRecord> | AsyncIterable<EventRecord>,
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
