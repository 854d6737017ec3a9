/** A batch of conditional writes, `ingestEvents`, by hand. */
import { randomUUID } from 'node:crypto';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { attributesOf } from './attribute-values.ts';
import { callerOf, type Reference, respond } from './reference.ts';

const client = new DynamoDBClient({});
const { EVENTS_TABLE: TableName } = process.env;
const RETENTION_SECONDS = 30 * 24 * 60 * 60;

interface Posted {
  readonly id?: string;
  readonly event: string;
  readonly data: object;
}

export const handler: Reference = async (request) => {
  const { networkId } = callerOf(request);
  const { events }: { readonly events: readonly Posted[] } = JSON.parse(request.body ?? '');
  const acceptedAt = new Date().toISOString();
  const results = events.map(async ({ id: eventId = randomUUID(), event, data }) => {
    const Item = attributesOf({
      networkId_eventId: `${networkId}_${eventId}`,
      networkId,
      eventId,
      event,
      body: JSON.stringify({ event, data }),
      occurredAt: acceptedAt,
      acceptedAt,
      expiresAt: Math.floor(Date.parse(acceptedAt) / 1000) + RETENTION_SECONDS,
    });
    const ConditionExpression = 'attribute_not_exists(networkId_eventId)';
    await client.send(new PutItemCommand({ TableName, Item, ConditionExpression }));
    return { id: eventId, status: 'accepted' };
  });
  return respond(202, { results: await Promise.all(results) });
};
