/** A route that sends a request, `sendTestEvent`, by hand: signed with Node's crypto, sent with its HTTP client. */
import { createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { eventSample } from '../../contract/event-samples.ts';
import { attributesOf, plain } from './attribute-values.ts';
import { auditEntry } from './audit-entry.ts';
import { callerOf, type Reference, respond } from './reference.ts';

const client = new DynamoDBClient({});
const { WEBHOOKS_TABLE: TableName } = process.env;

export const handler: Reference = async (incoming) => {
  const { networkId } = callerOf(incoming);
  const webhookId = incoming.pathParameters?.['webhookId'];
  const Key = attributesOf({ networkId, webhookId });
  const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
  const about = { webhookId, networkId_webhookId: `${networkId}_${webhookId}` };
  await client.send(new PutItemCommand(auditEntry(incoming, 'testEventSent', about)));
  const { url } = plain(Item);
  const event = 'channel.didCreate';
  const payload = JSON.stringify({ event, data: eventSample(event) });
  const eventId = randomUUID();
  const started = Date.now();
  const { statusCode, responseStart, remoteAddress } = await post(`${url}`, payload, {
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(payload)}`,
    ...signatures(`${Item?.['secrets']?.L?.[0]?.M?.['secret']?.S}`, eventId, payload),
  });
  return respond(200, {
    number: 1,
    startedAt: new Date(started).toISOString(),
    milliseconds: Date.now() - started,
    class: 'delivered',
    ...{ statusCode, remoteAddress, responseStart, eventId, event, payload },
  });
};

function signatures(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = `${Math.floor(Date.now() / 1000)}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return {
    'x-service-signature': createHmac('sha256', secret).update(body).digest('base64'),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  };
}

interface Received {
  readonly statusCode: number | undefined;
  readonly remoteAddress: string | undefined;
  readonly responseStart: string;
}

function post(url: string, body: string, headers: Record<string, string>): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers }, (response) => {
      const { statusCode, socket } = response;
      const { remoteAddress } = socket;
      text(response).then((responseStart) => resolve({ statusCode, remoteAddress, responseStart }), reject);
    });
    sending.on('error', reject).end(body);
  });
}
