import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openDataFolder } from '../../local/data-folder/data-folder.ts';
import { adoptSharedFile } from '../../local/dynamodb/database-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the lock of a data folder keeps a second local cloud out until the first one has ended, and what an earlier one has said is gone', () => {
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

test('a data folder of an earlier version is its owner’s only from now on', () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const data = openDataFolder(folder);
  expect(data.accessKey).toMatch(/^[0-9a-f]{32}$/);
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
  data.unlock();
  const again = openDataFolder(folder);
  expect(again.accessKey).toBe(data.accessKey);
  again.unlock();
});

test('the shared database of an earlier version gets the name of the key, with its journal, but replaces none', () => {
  const folder = temporaryFolder();
  const create = (name: string, content: string) => writeFileSync(join(folder, name), content);
  create('shared-local-instance.db', 'earlier');
  create('shared-local-instance.db-journal', 'journal');
  adoptSharedFile(folder, 'key');
  expect(readdirSync(folder)).toEqual(['key_us-east-1.db', 'key_us-east-1.db-journal']);
  create('shared-local-instance.db', 'earlier again');
  adoptSharedFile(folder, 'key');
  expect(readFileSync(join(folder, 'key_us-east-1.db'), 'utf8')).toBe('earlier');
});
