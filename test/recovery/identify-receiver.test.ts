import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { WebhookId, type WebhookSecret } from '../../contract/webhooks.ts';
import type { NetworkDescription } from '../../lambdas/auth/networks-table.ts';
import { receiverIdentifier } from '../../lambdas/recovery/identify-receiver.ts';
import { WebhookNotFoundError } from '../../lambdas/webhooks/webhooks-table.ts';
import { webhookOfTests } from '../support/samples.ts';
import { signedHeaders } from '../support/signed-headers.ts';

const networkId = v.parse(NetworkId, 'demo');
const webhookId = v.parse(WebhookId, `wh_${'1'.repeat(32)}`);
const now = Date.parse('2026-11-22T21:00:00.000Z');
const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString();
const secretOf = (letter: string): string => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;
const live: WebhookSecret = { secret: secretOf('a'), activeFrom: at(-3_600) };
const description: NetworkDescription = {
  features: { blockUser: false, userActivity: false, webhooks: true },
  hideMode: 'blocker',
  signingKeyNames: [],
};

/** Identifies the receiver of one webhook, and counts what it reads; null: its network is deleted. */
function identifier(secrets: readonly WebhookSecret[] = [live], network: NetworkDescription | null = description) {
  const reads: string[] = [];
  const identify = receiverIdentifier(
    {
      webhooks: {
        read: async (key) => {
          reads.push(`webhook ${key.webhookId} of ${key.networkId}`);
          if (key.webhookId !== webhookId || key.networkId !== networkId) throw new WebhookNotFoundError(key);
          return webhookOfTests({ networkId, webhookId, secrets: [...secrets] });
        },
      },
      networks: {
        readDescription: async (id) => {
          reads.push(`network ${id}`);
          return network ?? undefined;
        },
      },
    },
    () => now,
  );
  return { identify, reads };
}

const bodyText = JSON.stringify({ networkId, hour: '2026-11-22T20' });
const signedBy = (secret: string | readonly string[], seconds = 0): Readonly<Record<string, string>> =>
  signedHeaders(secret, bodyText, new Date(now + seconds * 1000));
const request = (headers: Readonly<Record<string, string>>, text = bodyText) => ({
  headers,
  parameters: { webhookId },
  body: { networkId },
  signedText: text,
});
const changed = (change: (signature: string) => string) => {
  const headers = signedBy(live.secret);
  return { ...headers, 'webhook-signature': change(`${headers['webhook-signature']}`) };
};
const unauthorized = expect.objectContaining({ kind: 'unauthorized' });

describe('the receiver of a webhook', () => {
  test('is identified by the signature, with its network’s features and quotas', async () => {
    const { identify, reads } = identifier([live], { ...description, quotas: { ledger: 3 } });
    const { webhook, ...rest } = await identify(request(signedBy(live.secret, -7)));
    expect(webhook.webhookId).toBe(webhookId);
    expect(rest).toEqual({
      networkId,
      features: ['webhooks'],
      quotas: { ledger: 3 },
      spender: webhook.webhookId,
      signedAt: now - 7_000,
    });
    expect(reads).toEqual([`webhook ${webhookId} of demo`, 'network demo']);
  });

  test.each<[string, number[], boolean[]]>([
    ['of every secret that signs now', [-10, -5], [true, true]],
    ['of a secret that has not begun to sign', [-10, 5], [true, false]],
  ])('may use one %s', async (_, begins, accepted) => {
    const secrets = begins.map((begin, n) => ({ secret: secretOf('xy'.charAt(n)), activeFrom: at(begin) }));
    const { identify } = identifier(secrets);
    const results = await Promise.allSettled(secrets.map(({ secret }) => identify(request(signedBy(secret)))));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual(accepted);
  });

  test('may sign with several secrets, ten at most', async () => {
    const { identify } = identifier();
    const others = (count: number): string[] => Array.from({ length: count }, () => secretOf('o'));
    await expect(identify(request(signedBy([...others(9), live.secret])))).resolves.toMatchObject({ networkId });
    await expect(identify(request(signedBy([...others(10), live.secret])))).rejects.toEqual(unauthorized);
  });

  test.each([-300, 300])('may have a clock that differs by %i seconds', async (seconds) => {
    const { identify } = identifier();
    await expect(identify(request(signedBy(live.secret, seconds)))).resolves.toMatchObject({ networkId });
  });
});

describe('a request', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['without headers', {}],
    ['that is too old', signedBy(live.secret, -301)],
    ['of the future', signedBy(live.secret, 301)],
    ['with a time that is none', { ...signedBy(live.secret), 'webhook-timestamp': '1e9' }],
    ['with an endless id', { ...signedBy(live.secret), 'webhook-id': 'x'.repeat(257) }],
    ['without a signature', { ...signedBy(live.secret), 'webhook-signature': '' }],
    ['with a signature header before another one', changed((right) => `${right}, v1,AAAA`)],
    ['with a signature header after another one', changed((right) => `v1,AAAA, ${right}`)],
  ])('%s is refused without a read', async (_, headers) => {
    const { identify, reads } = identifier();
    await expect(identify(request(headers))).rejects.toEqual(unauthorized);
    expect(reads).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['by another secret', signedBy(secretOf('o'))],
    ['of another version', { ...signedBy(live.secret), 'webhook-signature': 'v2,AAAA' }],
    ['with another id', { ...signedBy(live.secret), 'webhook-id': 'other' }],
    ['with another time', { ...signedBy(live.secret), 'webhook-timestamp': `${now / 1000 - 1}` }],
  ])('signed %s is refused after one read', async (_, headers) => {
    const { identify, reads } = identifier();
    await expect(identify(request(headers))).rejects.toEqual(unauthorized);
    expect(reads).toHaveLength(1);
  });

  test('with another body is refused, and one of a network that was deleted', async () => {
    const headers = signedBy(live.secret);
    await expect(identifier().identify(request(headers, `${bodyText} `))).rejects.toEqual(unauthorized);
    await expect(identifier([live], null).identify(request(headers))).rejects.toEqual(unauthorized);
  });

  test('is not refused because the webhook can’t be read: that is a fault of ours', async () => {
    const read = () => Promise.reject(new Error('The table is away.'));
    const away = receiverIdentifier({ webhooks: { read }, networks: { readDescription: read } }, () => now);
    await expect(away(request(signedBy(live.secret)))).rejects.toThrow('The table is away.');
  });

  test('about a webhook that does not exist gets the response of a wrong signature', async () => {
    const { identify } = identifier();
    const messages = [
      identify(request(signedBy(secretOf('o')))),
      identify({ ...request(signedBy(live.secret)), body: { networkId: v.parse(NetworkId, 'other') } }),
    ].map((response) => response.then(String, String));
    expect(new Set(await Promise.all(messages)).size).toBe(1);
  });
});
