import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { tables } from './table.ts';

const main = join(import.meta.dirname, 'main.ts');
const MINUTES = 60_000;

test.each(Object.keys(tables))(
  'what is done with text from outside takes little time, and no more than linear time: %s',
  async (name) => {
    const { stdout } = await promisify(execFile)(process.execPath, [main, name], { timeout: 9 * MINUTES });
    expect(JSON.parse(stdout)).toEqual([]);
  },
  10 * MINUTES,
);
