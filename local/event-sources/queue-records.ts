/** Queue messages as Lambda hands them to a function. */
import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import { isObject, type Json, type JsonObject } from '../template/json.ts';
import { LOCAL_REGION } from '../template/names.ts';

/** One message in Lambda's shape. */
export function queueRecord(message: Message, eventSourceArn: string): JsonObject {
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: { ...message.Attributes },
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [name, attribute(value)]),
    ),
    ...(message.MD5OfMessageAttributes === undefined ? {} : { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: eventSourceArn,
    awsRegion: LOCAL_REGION,
  };
}

function attribute({ StringValue, BinaryValue, DataType = 'String' }: MessageAttributeValue): Json {
  return {
    ...(StringValue === undefined ? {} : { stringValue: StringValue }),
    ...(BinaryValue === undefined ? {} : { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
    stringListValues: [],
    binaryListValues: [],
    dataType: DataType,
  };
}

/** What a filter looks at: the record with its body as JSON where it is JSON. */
export function filterable(record: JsonObject): JsonObject {
  try {
    const body: unknown = JSON.parse(String(record['body']));
    return isObject(body) ? { ...record, body } : record;
  } catch {
    return record;
  }
}
