import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { expectRequests } from '../../test/e2e/delivery-network.ts';
import { isAsShown } from '../../test/support/console-blocks.ts';
import { ctlHere, runCtl } from '../../test/support/ctl.ts';
import { portOf } from '../../test/support/receivers/listening.ts';
import {
  type Client,
  cloudVariables,
  connection,
  createNetwork,
  eventually,
  serverOf,
} from '../../test/support/service.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { adminOf, create, listOf } from '../../test/webhooks/admin.ts';
import { endAllListening, type ListenProcess, startListen } from './listen-process.ts';

const sharedFolder = process.env[cloudVariables.data] ?? '';

let network: string;
let server: Client;
let admin: Client;
async function openNetwork(): Promise<void> {
  network = await createNetwork();
  [server, admin] = await Promise.all([serverOf(network), adminOf(network)]);
}
afterAll(endAllListening);

const post = async (event: string, data: object = { userId: 'alice' }): Promise<void> => {
  const { status } = await server('POST', '/events', { events: [{ event, data }] });
  expect(status).toBe(202);
};

const forge = (url: string, headers: Record<string, string>) =>
  fetch(url, { method: 'POST', headers, body: '{"event":"\u001b[31mforged"}' });
const WRONG_SIGNATURE = { 'x-service-signature': `${'A'.repeat(43)}=` };

const webhookIds = async () => (await listOf(admin)).results.map(({ webhookId }) => webhookId);

describe('ctl listen', () => {
  let listening: ListenProcess;
  beforeAll(async () => {
    await openNetwork();
    listening = await startListen(['--network', network]);
  });

  test('makes a webhook, and shows an event with both signatures verified, as in the README', async () => {
    expect(await webhookIds()).toEqual([listening.webhookId]);
    await post('app.opened', { userId: 'alice' });
    await eventually(() => expect(listening.stdout()).toMatch(/\}\n$/));
    const blocks = readFileSync('README.md', 'utf8').matchAll(/^```text\n(.+?)^```$/gms);
    const shown = [...blocks].map(([, text = '']) => text.trim()).filter((text) => text.includes('both signatures'));
    expect(shown).toHaveLength(1);
    const printed = listening.stdout().match(/.+?^\}\n/gms) ?? [];
    expectRequests(printed, 1);
    expect(isAsShown(shown[0] ?? '', printed[0] ?? '')).toBe(true);
    expect(printed[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} {2}app\.opened {2}[0-9A-Z]{26} {2}both signatures right\n/);
  });

  test('truncates a long payload with a notice', async () => {
    const before = listening.stdout().length;
    await post('app.used', { text: 'x'.repeat(10_000), list: Array.from({ length: 500 }, (_, n) => n) });
    await eventually(() => expect(listening.stdout()).toMatch(/… \d+ more characters; --json prints all of it\n$/));
    const printed = listening.stdout().slice(before);
    expect(printed.split('\n').length).toBeLessThan(70);
    expect(printed).toMatch(/"x{200}… 9800 more characters; --json prints all of it"/);
  });

  test('ignores legacy requests, and verifies with the new secret once an admin has rotated it', async () => {
    await admin('PATCH', `/webhooks/${listening.webhookId}`, { legacySignature: true });
    const legacy = await fetch(listening.url, { method: 'POST', headers: { 'x-legacy-signature': 'x' }, body: '{}' });
    expect(legacy.status).toBe(200);
    const { status } = await admin('POST', `/webhooks/${listening.webhookId}/secret`, { overlapHours: 0 });
    expect(status).toBe(200);
    await post('app.rotated');
    await eventually(() => expect(listening.stdout()).toMatch(/app\.rotated .*both signatures right/));
    expect(listening.stdout() + listening.stderr()).not.toContain('WARNING');
  });

  test('warns of a forged request, refuses it with 401, and prints it neither to stdout nor unescaped', async () => {
    expect(await forge(listening.url, {})).toMatchObject({ status: 401 });
    expect(await forge(listening.url, WRONG_SIGNATURE)).toMatchObject({ status: 401 });
    await eventually(() => {
      expect(listening.stderr()).toMatch(/WARNING: refused .* 401\. The request has no header x-service-signature/);
      expect(listening.stderr()).toMatch(/WARNING: refused .* 401\. The request is forged, the secret is wrong/);
    });
    expect(listening.stderr()).toContain(String.raw`Its body begins: {"event":"\u001b[31mforged"}`);
    expect(listening.stderr()).not.toContain('\u001b');
    expect(listening.stdout()).not.toContain('forged');
    // By which a later listen knows whose webhooks are stale.
    const found = await Promise.all(['', 'x'].map((more) => fetch(`${listening.url}${more}`)));
    expect(found.map(({ status }) => status)).toEqual([200, 404]);
  });

  test('removes its webhook at the end', async () => {
    expect(await listening.end('SIGTERM')).toBe(0);
    expect(listening.stderr()).toContain(`Removed the webhook ${listening.webhookId}.`);
    expect(await webhookIds()).toEqual([]);
  });
});

