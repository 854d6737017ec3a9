/** Assets that a script builds: once for all that wait for them, and again after a failure. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { assetFolder } from '../site/bucket-files.ts';

test('an asset is built once for several requests, and again after a failure', async () => {
  const project = temporaryFolder();
  const asset = join(project, 'asset');
  mkdirSync(asset);
  writeFileSync(join(asset, 'built-on-request.json'), JSON.stringify({ script: 'build.mjs', output: 'built' }));
  writeFileSync(join(project, 'build.mjs'), 'throw new Error("a dead link");');
  await expect(assetFolder(asset, project)).rejects.toThrow('a dead link');
  writeFileSync(join(project, 'build.mjs'), "import { appendFileSync } from 'node:fs'; appendFileSync('runs', '.');");
  const runs = join(project, 'runs');
  expect(existsSync(runs)).toBe(false);
  const early = [assetFolder(asset, project), assetFolder(asset, project)];
  expect(await Promise.all(early)).toEqual([join(project, 'built'), join(project, 'built')]);
  await assetFolder(asset, project);
  expect(readFileSync(runs, 'utf8')).toBe('.');
});
