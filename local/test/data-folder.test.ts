import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openDataFolder } from '../data-folder/data-folder.ts';

test('the lock of a data folder keeps a second local cloud out until the first one has ended', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'cloud.json'), '{}');
  const data = openDataFolder(folder);
  expect(readdirSync(folder)).not.toContain('cloud.json');
  expect(() => openDataFolder(folder)).toThrow(
    `Another local cloud (process ${process.pid}) uses ${folder}. Stop it, or start this one with --data DIR.`,
  );
  data.unlock();
  openDataFolder(folder).unlock();
});

test('a data folder that was open to others is its owner’s only from now on', () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const data = openDataFolder(folder);
  expect(data.accessKey).toMatch(/^[0-9a-f]{32}$/);
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    expect({ path, rightsOfOthers: statSync(path).mode & 0o077 }).toEqual({ path, rightsOfOthers: 0 });
  data.unlock();
  const again = openDataFolder(folder);
  expect(again.accessKey).toBe(data.accessKey);
  again.unlock();
});
