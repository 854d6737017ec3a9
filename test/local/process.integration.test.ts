/** The local cloud as a process: a quick stop with all that it started, and clear messages when it can't start. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { openService } from '../../ctl/service.ts';
import { mintToken } from '../../ctl/tokens.ts';
import { eventually } from '../../testing/eventually.ts';
import { type LocalCloudProcess, startLocalCloudProcess } from '../../testing/local-cloud-process.ts';
import { serviceFetch } from '../../testing/service-fetch.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const running = new Set<LocalCloudProcess>();
afterAll(async () => {
  await Promise.all([...running].map((started) => started.end('SIGKILL')));
});

async function start(data: string, ...args: readonly string[]): Promise<LocalCloudProcess> {
  const started = await startLocalCloudProcess(['--port', '0', '--data', data, ...args]);
  running.add(started);
  return started;
}

const DatabaseProcess = v.object({ pid: v.number() });

function databasePid(data: string): number {
  return v.parse(DatabaseProcess, JSON.parse(readFileSync(join(data, 'dynamodb-process.json'), 'utf8'))).pid;
}

/** Waits for a local cloud to end by itself, and returns its exit code. */
async function ended(cloud: LocalCloudProcess): Promise<number | null> {
  running.delete(cloud);
  // A signal that has no effect on it.
  return (await cloud.end('SIGCONT')).exitCode;
}

const parentOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'ppid=', '-p', `${pid}`], { encoding: 'utf8' }));

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function demoTokens(data: string): Promise<{ user: string; server: string }> {
  const connection = await openService({ data: data, env: undefined });
  const token = (userId: string, role: 'user' | 'server') =>
    mintToken(connection, {
      networkId: v.parse(NetworkId, 'demo'),
      userId: v.parse(UserId, userId),
      role,
      lifetimeSeconds: 600,
    });
  const [user, server] = await Promise.all([token('alice', 'user'), token('platform', 'server')]);
  connection.client.destroy();
  return { user, server };
}

