/**
 * The local cloud as a process: a quick stop with all that it started, and clear messages when it can't start. It hosts
 * another-app/, which starts in less time than the service.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { databaseProcesses } from '../../test/support/database-processes.ts';
import { eventually } from '../../test/support/eventually.ts';
import { type LocalCloudProcess, startLocalCloudProcess } from '../../test/support/local-cloud-process.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

const running = new Set<LocalCloudProcess>();
afterAll(async () => {
  await Promise.all([...running].map((started) => started.end('SIGKILL')));
});

const launch = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
  startLocalCloudProcess(args, variables, ['local/test/another-app/start.ts']);

async function start(data: string, ...args: readonly string[]): Promise<LocalCloudProcess> {
  const started = await launch(['--port', '0', '--data', data, ...args]);
  running.add(started);
  return started;
}

const CloudFile = v.object({ pid: v.number() });

const databaseOf = (data: string) =>
  databaseProcesses(v.parse(CloudFile, JSON.parse(readFileSync(join(data, 'cloud.json'), 'utf8'))).pid);

/** Waits for a local cloud to end by itself, and returns its exit code. */
async function ended(cloud: LocalCloudProcess): Promise<number | null> {
  running.delete(cloud);
  // A signal that has no effect on it.
  return (await cloud.end('SIGCONT')).exitCode;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Writes a note. */
const write = ({ url }: LocalCloudProcess, body: NonNullable<RequestInit['body']>) =>
  fetch(`${url}/notes/1`, { method: 'PUT', headers: { authorization: 'open sesame' }, body, duplex: 'half' });

const filesIn = (data: string, folder: string) => readdirSync(join(data, folder)).map((name) => join(folder, name));

describe('a local cloud beside another one', () => {
  const folders = { one: temporaryFolder(), other: temporaryFolder() };
  let one: LocalCloudProcess;
  let other: LocalCloudProcess;
  beforeAll(async () => {
    [one, other] = await Promise.all([
      start(folders.one, '--in-memory', '--faults', 'heavy', '--seed', '3'),
      // By the option's former name.
      start(folders.other, '--in-memory', '--weather', 'calm'),
    ]);
  }, 180_000);

  test('is refused its data folder and its port', async () => {
    await expect(launch(['--port', '0', '--data', folders.one])).rejects.toThrow(
      new RegExp(`Another local cloud \\(process ${one.pid}\\) uses .*--data DIR`),
    );
    const { port } = new URL(one.url);
    await expect(launch(['--port', port, '--data', temporaryFolder()])).rejects.toMatchObject({
      message: `Port ${port} is taken. Pick another one with --port N, or any free one with --port 0.\n`,
      exitCode: 1,
    });
  }, 180_000);

  test('says in one line that its database was killed, and ends with the faults that were injected', async () => {
    for (let number = 0; number < 20; number += 1) await write(one, 'hello');
    process.kill(databaseOf(folders.one).database, 'SIGKILL');
    expect(await ended(one)).toBe(1);
    expect(one.errors()).toBe('DynamoDB Local ended: its process was killed with SIGKILL\n');
    expect(one.output()).toMatch(/^faults heavy, seed 3$/m);
    await eventually(() => expect(one.output()).toMatch(/^faults heavy, seed 3, injected:\n +\d+ {2}[a-z ]+$/m));
  }, 180_000);

  test('ends its database when the shell of that is killed with kill -9', async () => {
    const { shell, database } = databaseOf(folders.other);
    process.kill(shell, 'SIGKILL');
    expect(await ended(other)).toBe(1);
    await eventually(() => expect(isRunning(database)).toBe(false));
    expect(other.errors()).toBe(
      '--weather calm is now called --faults off.\nDynamoDB Local ended: its process was killed with SIGKILL\n',
    );
    expect(other.output()).not.toContain('faults');
  }, 180_000);
});

test('a local cloud that is killed leaves no database, and the one after it has its tables', async () => {
  const data = temporaryFolder();
  const first = await start(data);
  const { shell, database: orphan } = databaseOf(data);
  process.kill(shell, 'SIGSTOP');
  running.delete(first);
  expect((await write(first, 'kept')).status).toBe(201);
  await first.end('SIGKILL');
  process.kill(shell, 'SIGKILL');
  await eventually(() => expect(isRunning(orphan)).toBe(false));
  const unused = join(data, 'dynamodb', 'local_us-east-1.db');
  writeFileSync(unused, '');
  const second = await start(data);
  expect(second.output()).toContain(`${unused} is not used: it is of an earlier version`);
  const note = await fetch(`${second.url}/notes/1`, { headers: { authorization: 'open sesame' } });
  expect(await note.text()).toBe('ali: kept');
  const parts = readdirSync(data).filter((name) => name !== 'cdk.out');
  const files = parts.flatMap((name) => [name, ...(name.includes('.') ? [] : filesIn(data, name))]);
  // A temporary file can have its final name by now.
  const rightsOfOthers = (name: string) => (statSync(join(data, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077;
  expect(files.filter(rightsOfOthers)).toEqual(['dynamodb/local_us-east-1.db']);

  const { database: java } = databaseOf(data);
  const endless = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{')) });
  const inProgress = write(second, endless).catch(() => 'ended');
  await eventually(async () => expect((await write(second, 'hello')).status).toBe(201));
  running.delete(second);
  const { exitCode, milliseconds } = await second.end('SIGINT');
  expect(exitCode).toBe(0);
  expect(milliseconds).toBeLessThan(3_000);
  expect(await inProgress).toBe('ended');
  await eventually(() => expect(isRunning(java)).toBe(false));
}, 180_000);

describe('a start that fails', () => {
  test('says in one line that its data folder can’t be created', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    await expect(launch(['--port', '0', '--data', join(file, 'data')])).rejects.toMatchObject({
      message: expect.stringMatching(/^The data folder .*file\/data can't be used: ENOTDIR: .* --data DIR\.\n$/),
      exitCode: 1,
    });
  });

  // Where Node's recursive mkdir never ended.
  test('says in one line why a folder above its data folder can’t be created', async () => {
    await expect(launch(['--port', '0', '--data', '/proc/sps/data'])).rejects.toMatchObject({
      message: expect.stringMatching(/^The data folder \/proc\/sps\/data can't be used: .* '\/proc\/sps'. .*\n$/),
      exitCode: 1,
    });
  });

  test('says in one line that the disk is full', async () => {
    const data = temporaryFolder();
    mkdirSync(join(data, 'cdk.out'));
    symlinkSync('/dev/full', join(data, 'cdk.out', 'manifest.json'));
    await expect(launch(['--port', '0', '--data', data])).rejects.toMatchObject({
      message: `The local cloud can't start, because the disk is full. Free some space; ${data} can also be on another disk: --data DIR.\n`,
      exitCode: 1,
    });
  }, 180_000);

  test('says what to install where there is neither Java nor Docker', async () => {
    const tools = temporaryFolder();
    symlinkSync(process.execPath, join(tools, 'node'));
    const starting = launch(['--port', '0', '--data', temporaryFolder()], { PATH: tools });
    await expect(starting).rejects.toThrow(/^DynamoDB Local needs Java 17 or later, .*\nInstall a Java/);
  }, 180_000);

  test.each([
    [['--port', 'x'], 'It must be a number from 0 to 65535.'],
    [['--dynamodb-endpoint', 'nowhere'], 'It must be a URL'],
    [['--faults', 'rain'], 'Allowed choices are off, aws, heavy.'],
    [['--weather', 'rain'], 'Allowed choices are calm, aws, storm.'],
    [['--seed', '1.5'], 'It must be a whole number'],
    [['--seed', '9007199254740993'], 'It must be a whole number'],
  ])('says what is wrong with the option %j', async (option, message) => {
    await expect(launch(option)).rejects.toThrow(message);
  });
});
