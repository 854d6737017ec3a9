/**
 * References of our functions: each handles the same event with the same calls and the same response, written by hand
 * with only the AWS clients and Node's own modules. They validate and log nothing. Each is bundled by itself.
 */
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({});
const { ADMIN_LINKS_TABLE, AUDIT_TABLE, BLOCKS_TABLE, EVENTS_TABLE, NETWORKS_TABLE, WEBHOOKS_TABLE } = process.env;

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

/** A write with an idempotency key: a claim, the link with its entry of the audit trail, and the response that is kept. */
export async function createAdminLink(event: RouteEvent & { readonly headers: Readonly<Record<string, string>> }) {
  const { networkId, userId: caller } = event.requestContext.authorizer.lambda;
  const { user } = JSON.parse(event.body ?? '');
  const now = Date.now();
  const [code, expiresAt] = [randomBytes(32).toString('base64url'), Math.floor(now / 1000) + 900];
  const webhookId = { S: createHash('sha256').update(`${caller}${event.headers['idempotency-key']}`).digest('hex') };
  const Key = { networkId: { S: `${networkId}#requests` }, webhookId };
  const keep = (UpdateExpression: string, value: string, ConditionExpression: string) =>
    client.send(
      new UpdateItemCommand({
        TableName: WEBHOOKS_TABLE,
        ...{ Key, UpdateExpression, ConditionExpression },
        ExpressionAttributeValues: { ':value': { S: value } },
      }),
    );
  await keep('SET content = :value', event.body ?? '', 'attribute_not_exists(webhookId)');
  const link = { networkId: { S: networkId }, userId: { S: user } };
  const codeHash = { S: createHash('sha256').update(code).digest('hex') };
  const entry = { networkId: { S: networkId }, entryId: { S: randomUUID() }, at: { S: new Date(now).toISOString() } };
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        { Put: { TableName: ADMIN_LINKS_TABLE, Item: { codeHash, ...link, expiresAt: { N: `${expiresAt}` } } } },
        { Put: { TableName: AUDIT_TABLE, Item: { ...entry, action: { S: 'adminLinkCreated' }, by: { S: caller } } } },
      ],
    }),
  );
  const response = { code, expiresAt: new Date(expiresAt * 1000).toISOString() };
  await keep('SET answer = :value', JSON.stringify(response), 'attribute_exists(webhookId)');
  // The code is another one each time.
  return respond(201, {});
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