describe('an option of ctl listen', () => {
  beforeEach(openNetwork);

  test('--json prints one object per line, and --events and --filter only the requested ones', async () => {
    const requested = ['--events', 'channel.*', 'app.opened', '--filter', '{"data":{"list":[1]}}'];
    const listening = await startListen(['--network', network, '--json', ...requested]);
    await post('app.closed', { list: [1] });
    await post('app.opened', { list: [2] });
    await post('app.opened', { text: 'é🙂\n\u009b2J\u202e', list: [1, {}] });
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
      data: { text: 'é🙂\n\u009b2J\u202e', list: [1, {}] },
    });
    // What manipulates a terminal is escaped.
    expect(lines[0]).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(await listening.end('SIGINT')).toBe(0);
    expect(listening.stdout()).not.toContain('app.closed');
    expect(await webhookIds()).toEqual([]);
  });

  test('--answer is the status of its responses, to show how failures are handled', async () => {
    const listening = await startListen(['--network', network, '--answer', '503', '--delay', '100']);
    expect(listening.stderr()).toContain(
      'Each response has status 503, after 100 ms: deliveries fail and are retried.',
    );
    await post('app.opened');
    await eventually(() => expect(listening.stdout()).toContain('both signatures right  attempt 2  answered 503'));
    const path = `/webhooks/${listening.webhookId}/deliveries`;
    const attempt = await eventually(async () => {
      const { body } = await admin('GET', path);
      const [delivery] = v.parse(v.object({ results: v.array(v.object({ deliveryId: v.string() })) }), body).results;
      const shown = await admin('GET', `${path}/${delivery?.deliveryId}`);
      const Attempts = v.object({ attempts: v.array(v.looseObject({ class: v.string(), milliseconds: v.number() })) });
      // On a busy machine an attempt may time out.
      const failed = v.parse(Attempts, shown.body).attempts.find((one) => one.class === 'http_5xx');
      if (failed === undefined) throw new Error('There is no attempt with a status.');
      return failed;
    });
    expect(attempt).toMatchObject({ statusCode: 503, responseStart: '{}' });
    expect(attempt.milliseconds).toBeGreaterThanOrEqual(100);
    expect(await listening.end('SIGHUP')).toBe(0);
    expect(await webhookIds()).toEqual([]);
  });
});

