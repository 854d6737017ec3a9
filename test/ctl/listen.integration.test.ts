import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type Client, createNetwork, eventually, serverOf } from '../../testing/service.ts';
import { isAsShown } from '../docs/console-blocks.ts';
import { expectRequests } from '../e2e/delivery-room.ts';
import { adminOf, listOf } from '../webhooks/admin.ts';
import { endAllListening, startListen } from './listen-process.ts';

let network: string;
let server: Client;
let admin: Client;
beforeEach(async () => {
  network = await createNetwork();
  [server, admin] = await Promise.all([serverOf(network), adminOf(network)]);
});
afterEach(endAllListening);

const post = async (event: string, data: object = { userId: 'alice' }): Promise<void> => {
  const { status } = await server('POST', '/events', { events: [{ event, data }] });
  expect(status).toBe(202);
};

const webhookIds = async () => (await listOf(admin)).results.map(({ webhookId }) => webhookId);

describe('ctl listen', () => {
  test('shows each event within a second, with both signatures verified, and removes its webhook at the end', async () => {
    const listening = await startListen(['--network', network]);
    expect(await webhookIds()).toEqual([listening.webhookId]);

    const delays: number[] = [];
    for (let n = 1; n <= 5; n++) {
      await post('app.opened', { n });
      const accepted = performance.now();
      await eventually(() => expect(listening.stdout()).toContain(`"n": ${n}`));
      delays.push(performance.now() - accepted);
    }
    expect(delays.toSorted((a, b) => a - b)[2]).toBeLessThan(1_000);
    expect(listening.stdout()).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} {2}app\.opened {2}[0-9A-Z]{26} {2}both signatures right\n\{\n {2}"n": 1\n\}\n\d/,
    );

    expect(await listening.end('SIGTERM')).toBe(0);
    expect(listening.stderr()).toContain(`Removed the webhook ${listening.webhookId}.`);
    expect(await webhookIds()).toEqual([]);
  });

  test('prints what the README shows', async () => {
    const listening = await startListen(['--network', network]);
    await post('app.opened', { userId: 'alice' });
    await eventually(() => expect(listening.stdout()).toMatch(/\}\n$/));
    const blocks = readFileSync('README.md', 'utf8').matchAll(/^```text\n(.+?)^```$/gms);
    const shown = [...blocks].map(([, text = '']) => text.trim()).filter((text) => text.includes('both signatures'));
    expect(shown).toHaveLength(1);
    const printed = listening.stdout().match(/.+?^\}\n/gms) ?? [];
    expectRequests(printed, 1);
    expect(isAsShown(shown[0] ?? '', printed[0] ?? '')).toBe(true);
  });

  test('prints one object per line with --json, and only the requested events', async () => {
    const listening = await startListen(['--network', network, '--json', '--events', 'channel.*', 'app.opened']);
    await post('app.closed');
    await post('app.opened', { text: 'é🙂\n', list: [1, {}] });
    const lines = await eventually(() => {
      const complete = listening.stdout().split('\n').slice(0, -1);
      expect(complete).not.toEqual([]);
      return complete;
    });
    expectRequests(lines, 1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      event: 'app.opened',
      deliveryId: expect.stringMatching(/^[0-9A-Z]{26}$/),
      receivedAt: expect.stringMatching(/Z$/),
      sentAt: expect.stringMatching(/Z$/),
      attempt: 1,
      answered: 200,
      signatures: { service: true, standard: true },
      data: { text: 'é🙂\n', list: [1, {}] },
    });
    expect(await listening.end('SIGINT')).toBe(0);
    expect(listening.stdout()).not.toContain('app.closed');
  });

  test('responds with the status of --answer, to show how failures are handled', async () => {
    const listening = await startListen(['--network', network, '--answer', '503', '--delay', '100']);
    expect(listening.stderr()).toContain(
      'Each response has status 503, after 100 ms: deliveries fail and are retried.',
    );
    await post('app.opened');
    await eventually(() => expect(listening.stdout()).toContain('both signatures right  answered 503'));
    const path = `/webhooks/${listening.webhookId}/deliveries`;
    const { attempts } = await eventually(async () => {
      const { body } = await admin('GET', path);
      const [delivery] = v.parse(v.object({ results: v.array(v.object({ deliveryId: v.string() })) }), body).results;
      const shown = await admin('GET', `${path}/${delivery?.deliveryId}`);
      return v.parse(v.object({ attempts: v.array(v.looseObject({ milliseconds: v.number() })) }), shown.body);
    });
    expect(attempts[0]).toMatchObject({ class: 'http_5xx', statusCode: 503, responseStart: '{}' });
    expect(attempts[0]?.milliseconds).toBeGreaterThanOrEqual(100);
  });

  test('warns of a forged request, refuses it with 401, and prints it neither to stdout nor unescaped', async () => {
    const listening = await startListen(['--network', network]);
    const forge = (headers: Record<string, string>) =>
      fetch(listening.url, { method: 'POST', headers, body: '{"event":"\u001b[31mforged"}' });
    expect(await forge({})).toMatchObject({ status: 401 });
    expect(await forge({ 'x-service-signature': `${'A'.repeat(43)}=` })).toMatchObject({ status: 401 });
    await eventually(() => {
      expect(listening.stderr()).toMatch(/WARNING: refused .* 401\. The request has no header x-service-signature/);
      expect(listening.stderr()).toMatch(/WARNING: refused .* 401\. The request is forged, the secret is wrong/);
    });
    expect(listening.stderr()).toContain(String.raw`Its body begins: {"event":"\u001b[31mforged"}`);
    expect(listening.stderr()).not.toContain('\u001b');
    expect(listening.stdout()).toBe('');
  });

  test('verifies with the new secret once an admin has rotated it', async () => {
    const listening = await startListen(['--network', network]);
    const { status } = await admin('POST', `/webhooks/${listening.webhookId}/secret`, { overlapHours: 0 });
    expect(status).toBe(200);
    await post('app.opened');
    await eventually(() => expect(listening.stdout()).toContain('both signatures right'));
    expect(listening.stderr()).not.toContain('WARNING');
  });

  test('ignores legacy requests', async () => {
    const listening = await startListen(['--network', network]);
    await admin('PATCH', `/webhooks/${listening.webhookId}`, { legacySignature: true });
    const legacy = await fetch(listening.url, { method: 'POST', headers: { 'x-legacy-signature': 'x' }, body: '{}' });
    expect(legacy.status).toBe(200);
    expect(listening.stdout() + listening.stderr()).not.toContain('WARNING');
  });

  test('truncates a long payload with a notice', async () => {
    const listening = await startListen(['--network', network]);
    await post('app.opened', { text: 'x'.repeat(10_000), list: Array.from({ length: 500 }, (_, n) => n) });
    await eventually(() => expect(listening.stdout()).toMatch(/… \d+ more characters; --json prints all of it\n$/));
    expect(listening.stdout().split('\n').length).toBeLessThan(70);
    expect(listening.stdout()).toMatch(/"x{200}… 9800 more characters; --json prints all of it"/);
  });
});
