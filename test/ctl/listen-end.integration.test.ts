import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Client, cloudVariables, createNetwork, eventually, serverOf } from '../../testing/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { adminOf, listOf } from '../webhooks/admin.ts';
import { endAllListening, startListen } from './listen-process.ts';
import { ctlHere, runCtl } from './service.ts';

const sharedFolder = process.env[cloudVariables.data] ?? '';

let network: string;
let admin: Client;
beforeEach(async () => {
  network = await createNetwork();
  admin = await adminOf(network);
});
afterEach(endAllListening);

const webhookIds = async () => (await listOf(admin)).results.map(({ webhookId }) => webhookId);

describe('the end of ctl listen', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s removes the webhook', async (signal) => {
    const listening = await startListen(['--network', network]);
    expect(await listening.end(signal)).toBe(0);
    expect(await webhookIds()).toEqual([]);
  });

  test('by a closed stdout removes the webhook', async () => {
    const listening = await startListen(['--network', network]);
    listening.stopReading();
    const server = await serverOf(network);
    await server('POST', '/events', { events: [{ event: 'app.opened', data: {} }] });
    expect(await listening.ended).toBe(0);
    expect(await webhookIds()).toEqual([]);
  });

  test('by kill -9 leaves a webhook, which the next listen removes, and no other', async () => {
    const killed = await startListen(['--network', network]);
    await killed.end('SIGKILL');
    const listening = await startListen(['--network', network]);
    const foreign = await admin('POST', '/webhooks', { url: 'https://hooks.example.com/', description: 'mine' });
    expect(foreign.status).toBe(201);
    const another = await startListen(['--network', network]);
    expect(listening.stderr()).toContain('Removed 1 stale webhook of an earlier listen.');
    expect(another.stderr()).not.toContain('stale');
    const ids = await webhookIds();
    expect(ids).not.toContain(killed.webhookId);
    expect(ids).toEqual(expect.arrayContaining([listening.webhookId, another.webhookId]));
    expect(ids).toHaveLength(3);
  });

  test('by the end of the local cloud is reported', async () => {
    const cloudProcess = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
    const folder = temporaryFolder();
    const shared = JSON.parse(readFileSync(join(sharedFolder, 'cloud.json'), 'utf8'));
    writeFileSync(join(folder, 'cloud.json'), JSON.stringify({ ...shared, pid: cloudProcess.pid }));
    const listening = await startListen(['--network', network], folder);
    cloudProcess.kill();
    expect(await listening.ended).toBe(1);
    expect(listening.stderr()).toMatch(/The local cloud has ended.*\n.*the next listen on this cloud/);
  });
});

describe('ctl listen refuses', () => {
  const refused = (stderr: RegExp, code: number) => ({ stdout: '', stderr: expect.stringMatching(stderr), code });

  test('a network whose webhooks are off, with a hint, and ends', async () => {
    const off = await createNetwork({ features: [] });
    expect(await ctlHere(['listen', '--network', off, '--data', sharedFolder])).toEqual(
      refused(/feature webhooks .* is off.*\n.*feature enable ID webhooks/, 1),
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
    const address = taken.address();
    const port = address === null || typeof address === 'string' ? '' : `${address.port}`;
    const run = await runCtl(['listen', '--network', network, '--data', sharedFolder, '--port', port]);
    taken.close();
    expect(run).toEqual(refused(new RegExp(`^The receiver can't listen on port ${port}: .*\nChoose another port`), 1));
    await eventually(async () => expect(await webhookIds()).toEqual([]));
  });
});