describe('a local cloud', () => {
  test('says in one line that its database was killed, and ends', async () => {
    const data = temporaryFolder();
    const cloud = await start(data, '--in-memory');
    process.kill(databasePid(data), 'SIGKILL');
    expect(await ended(cloud)).toBe(1);
    expect(cloud.errors()).toBe('DynamoDB Local ended: its process was killed with SIGKILL\n');
  }, 60_000);

  test('ends its database when the supervisor of that is killed with kill -9', async () => {
    const data = temporaryFolder();
    const cloud = await start(data);
    const java = databasePid(data);
    process.kill(parentOf(java), 'SIGKILL');
    expect(await ended(cloud)).toBe(1);
    await eventually(() => expect(isRunning(java)).toBe(false));
    expect(cloud.errors()).toBe('DynamoDB Local ended: its supervisor process ended\n');
  }, 180_000);

  test('ends the database of an earlier one that was killed with its supervisor', async () => {
    const data = temporaryFolder();
    const first = await start(data);
    const java = databasePid(data);
    const supervisor = parentOf(java);
    process.kill(supervisor, 'SIGSTOP');
    running.delete(first);
    await first.end('SIGKILL');
    process.kill(supervisor, 'SIGKILL');
    expect(isRunning(java)).toBe(true);
    const second = await start(data);
    await eventually(() => expect(isRunning(java)).toBe(false));
    running.delete(second);
    await second.end('SIGTERM');
  }, 180_000);

  test('says in one line that its data folder can’t be created', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    await expect(startLocalCloudProcess(['--port', '0', '--data', join(file, 'data')])).rejects.toMatchObject({
      message: expect.stringMatching(/^The data folder .*file\/data can't be used: ENOTDIR: .* --data DIR\.\n$/),
      exitCode: 1,
    });
  });

  test('stops within 3 s with all that it started, also while a request is in progress', async () => {
    const data = temporaryFolder();
    const cloud = await start(data, '--in-memory');
    const { user } = await demoTokens(data);
    const java = databasePid(data);
    const inProgress = fetch(`${cloud.url}/block`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user}`, 'content-type': 'application/json' },
      body: new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{')) }),
      duplex: 'half',
    }).catch(() => 'ended');
    await eventually(async () => expect((await serviceFetch(`${cloud.url}/health`)).status).toBe(200));
    running.delete(cloud);
    const { exitCode, milliseconds } = await cloud.end('SIGINT');
    expect(exitCode).toBe(0);
    expect(milliseconds).toBeLessThan(3_000);
    expect(await inProgress).toBe('ended');
    await eventually(() => expect(isRunning(java)).toBe(false));
  }, 180_000);

  test('runs beside another one, and refuses its data folder and its port', async () => {
    const data = temporaryFolder();
    const [one, other] = await Promise.all([start(data, '--in-memory'), start(temporaryFolder(), '--in-memory')]);
    expect(one.url).not.toBe(other.url);
    for (const { url } of [one, other]) expect((await serviceFetch(`${url}/health`)).status).toBe(200);
    await expect(startLocalCloudProcess(['--port', '0', '--data', data])).rejects.toThrow(
      new RegExp(`Another local cloud \\(process ${one.pid}\\) uses .*--data DIR`),
    );
    const port = new URL(one.url).port;
    await expect(startLocalCloudProcess(['--port', port, '--data', temporaryFolder()])).rejects.toMatchObject({
      message: `Port ${port} is taken. Pick another one with --port N, or any free one with --port 0.\n`,
      exitCode: 1,
    });
    for (const cloud of [one, other]) {
      running.delete(cloud);
      await cloud.end('SIGTERM');
    }
  }, 180_000);

  test('ends with the npm that started it, when that is sent SIGTERM', async () => {
    const data = temporaryFolder();
    const npm = spawn('npm', ['start', '--', '--port', '0', '--in-memory', '--data', data], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    await new Promise<void>((resolve, reject) => {
      npm.once('exit', () => reject(new Error(`npm ended before the local cloud was ready: ${output}`)));
      npm.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/^ready /m.test(output)) resolve();
      });
    });
    const java = databasePid(data);
    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    await ended;
    expect(isRunning(java)).toBe(false);
    await expect(fetch(`${/^ready (\S+)$/m.exec(output)?.[1]}/health`)).rejects.toThrow('fetch failed');
  }, 180_000);

  test('says what to install where there is neither Java nor Docker', async () => {
    const tools = temporaryFolder();
    symlinkSync(process.execPath, join(tools, 'node'));
    const starting = startLocalCloudProcess(['--port', '0', '--data', temporaryFolder()], { PATH: tools });
    await expect(starting).rejects.toThrow(/^DynamoDB Local needs Java 17 or later, .*\nInstall a Java/);
  }, 180_000);

  test('prints the seed of its weather and what it injected, and its tables serve calm weather too', async () => {
    const data = temporaryFolder();
    const storm = await start(data, '--weather', 'storm', '--seed', '3');
    const { server } = await demoTokens(data);
    for (let number = 0; number < 20; number += 1) {
      await serviceFetch(`${storm.url}/webhooks/event-types`, { headers: { authorization: `Bearer ${server}` } });
    }
    running.delete(storm);
    await storm.end('SIGTERM');
    expect(storm.output()).toMatch(/^weather storm, seed 3$/m);
    await eventually(() => expect(storm.output()).toMatch(/^weather storm, seed 3, injected:\n +\d+ {2}[a-z ]+$/m));
    const calm = await start(data);
    expect((await serviceFetch(`${calm.url}/health`)).status).toBe(200);
    expect(calm.output()).not.toContain('weather');
    running.delete(calm);
    await calm.end('SIGTERM');
  }, 180_000);

  test('says what is wrong with an option', async () => {
    await expect(startLocalCloudProcess(['--port', 'x'])).rejects.toThrow('It must be a number from 0 to 65535.');
    await expect(startLocalCloudProcess(['--dynamodb-endpoint', 'nowhere'])).rejects.toThrow('It must be a URL');
    await expect(startLocalCloudProcess(['--weather', 'rain'])).rejects.toThrow(
      'Allowed choices are calm, aws, storm.',
    );
    await expect(startLocalCloudProcess(['--seed', '1.5'])).rejects.toThrow('It must be a whole number');
  });
});
