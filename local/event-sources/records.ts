/** Stream records and queue messages in the form in which Lambda passes them to functions. */
import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { Json, JsonObject } from '../template/json.ts';
import { LOCAL_REGION } from '../template/names.ts';

/** A record, and the fields that its reader needs. */
export interface StreamRecord {
  readonly sequenceNumber: string;
  /** Milliseconds since 1970. DynamoDB Local rounds it down to the minute. */
  readonly createdAt: number;
  /** The record as filters and functions see it. */
  readonly json: Json;
}

/** One record in Lambda's form: Base64 for binary values, seconds for the time, the mapping's own stream ARN. */
export function streamRecord(record: _Record, eventSourceArn: string): StreamRecord {
  const { dynamodb = {}, eventID = '', eventName = '', eventVersion = '1.1' } = record;
  const createdAt = dynamodb.ApproximateCreationDateTime?.getTime() ?? 0;
  const sequenceNumber = dynamodb.SequenceNumber ?? '';
  return {
    sequenceNumber,
    createdAt,
    json: {
      eventID,
      eventName,
      eventVersion,
      eventSource: 'aws:dynamodb',
      awsRegion: LOCAL_REGION,
      dynamodb: {
        ApproximateCreationDateTime: Math.floor(createdAt / 1_000),
        ...imageField('Keys', dynamodb.Keys),
        ...imageField('NewImage', dynamodb.NewImage),
        SequenceNumber: sequenceNumber,
        SizeBytes: dynamodb.SizeBytes ?? 0,
        StreamViewType: dynamodb.StreamViewType ?? 'KEYS_ONLY',
      },
      eventSourceARN: eventSourceArn,
    },
  };
}

function imageField(name: string, image: object | undefined): { readonly [name: string]: Json } {
  return image === undefined ? {} : { [name]: toJson(image) };
}

/** Attribute values with bytes as Base64. */
function toJson(image: object): Json {
  const base64 = (_: string, value: unknown): unknown =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  return JSON.parse(JSON.stringify(image, base64));
}

/** One message in Lambda's form. */
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
