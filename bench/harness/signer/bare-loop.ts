/** The reference of the bench `signer`: undici with the least code that signs and posts the same request. */
import { createHmac, createSecretKey } from 'node:crypto';
import { Client } from 'undici';
import * as v from 'valibot';
import { webhooksTo } from '../functions/stub-data.ts';
import { bodyOf, MESSAGES_PER_BATCH, Order } from './delivery-batches.ts';

const BODIES = 1_000;
/** As long as the id of a delivery. */
const DELIVERY_ID = '01JDQ7V0000000000000000000';
const EVENT_ID = '01982f3a-0000-7000-8000-000000000000';

const url = process.env['RECEIVER_URL'] ?? '';
const [webhook] = webhooksTo(url);
const secret = webhook?.secrets[0]?.secret ?? '';
const textKey = createSecretKey(secret, 'utf8');
const bytesKey = createSecretKey(secret.slice('whsec_'.length), 'base64');
const bodies = Array.from({ length: BODIES }, (_, n) => bodyOf(n));
const { origin, pathname: path } = new URL(url);
/** As many as the signer sends at once: Lambda gives a process one batch at a time. */
const clients = Array.from({ length: MESSAGES_PER_BATCH }, () => new Client(origin));

/** Sends that many deliveries. */
export async function handler(order: unknown): Promise<void> {
  const { deliveries } = v.parse(Order, order);
  let next = 0;
  const loop = async (client: Client): Promise<void> => {
    while (next < deliveries) {
      const body = Buffer.from(bodies[next++ % BODIES] ?? '');
      const response = await client.request({ path, method: 'POST', headers: headersOf(body), body });
      await response.body.text();
      if (response.statusCode !== 200) throw new Error(`The receiver responded with ${response.statusCode}.`);
    }
  };
  await Promise.all(clients.map(loop));
}

function headersOf(body: Buffer): Record<string, string> {
  const timestamp = `${Math.floor(Date.now() / 1000)}`;
  const standard = createHmac('sha256', bytesKey).update(`${DELIVERY_ID}.${timestamp}.`).update(body).digest('base64');
  return {
    ...webhook?.headers,
    'content-type': 'application/json',
    'user-agent': 'social-platform-services/1 (webhooks)',
    'x-service-signature': createHmac('sha256', textKey).update(body).digest('base64'),
    'webhook-id': DELIVERY_ID,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
    'x-event-id': EVENT_ID,
    'x-event-accepted-at': `${Date.now()}`,
  };
}
