import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { openDataFolder } from '../../local/data-folder/data-folder.ts';
import { identify, isRunning, ProcessIdentity } from '../../local/data-folder/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the lock of a data folder', () => {
  test('keeps a second local cloud out until the first one has ended', async () => {
    const folder = temporaryFolder();
    const data = await openDataFolder(folder);
    await expect(openDataFolder(folder)).rejects.toThrow(
      `Another local cloud (process ${process.pid}) uses ${folder}. Stop it, or start this one with --data DIR.`,
    );
    data.unlock();
    (await openDataFolder(folder)).unlock();
  });

  test('is not that of another process that has got the same id since', async () => {
    const folder = temporaryFolder();
    const lockFile = join(folder, 'lock.json');
    writeFileSync(lockFile, JSON.stringify({ pid: process.pid, started: '1' }));
    const data = await openDataFolder(folder);
    const lock = v.parse(ProcessIdentity, JSON.parse(readFileSync(lockFile, 'utf8')));
    expect(lock).toEqual(await identify(process.pid));
    data.unlock();
  });
});

test('a data folder of an earlier version is its owner’s only from now on', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'identity-keys.json'), '{}', { mode: 0o644 });
  const data = await openDataFolder(folder);
  expect(data.accessKey).toMatch(/^[0-9a-f]{32}$/);
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
  data.unlock();
  const again = await openDataFolder(folder);
  expect(again.accessKey).toBe(data.accessKey);
  again.unlock();
});

describe('a process', () => {
  test('is identified while it runs', async () => {
    const own = await identify(process.pid);
    expect(own).toEqual({ pid: process.pid, started: expect.stringMatching(/./) });
    expect(await isRunning({ pid: process.pid, started: `${own?.started}` })).toBe(true);
    expect(await identify(2 ** 22 + 1)).toBeUndefined();
  });
});
