/**
 * The files that the template's deployments copy into the bucket. They are read once, when they are requested; those
 * that take long to build are built then, or before.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { HostedApp } from '../hosted-app.ts';
import type { Assembly } from '../template/assembly.ts';
import type { Inventory, Resource } from '../template/inventory.ts';
import { StartProblem } from '../template/problem.ts';
import type { DeploymentProperties } from '../template/site-types.ts';

/** One object of the bucket. */
export interface BucketFile {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly bytes: Buffer;
}

/** One asset, and where its files go. */
interface Source {
  readonly folder: string;
  readonly keyPrefix: string;
  readonly markers: ReadonlyMap<string, string>;
  readonly cacheControl: string;
}

/** The app whose files they are. */
type App = Pick<HostedApp, 'folder' | 'rewriteSiteFile'>;

type Files = ReadonlyMap<string, BucketFile>;

/** Looks for the assets now and reads each at the first request below its prefix. Throws a `StartProblem` if one is missing. */
export function bucketFiles(inventory: Inventory, assembly: Assembly, app: App, dataFolder: string) {
  const sources = inventory.of('Custom::CDKBucketDeployment').flatMap((deployment) => sourcesOf(deployment, assembly));
  const read = new Map<Source, Promise<Files>>();
  const filesOf = (source: Source): Promise<Files> => {
    const files = read.get(source) ?? readAll(source, app, dataFolder);
    read.set(source, files);
    // The next request tries again.
    files.catch(() => read.delete(source));
    return files;
  };
  return {
    /** The object with a key such as `admin/index.html`. */
    async find(key: string): Promise<BucketFile | undefined> {
      const candidates = sources.filter(({ keyPrefix }) => key.startsWith(`${keyPrefix}/`));
      for (const source of candidates.toReversed()) {
        const file = (await filesOf(source)).get(key);
        if (file !== undefined) return file;
      }
      return undefined;
    },
    /** Whether what is below the path, such as `/docs/api.html`, may have to be built for seconds first. */
    isSlow: (path: string): boolean =>
      sources.some(({ folder, keyPrefix }) => path.startsWith(`/${keyPrefix}/`) && buildOf(folder)?.isSlow === true),
    /**
     * Builds what the first request would wait for, in the order of the template: side by side, what takes a second
     * would take as long as what takes ten. Rejects if that fails; the next request tries again.
     */
    async build(): Promise<void> {
      for (const { folder } of sources) await assetFolder(folder, app.folder, AHEAD_PRIORITY);
    },
  };
}

function sourcesOf(
  { logicalId, path, properties }: Resource<'Custom::CDKBucketDeployment'>,
  assembly: Assembly,
): readonly Source[] {
  return properties.SourceObjectKeys.map((key, index) => {
    const hash = key.slice(0, -'.zip'.length);
    const folder = assembly.assetPath(hash);
    if (folder === undefined) throw new StartProblem(`${logicalId} (${path}): the assembly has no asset ${hash}.`);
    return {
      folder,
      keyPrefix: properties.DestinationBucketKeyPrefix,
      markers: markersOf(properties, index),
      cacheControl: properties.SystemMetadata['cache-control'],
    };
  });
}

function markersOf({ SourceMarkers, SourceMarkersConfig }: DeploymentProperties, index: number): Map<string, string> {
  const inJson = SourceMarkersConfig[index]?.jsonEscape === true;
  const asWritten = (value: string): string => (inJson ? JSON.stringify(value).slice(1, -1) : value);
  return new Map(Object.entries(SourceMarkers[index] ?? {}).map(([marker, value]) => [marker, asWritten(value)]));
}

async function readAll(
  { folder: asset, keyPrefix, markers, cacheControl }: Source,
  { folder: project, rewriteSiteFile = (_, bytes) => bytes }: App,
  dataFolder: string,
): Promise<Files> {
  const files = new Map<string, BucketFile>();
  const folder = await assetFolder(asset, project);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = rewriteSiteFile(relative(folder, path), withoutMarkers(await readFile(path), markers), dataFolder);
    const key = [keyPrefix, ...relative(folder, path).split(sep)].join('/');
    files.set(key, { contentType: contentTypes[extname(path)] ?? 'application/octet-stream', cacheControl, bytes });
  }
  return files;
}

function withoutMarkers(bytes: Buffer, markers: ReadonlyMap<string, string>): Buffer {
  if (markers.size === 0) return bytes;
  let text = bytes.toString();
  for (const [marker, value] of markers) text = text.replaceAll(marker, () => value);
  return Buffer.from(text);
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The file that an asset has in place of its own, which are built. */
const MARKER = 'built-on-request.json';

const BuiltOnRequest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** Builds the files, unless they are current. Relative to the project, as is `output`. */
    script: v.string(),
    output: v.string(),
    /** A browser that opens one of its pages soon gets one that says so, which loses the fragment and the query of the address. */
    isSlow: v.optional(v.boolean(), false),
  }),
);

/** How the files of the asset in `folder` are built; undefined if it has them already. */
function buildOf(folder: string): v.InferOutput<typeof BuiltOnRequest> | undefined {
  const file = join(folder, MARKER);
  return existsSync(file) ? v.parse(BuiltOnRequest, readFileSync(file, 'utf8')) : undefined;
}

/** Of a build that nobody waits for: lower than that of what the user runs meanwhile. */
const AHEAD_PRIORITY = 10;
/** By script: its run, unless it has failed. */
const builds = new Map<string, Promise<unknown>>();

/** The folder with the files of the asset in `folder`, of the app in the folder `project`. Rejects with what the script wrote to stderr if the build fails. */
export async function assetFolder(folder: string, project: string, priority = 0): Promise<string> {
  const marker = buildOf(folder);
  if (marker === undefined) return folder;
  const { script, output } = marker;
  const build = builds.get(script) ?? run(script, project, priority);
  builds.set(script, build);
  build.catch(() => builds.delete(script));
  await build;
  return join(project, output);
}

function run(script: string, project: string, priority: number): Promise<unknown> {
  const running = promisify(execFile)(process.execPath, [script], { cwd: project });
  const { child } = running;
  if (priority > 0 && child.pid !== undefined) setPriority(child.pid, priority);
  process.once('exit', () => child.kill());
  return running;
}
