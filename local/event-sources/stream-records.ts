/** Stream records in the form in which Lambda passes them to functions. */
import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import type { Json } from '../template/json.ts';
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