describe('ctl listen --pull', () => {
  beforeEach(openNetwork);
  const pulling = ['--pull', '--json', '--events', 'app.*', '--filter', '{"data":{"n":[{"numeric":[">",0]}]}}'];

  test('shows events in their order, once, by a webhook to which nothing is sent', async () => {
    const reading = await startListen(['--network', network, ...pulling]);
    expect((await listOf(admin)).results).toMatchObject([{ webhookId: reading.webhookId, pull: true }]);
    for (const [event, n] of [
      ['app.opened', 1],
      ['app.opened', 0],
      ['shop.didSell', 2],
      ['app.closed', 3],
    ] as const)
      await post(event, { n, text: 'é🙂' });
    await eventually(() => expect(reading.stdout()).toContain('app.closed'), 30_000);
    const lines = reading.stdout().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'app.opened', eventId: expect.any(String), acceptedAt: expect.any(String), data: { n: 1, text: 'é🙂' } },
      { event: 'app.closed', data: { n: 3 } },
    ]);
    expect(await reading.end('SIGINT')).toBe(0);
    expect(reading.stderr()).toContain(`Removed the webhook ${reading.webhookId}.`);
    expect(await webhookIds()).toEqual([]);
  });

  test('removes its webhook, where stdout is closed or its webhook is gone', async () => {
    const closed = await startListen(['--network', network, '--pull']);
    closed.stopReading();
    await post('app.opened');
    expect(await closed.ended).toBe(0);
    const gone = await startListen(['--network', network, '--pull']);
    await admin('DELETE', `/webhooks/${gone.webhookId}`);
    expect(await gone.ended).toBe(1);
    expect(await webhookIds()).toEqual([]);
  });

  test('that was killed leaves its webhook to a later one, which removes no other', async () => {
    const [killed, running] = [
      await startListen(['--network', network, '--pull']),
      await startListen(['--network', network, '--pull']),
    ];
    const { webhookId: other } = await create(admin, { url: undefined, pull: true });
    await killed.end('SIGKILL');
    const { client, tables } = connection();
    const madeAt = new UpdateCommand({
      TableName: tables.webhooks,
      Key: { networkId: network, webhookId: killed.webhookId },
      UpdateExpression: 'SET createdAt = :at REMOVE pulled',
      ExpressionAttributeValues: { ':at': new Date(Date.now() - 11 * 60_000).toISOString() },
    });
    await client.send(madeAt);
    const later = await startListen(['--network', network, '--pull']);
    expect(later.stderr()).toContain(`Removed the webhook ${killed.webhookId} of an earlier listen.`);
    expect((await webhookIds()).sort()).toEqual([running.webhookId, later.webhookId, other].sort());
    await Promise.all([running, later].map(({ end }) => end('SIGTERM')));
    expect(await webhookIds()).toEqual([other]);
  });
});

test('ctl listen --log shows what is new in the delivery log of a network, once, and says so', async () => {
  await openNetwork();
  const { webhookId } = await create(admin, { url: 'http://127.0.0.1:1025/' });
  await post('app.before');
  await eventually(async () => expect((await admin('GET', '/deliveries')).text).toContain('app.before'));
  const reading = await startListen(['--network', network, '--log', '--json', '--events', 'app.opened']);
  expect(reading.stderr()).toMatch(/Nothing is sent to this machine, and no signature is checked/);
  await post('app.closed');
  await post('app.opened', { text: 'é🙂' });
  await eventually(() => expect(reading.stdout()).toMatch(/\n$/));
  expect(JSON.parse(reading.stdout())).toMatchObject({
    source: 'delivery log',
    event: 'app.opened',
    webhookId,
    class: expect.any(String),
    data: { text: 'é🙂' },
  });
  expect((await listOf(admin)).results).toHaveLength(1);
  expect(await reading.end('SIGINT')).toBe(0);
});

