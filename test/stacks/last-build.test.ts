import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { isCurrent, rememberBuild } from '../../lib/last-build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const record = 'build/page.inputs.json';
/** Longer than the clock of a file system may lag. */
const A_MOMENT = 20;

describe('the last build', () => {
  let folder: string;
  const isPageCurrent = (): boolean => isCurrent(record, ['page.html'], folder);

  beforeEach(async () => {
    folder = temporaryFolder();
    mkdirSync(join(folder, 'build'));
    for (const file of ['a.ts', 'b.ts']) writeFileSync(join(folder, file), '');
    await sleep(A_MOMENT);
    rememberBuild(record, { beganAt: Date.now(), inputs: ['a.ts', 'b.ts'], outputs: ['page.html'] }, folder);
    writeFileSync(join(folder, 'page.html'), '');
    await sleep(A_MOMENT);
  });

  test('is current while nothing that it read has changed', () => {
    expect(isPageCurrent()).toBe(true);
  });

  test('is not after a file was written, even with an old mtime, such as files of packages have', () => {
    writeFileSync(join(folder, 'b.ts'), '');
    utimesSync(join(folder, 'b.ts'), 499_162_500, 499_162_500);
    expect(isPageCurrent()).toBe(false);
  });

  test.each(['a.ts', 'page.html', record])('is not if %s is missing', (file) => {
    rmSync(join(folder, file));
    expect(isPageCurrent()).toBe(false);
  });

  test('is not for what it did not write', () => {
    writeFileSync(join(folder, 'other.html'), '');
    expect(isCurrent(record, ['page.html', 'other.html'], folder)).toBe(false);
  });
});
