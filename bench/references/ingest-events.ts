/** Conditional writes of a batch, `ingestEvents`, by hand. */
import { randomUUID } from 'node:crypto';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { type Reference, respond } from './reference.ts';

const client = new DynamoDBClient({});
const { EVENTS_TABLE: TableName } = process.env;
const RETENTION_SECONDS = 30 * 24 * 60 * 60;

interface Posted {
  readonly id?: string;
  readonly event: string;
  readonly data: object;
}

export const handler: Reference = async (request) => {
  const { networkId } = request.requestContext.authorizer.lambda;
  const { events }: { readonly events: readonly Posted[] } = JSON.parse(request.body ?? '');
  const now = Date.now();
  const acceptedAt = { S: new Date(now).toISOString() };
  const results = events.map(async ({ id: eventId = randomUUID(), event, data }) => {
    const Item = {
      networkId_eventId: { S: `${networkId}_${eventId}` },
      networkId: { S: networkId },
      eventId: { S: eventId },
      event: { S: event },
      body: { S: JSON.stringify({ event, data }) },
      occurredAt: acceptedAt,
      acceptedAt,
      networkId_shard: { S: `${networkId}_${now % 16}` },
      acceptedOrder: { S: `${acceptedAt.S}${eventId}` },
      expiresAt: { N: `${Math.floor(now / 1000) + RETENTION_SECONDS}` },
    };
    const ConditionExpression = 'attribute_not_exists(networkId_eventId)';
    await client.send(new PutItemCommand({ TableName, Item, ConditionExpression }));
    return { id: eventId, status: 'accepted' };
  });
  return respond(202, { results: await Promise.all(results) });
};
