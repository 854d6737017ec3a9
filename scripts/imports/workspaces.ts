/** The workspaces of npm: what their `package.json` exports, and which packages it names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const Versions = v.optional(v.record(v.string(), v.string()), {});

const Root = v.pipe(v.string(), v.parseJson(), v.object({ workspaces: v.array(v.string()) }));

const Manifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    name: v.string(),
    exports: v.record(v.string(), v.string()),
    dependencies: Versions,
    devDependencies: Versions,
  }),
);

/** A workspace. */
export interface Workspace {
  /** Its folder, such as `client/`. */
  readonly folder: string;
  /** Its package's name. */
  readonly name: string;
  /** By what others import, such as `@social-platform-services/client/server`: the path of the file from the root. */
  readonly exports: ReadonlyMap<string, string>;
  /** The names of the packages on which it depends, also for development. */
  readonly dependencies: ReadonlySet<string>;
}

/** Reads the workspaces of this project. Throws if a manifest has another form. */
export function readWorkspaces(): readonly Workspace[] {
  return v.parse(Root, readFileSync('package.json', 'utf8')).workspaces.map((folder) => {
    const manifest = v.parse(Manifest, readFileSync(join(folder, 'package.json'), 'utf8'));
    const { name, exports, dependencies, devDependencies } = manifest;
    return {
      folder: `${folder}/`,
      name,
      exports: new Map(Object.entries(exports).map(([path, file]) => [join(name, path), join(folder, file)])),
      dependencies: new Set(Object.keys({ ...dependencies, ...devDependencies })),
    };
  });
}

const isIn = (file: string, { folder }: Workspace): boolean => file.startsWith(folder);
const isTest = (file: string, { folder }: Workspace): boolean => file.startsWith(`${folder}test/`);

/**
 * Why a file may not import another one of ours, or undefined: a workspace is imported by its package's name, and then
 * Node finds only what it exports. `specifier` is what the import says, and `imported` the path of the file from the root.
 */
export function whyOutside(
  file: string,
  specifier: string,
  imported: string,
  workspaces: readonly Workspace[],
): string | undefined {
  const owner = workspaces.find((workspace) => isIn(imported, workspace));
  if (owner === undefined || isIn(file, owner))
    return specifier.startsWith('.') ? undefined : 'A workspace imports its own files by their paths.';
  if (!specifier.startsWith('.')) return undefined;
  const name = [...owner.exports].find(([, exported]) => exported === imported)?.[0];
  return name === undefined
    ? `${owner.folder}package.json does not export it.`
    : `Import it by the name of its package, '${name}'.`;
}

/** Why a file may not import a package, or undefined: a workspace names what its code needs; tests use the root's too. */
export function whyUnlisted(file: string, specifier: string, workspaces: readonly Workspace[]): string | undefined {
  const owner = workspaces.find((workspace) => isIn(file, workspace));
  if (owner === undefined || isTest(file, owner) || specifier.startsWith('.') || specifier.startsWith('node:'))
    return undefined;
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  return owner.dependencies.has(name) ? undefined : `${owner.folder}package.json lacks ${name}.`;
}
