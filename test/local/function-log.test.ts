import { mkdirSync, readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openFunctionLog } from '../../local/functions/functions.ts';
import { eventually } from '../../testing/eventually.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a log whose file could not be written goes on once it can be', async () => {
  const folder = join(temporaryFolder(), 'logs');
  const log = openFunctionLog(folder, 'Fixture');
  log.write('lost\n');
  // The file is opened before these, in its turn.
  for (let calls = 0; calls < 5; calls += 1) await realpath(tmpdir());
  mkdirSync(folder);
  await eventually(() => {
    log.write('kept\n');
    expect(readFileSync(join(folder, 'Fixture.log'), 'utf8')).toContain('kept\n');
  });
  await log.close();
});
