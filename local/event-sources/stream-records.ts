/** Stream records as Lambda hands them to a function. */
import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { isList, isObject, type Json } from '../template/json.ts';
import { LOCAL_REGION } from '../template/names.ts';

/** A record, and what the reader itself needs of it. */
export interface StreamRecord {
  readonly sequenceNumber: string;
  /** Milliseconds since 1970. DynamoDB Local rounds it down to the minute. */
  readonly createdAt: number;
  /** The record as JSON: what filters look at and functions get. */
  readonly json: Json;
}

/** One record in Lambda's shape: Base64 for binary values, seconds for the time, the mapping's own stream ARN. */
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
        ...imageField('OldImage', dynamodb.OldImage),
        SequenceNumber: sequenceNumber,
        SizeBytes: dynamodb.SizeBytes ?? 0,
        StreamViewType: dynamodb.StreamViewType ?? 'KEYS_ONLY',
      },
      ...userIdentity(record),
      eventSourceARN: eventSourceArn,
    },
  };
}

function imageField(name: string, image: object | undefined): { readonly [name: string]: Json } {
  return image === undefined ? {} : { [name]: toJson(image) };
}

/** Present on removals by expiry. */
function userIdentity({ userIdentity: identity }: _Record): { readonly [name: string]: Json } {
  if (identity?.PrincipalId === undefined) return {};
  return { userIdentity: { principalId: identity.PrincipalId, type: identity.Type ?? 'Service' } };
}

/** Attribute values with bytes as Base64. */
function toJson(value: unknown): Json {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([key, member]) => [key, toJson(member)]));
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** The field at `path` of a JSON value, if it is text. */
export function textAt(value: Json, ...path: readonly string[]): string | undefined {
  let current: Json | undefined = value;
  for (const key of path) {
    if (current === undefined || !isObject(current) || isList(current) || !Object.hasOwn(current, key))
      return undefined;
    current = current[key];
  }
  return typeof current === 'string' ? current : undefined;
}
