/** What the panel's build leaves out of Cloudscape is not missing, and what is left is small. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { brotliBytes } from '../../bench/bundle.ts';
import { buildPanel, panelFolder } from '../build.ts';
import { icons, withoutMessages } from '../trim-cloudscape.ts';

const root = join(import.meta.dirname, '../..');
const components = 'node_modules/@cloudscape-design/components';
const Metafile = v.object({ inputs: v.record(v.string(), v.unknown()) });

/** The modules of the build. */
let modules: readonly string[];
beforeAll(async () => {
  await buildPanel();
  const metafile = v.parse(
    v.pipe(v.string(), v.parseJson(), Metafile),
    readFileSync(join(root, 'build/panel.meta.json'), 'utf8'),
  );
  modules = Object.keys(metafile.inputs);
}, 60_000);

test('the first load has at most 300 KB, compressed, with its style sheet', () => {
  const page = readFileSync(join(panelFolder, 'pages/index.html'), 'utf8');
  const files = Array.from(page.matchAll(/(?:href|src)="(assets\/[^"]+)"/g), ([, file]) => file ?? '');
  expect(files.some((file) => file.endsWith('.css'))).toBe(true);
  const bytes = files.reduce((sum, file) => sum + brotliBytes(readFileSync(join(panelFolder, file))), 0);
  expect(bytes).toBeLessThanOrEqual(300_000);
});

test('every icon that a module names is there', () => {
  const all = readFileSync(join(root, components, 'icon/generated/icons.js'), 'utf8');
  const names = Array.from(all.matchAll(/^ {4}"?([a-z0-9-]+)"?: React/gm), ([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(100);
  const others = modules.filter(
    (file) => !file.includes('/icon/generated/') && !file.endsWith('.css') && !file.includes('all.en'),
  );
  const text = others.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  expect(names.filter((name) => !icons.has(name) && new RegExp(`['"]${name}['"]`).test(text))).toEqual([]);
});

test('no component whose messages are left out is there', () => {
  const present = withoutMessages.filter((name) => modules.includes(`${components}/${name}/index.js`));
  expect(present).toEqual([]);
});
