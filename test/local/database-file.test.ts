import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { adoptSharedFile } from '../../local/dynamodb/database-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
