/** The CDK writes an app without a folder of its own into the temporary folder, and leaves it there. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import { stages } from '../../lib/config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { stageApp } from './synthesized.ts';

test('apps of tests are in folders that are removed', () => {
  expect(basename(stageApp(stages.dev).app.outdir)).toMatch(/^sps-test-/);
});

test('the tables of prices leave nothing', () => {
  const TMPDIR = temporaryFolder();
  const program =
    "import { costTables } from './scripts/capacity/cost-tables.ts'; console.log(Object.keys(costTables()));";
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env['PATH'], TMPDIR },
    encoding: 'utf8',
  });
  expect(output).toContain('prices');
  expect(readdirSync(TMPDIR)).toEqual([]);
});
