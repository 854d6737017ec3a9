import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { repeatedAgain } from '../../scripts/repeated-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a file that needs another run once is an accident, and twice within ten runs a defect', () => {
  const path = join(temporaryFolder(), 'runs', 'files.json');
  expect(repeatedAgain(path, ['a'])).toEqual([]);
  expect(repeatedAgain(path, ['b'])).toEqual([]);
  for (let run = 3; run <= 9; run++) expect(repeatedAgain(path, [])).toEqual([]);
  // The tenth run after the first one, which is among them still.
  expect(repeatedAgain(path, ['a', 'c'])).toEqual(['a']);
  // Ten runs after 'b'.
  for (let run = 0; run < 2; run++) expect(repeatedAgain(path, [])).toEqual([]);
  expect(repeatedAgain(path, ['b', 'c'])).toEqual(['c']);
});
