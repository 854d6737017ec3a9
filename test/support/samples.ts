/** A webhook and a record of the events stream, for tests without tables. */
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import type { Webhook } from '../../lambdas/webhooks/webhooks-table.ts';

const at = '2026-01-01T00:00:00.000Z';

/** An enabled webhook of the network `demo`, with these changes. */
export const webhookOfTests = (changes: Partial<Webhook> = {}): Webhook => ({
  networkId: v.parse(NetworkId, 'demo'),
  webhookId: v.parse(WebhookId, `wh_${'a'.repeat(32)}`),
  url: 'https://hooks.example.com:8443/a',
  events: ['*'],
  filter: '',
  description: '',
  headers: {},
  legacySignature: false,
  enabled: true,
  secrets: [{ secret: 'whsec_AAAA', activeFrom: at }],
  createdAt: at,
  updatedAt: at,
  ...changes,
});

/** The record of an event that is accepted now; `body` and `event` unless others are given. */
export function recordOf(
  networkId: string,
  eventId: string,
  SequenceNumber: string,
  { body = '{}', event = 'shop.didSell' } = {},
) {
  const acceptedAt = new Date().toISOString();
  const item = { networkId, eventId, event, body, occurredAt: acceptedAt, acceptedAt };
  const NewImage = Object.fromEntries(Object.entries(item).map(([name, S]) => [name, { S }]));
  return { dynamodb: { SequenceNumber, NewImage } };
}
