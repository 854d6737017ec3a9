import { existsSync, globSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { APP_SOURCES, lastAssemblyIn } from '../../bin/start/last-assembly.ts';
import { COMMON_INPUTS, isCurrent, rememberBuild } from '../../lib/last-build.ts';
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

  test('is not after a file was changed, even with an old mtime', () => {
    writeFileSync(join(folder, 'b.ts'), 'changed');
    utimesSync(join(folder, 'b.ts'), 499_162_500, 499_162_500);
    expect(isPageCurrent()).toBe(false);
  });

  test('is after a file was written again as it was', () => {
    writeFileSync(join(folder, 'b.ts'), '');
    expect(isPageCurrent()).toBe(true);
  });

  test('is not if a file was changed during the build', async () => {
    const beganAt = Date.now();
    await sleep(A_MOMENT);
    writeFileSync(join(folder, 'b.ts'), 'changed');
    rememberBuild(record, { beganAt, inputs: ['b.ts'], outputs: ['page.html'] }, folder);
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

describe('the last assembly', () => {
  let folder: string;
  let output: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    output = join(folder, '.local/cdk.out');
    for (const path of ['lib', 'node_modules', 'build/tmp', '.local/cdk.out'])
      mkdirSync(join(folder, path), { recursive: true });
    for (const file of [...COMMON_INPUTS, 'lambda.ts', 'lib/stack.ts']) writeFileSync(join(folder, file), '');
    await sleep(A_MOMENT);
    for (const bundles of ['functions', 'panel']) {
      rememberBuild(
        `build/${bundles}.inputs.json`,
        { beganAt: Date.now(), inputs: ['lambda.ts'], outputs: [] },
        folder,
      );
    }
    writeFileSync(join(output, 'manifest.json'), '{}');
    await lastAssemblyIn(folder).keep(output, Date.now());
    rmSync(output, { recursive: true });
    await sleep(A_MOMENT);
  });

  test('is restored', async () => {
    expect(await lastAssemblyIn(folder).restore(output)).toBe(true);
    expect(existsSync(join(output, 'manifest.json'))).toBe(true);
  });

  test.each(['lambda.ts', 'lib/stack.ts', 'lib/new.ts', 'node_modules/.package-lock.json'])(
    'is not restored after a change of %s',
    async (file) => {
      writeFileSync(join(folder, file), 'changed');
      expect(await lastAssemblyIn(folder).restore(output)).toBe(false);
    },
  );

  test('knows every file of the app', async () => {
    const absWorkingDir = join(import.meta.dirname, '../..');
    const { metafile } = await build({
      ...{ absWorkingDir, entryPoints: ['bin/app.ts'], outdir: folder, write: false, metafile: true },
      ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external' },
    });
    const known = new Set(globSync(APP_SOURCES, { cwd: absWorkingDir }));
    expect(Object.keys(metafile.inputs).filter((input) => !known.has(input))).toEqual([]);
  });
});