describe('the end of ctl listen', () => {
  beforeEach(openNetwork);

  test('by a closed stdout removes the webhook', async () => {
    const listening = await startListen(['--network', network]);
    listening.stopReading();
    await post('app.opened');
    expect(await listening.ended).toBe(0);
    expect(await webhookIds()).toEqual([]);
  });

  test('by kill -9 leaves its webhook to the next one, which removes no other', async () => {
    const killed = await startListen(['--network', network]);
    killed.suspend();
    const foreign = await admin('POST', '/webhooks', { url: 'https://hooks.example.com/', description: 'mine' });
    expect(foreign.status).toBe(201);
    const another = await startListen(['--network', network]);
    expect(another.stderr()).not.toContain('stale');
    await killed.end('SIGKILL');
    const next = await startListen(['--network', network]);
    expect(next.stderr()).toContain('Removed 1 stale webhook of an earlier listen.');
    const ids = await webhookIds();
    expect(ids).toEqual(expect.arrayContaining([another.webhookId, next.webhookId]));
    expect(ids).toHaveLength(3);
  });

  test('is not that of the local cloud: it goes on with the next one, and removes the webhook at its own end', async () => {
    const folder = temporaryFolder();
    const shared = JSON.parse(readFileSync(join(sharedFolder, 'cloud.json'), 'utf8'));
    const startCloud = () => {
      const cloudProcess = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
      writeFileSync(join(folder, 'cloud.json'), JSON.stringify({ ...shared, pid: cloudProcess.pid }));
      return cloudProcess;
    };
    const first = startCloud();
    const listening = await startListen(['--network', network], folder);
    first.kill();
    await eventually(() => expect(listening.stderr()).toContain('The local cloud has ended.'));
    expect((await admin('DELETE', `/webhooks/${listening.webhookId}`)).status).toBe(200);
    // It asks for new secrets, and there are none: that must not be the end of those of the next webhook.
    expect(await forge(listening.url, WRONG_SIGNATURE)).toMatchObject({ status: 401 });
    const second = startCloud();
    await eventually(() => expect(listening.stderr()).toContain('The local cloud is back'));
    const [webhookId] = await webhookIds();
    expect(webhookId).not.toBe(listening.webhookId);
    await post('app.opened');
    await eventually(() => expect(listening.stdout()).toContain('both signatures right'));
    expect(await listening.end('SIGTERM')).toBe(0);
    expect(await webhookIds()).toEqual([]);
    second.kill();
  });

  test('while no local cloud runs says what is left', async () => {
    const cloudProcess = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
    const folder = temporaryFolder();
    const shared = JSON.parse(readFileSync(join(sharedFolder, 'cloud.json'), 'utf8'));
    writeFileSync(join(folder, 'cloud.json'), JSON.stringify({ ...shared, pid: cloudProcess.pid }));
    const listening = await startListen(['--network', network], folder);
    cloudProcess.kill();
    await eventually(() => expect(listening.stderr()).toContain('The local cloud has ended.'));
    expect(await listening.end('SIGTERM')).toBe(1);
    expect(listening.stderr()).toMatch(/could not be removed; the next listen on this cloud removes it/);
  });
});

describe('ctl listen refuses', () => {
  beforeEach(openNetwork);

  const refused = (stderr: RegExp, code: number) => ({ stdout: '', stderr: expect.stringMatching(stderr), code });

  test('a network whose webhooks are off, with a hint, and ends', async () => {
    const off = await createNetwork({ features: [] });
    expect(await ctlHere(['listen', '--network', off, '--data', sharedFolder])).toEqual(
      refused(new RegExp(`feature webhooks is off.*\\n.*feature enable ${off} webhooks`), 1),
    );
  });

  test('an unknown network', async () => {
    expect(await ctlHere(['listen', '--network', 'nowhere', '--data', sharedFolder])).toEqual(
      refused(/^There is no network nowhere/, 1),
    );
  });

  test('a port in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const port = `${portOf(taken)}`;
    const run = await runCtl(['listen', '--network', network, '--data', sharedFolder, '--port', port]);
    taken.close();
    expect(run).toEqual(refused(new RegExp(`^The receiver can't listen on port ${port}: .*\nChoose another port`), 1));
    await eventually(async () => expect(await webhookIds()).toEqual([]));
  });
});
