import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { buildPanel, panelFolder } from '../../panel/build.ts';

const read = (file: string): Buffer => readFileSync(join(panelFolder, file));
/** As in bench/panel.ts: with brotli, at a middle quality, since CloudFront does not say which it uses. */
const compressed = (file: Buffer): number =>
  brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

test('the first load of the panel is at most 400 KB, compressed', async () => {
  await buildPanel();
  const assets = read('index.html')
    .toString()
    .matchAll(/"(assets\/[^"]+)"/g);
  const files = ['index.html', ...Array.from(assets, ([, file = '']) => file)];
  expect(files.length).toBeGreaterThan(3);
  expect(files.reduce((sum, file) => sum + compressed(read(file)), 0)).toBeLessThanOrEqual(400_000);
});
