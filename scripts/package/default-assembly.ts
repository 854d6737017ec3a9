/**
 * The assembly of the default stage, which `sps start` hosts where there is no app: synthesized by the package itself,
 * without copies of what the package has anyway.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import * as v from 'valibot';
import { BUILT_PLACE, DEFAULT_APP, DEFAULT_ASSEMBLY } from '../../bin/start/installed-service.ts';
import { BUILT_FILES, unpackFiles } from '../../lib/built-files.ts';

const AssetManifest = v.looseObject({
  files: v.record(v.string(), v.looseObject({ source: v.looseObject({ path: v.string() }) })),
});

/** Writes it into the package in `folder`, whose other files are there. Throws if the app can't be synthesized. */
export function writeDefaultAssembly(folder: string): void {
  const assembly = join(folder, DEFAULT_ASSEMBLY);
  rmSync(assembly, { recursive: true, force: true });
  using output = mkdtempDisposableSync(join(tmpdir(), 'sps-default-'));
  execFileSync(process.execPath, [join(folder, 'esm', `${DEFAULT_APP}.js`)], {
    env: {
      ...process.env,
      CDK_OUTDIR: output.path,
      CDK_CONTEXT_JSON: JSON.stringify({
        'aws:cdk:disable-stack-trace': true,
        'aws:cdk:enable-path-metadata': true,
      }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  mkdirSync(assembly, { recursive: true });
  for (const file of globSync(['manifest.json', '*.template.json', '*.metadata.json'], { cwd: output.path })) {
    writeFileSync(join(assembly, file), JSON.stringify(readJson(join(output.path, file))));
  }
  const known = knownFolders(folder);
  for (const file of globSync('*.assets.json', { cwd: output.path })) {
    const manifest = v.parse(AssetManifest, readJson(join(output.path, file)));
    const files = Object.entries(manifest.files).flatMap(([hash, asset]) => {
      const { path } = asset.source;
      const place = path.endsWith('.json') ? path : placeOf(join(output.path, path), known, assembly);
      return place === undefined ? [] : [[hash, { ...asset, source: { ...asset.source, path: place } }]];
    });
    writeFileSync(join(assembly, file), JSON.stringify({ ...manifest, files: Object.fromEntries(files) }));
  }
}

/** What a folder has, as one text → where it is in the assembly. */
type KnownFolders = ReadonlyMap<string, string>;

/** The bundles of functions and the parts of both sites. */
function knownFolders(folder: string): KnownFolders {
  using built = mkdtempDisposableSync(join(tmpdir(), 'sps-built-'));
  unpackFiles(join(folder, BUILT_FILES), built.path);
  const parts = globSync(['functions/**/index.cjs', '{panel,docs}/{pages,assets}'], { cwd: built.path });
  const folders = parts.map((part) => (part.endsWith('.cjs') ? dirname(part) : part));
  return new Map(folders.map((part) => [contentOf(join(built.path, part)), `${BUILT_PLACE}/${part}`]));
}

/** Where an asset is in the installed package; undefined for one that the local cloud does not use. */
function placeOf(path: string, known: KnownFolders, assembly: string): string | undefined {
  if (!statSync(path).isDirectory()) return undefined;
  const place = known.get(contentOf(path));
  if (place !== undefined || readdirSync(path).join() !== SETTINGS_FILE) return place;
  // The settings of the panel are of this stage, and nowhere else.
  cpSync(path, join(assembly, 'settings'), { recursive: true });
  return 'settings';
}

const SETTINGS_FILE = 'config.json';

/** The names and hashes of a folder's files. */
const contentOf = (folder: string): string =>
  globSync('**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((file) => `${relative(folder, file)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)
    .join('\n');

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
