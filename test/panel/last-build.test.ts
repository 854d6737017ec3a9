import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { isCurrent, rememberBuild } from '../../panel/bundle/last-build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const beganAt = Date.UTC(2026, 0, 2);
const before = new Date(beganAt - 1_000);

describe('the last build of the panel', () => {
  let root: string;
  let page: string;

  beforeEach(() => {
    root = temporaryFolder();
    page = join(root, 'index.html');
    mkdirSync(join(root, 'build'));
    for (const file of ['a.ts', 'b.ts', 'index.html']) write(file, before);
    rememberBuild(root, { beganAt, inputs: ['a.ts', 'b.ts'] });
  });

  test('is current while nothing that it read has changed', () => {
    expect(isCurrent(root, page)).toBe(true);
  });

  test('is not once a file was written, be it while the build was under way', () => {
    write('b.ts', new Date(beganAt));
    expect(isCurrent(root, page)).toBe(false);
  });

  test.each(['a.ts', 'index.html', 'build/panel.inputs.json'])('is not where %s is gone', (file) => {
    rmSync(join(root, file));
    expect(isCurrent(root, page)).toBe(false);
  });

  function write(file: string, at: Date): void {
    writeFileSync(join(root, file), '');
    utimesSync(join(root, file), at, at);
  }
});
