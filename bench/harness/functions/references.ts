/**
 * References of our functions: each handles the same event with the same calls and the same response, written by hand
 * with only the AWS clients and Node's own modules. They validate and log nothing. Each is bundled by itself.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({});
const { BLOCKS_TABLE, EVENTS_TABLE, NETWORKS_TABLE } = process.env;

/** The part of a payload 2.0 event that references read. */
interface RouteEvent {
  readonly rawQueryString: string;
  readonly body?: string;
  readonly requestContext: {
    readonly authorizer: { readonly lambda: { readonly networkId: string; readonly userId: string } };
  };
}

/** `<networkId>_<userId>` of the caller. */
const userKeyOf = ({ requestContext }: RouteEvent): string =>
  `${requestContext.authorizer.lambda.networkId}_${requestContext.authorizer.lambda.userId}`;

const respond = (statusCode: number, body: unknown) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A write. */
export async function blockUser(event: RouteEvent) {
  const { blockUserId } = JSON.parse(event.body ?? '');
  const Item = { netid_uid: { S: userKeyOf(event) }, blocked_userId: { S: blockUserId } };
  await client.send(new PutItemCommand({ TableName: BLOCKS_TABLE, Item }));
  return respond(200, { status: 'success' });
}

/** A read of many ids at once. */
export async function checkHidden(event: RouteEvent) {
  const authors = new URLSearchParams(event.rawQueryString).getAll('checkList');
  const sorted = authors.toSorted();
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: BLOCKS_TABLE,
      KeyConditionExpression: 'netid_uid = :user AND blocked_userId BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':user': { S: userKeyOf(event) },
        ':first': { S: sorted[0] ?? '' },
        ':last': { S: sorted.at(-1) ?? '' },
      },
      Limit: 41,
    }),
  );
  const hidden = new Set(Items.map(({ blocked_userId }) => blocked_userId?.S));
  return respond(200, Object.fromEntries(authors.map((author) => [author, hidden.has(author)])));
}

const RETENTION_SECONDS = 30 * 24 * 60 * 60;

interface Posted {
  readonly id?: string;
  readonly event: string;
  readonly data: object;
}

/** Conditional writes of a batch. */
export async function ingestEvents({ body = '', requestContext }: RouteEvent) {
  const { networkId } = requestContext.authorizer.lambda;
  const { events }: { readonly events: readonly Posted[] } = JSON.parse(body);
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
    await client.send(new PutItemCommand({ TableName: EVENTS_TABLE, Item, ConditionExpression }));
    return { id: eventId, status: 'accepted' };
  });
  return respond(202, { results: await Promise.all(results) });
}

/** The same checks of a token's signature and times, with Node's crypto. */
export async function authorizer({ headers }: { readonly headers: { readonly authorization: string } }) {
  const [head = '', claims = '', signature = ''] = headers.authorization.slice('Bearer '.length).split('.');
  const { kid } = decoded(head);
  const { sub: userId, networkId, role, exp } = decoded(claims);
  const { Item } = await client.send(
    new GetItemCommand({ TableName: NETWORKS_TABLE, Key: { networkId: { S: networkId } }, ConsistentRead: true }),
  );
  const key = Item?.['signingKeys']?.L?.find(({ M }) => M?.['keyId']?.S === kid)?.M?.['secret']?.S ?? '';
  const digest = createHmac('sha256', key).update(`${head}.${claims}`).digest();
  if (!timingSafeEqual(digest, Buffer.from(signature, 'base64url')) || exp * 1000 < Date.now()) {
    return { isAuthorized: true, context: { denied: 'the access token is not valid' } };
  }
  const hideMode = Item?.['hideMode']?.S;
  const features = Object.entries(Item?.['features']?.M ?? {}).flatMap(([name, { BOOL }]) => (BOOL ? [name] : []));
  return { isAuthorized: true, context: { networkId, userId, role, features, hideMode, expiresAt: exp } };
}

const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
