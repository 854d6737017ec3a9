import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import * as v from 'valibot';
import { readTemplates } from '../../bin/stage/stack-templates.ts';
import { hostedService } from '../../bin/start/hosted-service.ts';
import { APP_SOURCES, lastAssemblyIn } from '../../bin/start/last-assembly.ts';
import { world } from '../../contract/examples.ts';
import { functionEnvironment } from '../../contract/function-environment.ts';
import { documentationOf, routes } from '../../contract/routes.ts';
import { stages } from '../../lib/config.ts';
import { bundleFolder } from '../../lib/functions/bundle.ts';
import { handlers } from '../../lib/functions/handlers.ts';
import { COMMON_INPUTS, isCurrent, rememberBuild } from '../../lib/last-build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const outdir = mkdtempSync(join(tmpdir(), 'sps-synth-'));
afterAll(() => rmSync(outdir, { recursive: true }));

/** Runs `node bin/app.ts` as `npm start` does. CloudFormation's own rules run in `npm run check:synth`. */
const synthesize = (context: object, into: string) =>
  run(process.execPath, ['bin/app.ts'], {
    cwd: root,
    env: {
      ...process.env,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_OUTDIR: join(outdir, into),
      CDK_VALIDATION: 'false',
    },
  });

/** The template of a stack that was synthesized into the folder. */
const templateOf = (into: string, stack: string): unknown =>
  readTemplates(join(outdir, into)).find(({ name }) => name === stack)?.template;

describe('node bin/app.ts', () => {
  // Two at once, as when tests and npm start meet.
  beforeAll(async () => {
    const deliverySettings = JSON.stringify({ retryDelaysSeconds: [1, 2] });
    await Promise.all([synthesize({ env: 'local' }, 'one'), synthesize({ env: 'local', deliverySettings }, 'two')]);
  }, 180_000);

  test.each(['one', 'two'])('writes every stack, and the bundle of each function (%s)', (into) => {
    const Functions = v.object({
      Resources: v.record(
        v.string(),
        v.looseObject({ Type: v.string(), Metadata: v.optional(v.record(v.string(), v.unknown()), {}) }),
      ),
    });
    const { Resources } = v.parse(Functions, templateOf(into, 'sps-local-service'));
    const functions = Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
    expect(functions).toHaveLength(handlers.length + 1); // two signers, one for each lane
    for (const { Metadata } of functions) {
      expect(existsSync(join(outdir, into, `${Metadata['aws:asset:path']}`, 'index.cjs'))).toBe(true);
      expect(Metadata['aws:cdk:path']).toMatch(/^local\/service\//);
    }
    for (const stack of ['sps-local-data', 'sps-local-panel']) expect(templateOf(into, stack)).toBeDefined();
  });

  test('bundles functions that load on their own and export a handler', async () => {
    const urls = handlers.map((handler) => pathToFileURL(join(bundleFolder(handler), 'index.cjs')).href);
    const script = `for (const url of ${JSON.stringify(urls)}) console.log(typeof (await import(url)).handler);`;
    const named = Object.fromEntries(Object.keys(functionEnvironment).map((name) => [name, 'x']));
    const { delivery, quotas, retention } = stages.prod;
    const parsed = {
      DELIVERY_SETTINGS: '{}',
      TARGET_POLICY: JSON.stringify(delivery.targets),
      DELIVERY_LANE: 'fast',
      QUOTAS: JSON.stringify(quotas.network),
      RETENTION: JSON.stringify(retention),
      ADMIN_ISSUER: 'https://issuer.example.com',
      MAX_TOKEN_DAYS: '30',
    };
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd: outdir,
      env: { ...named, ...parsed, AWS_REGION: 'us-east-1' },
    });
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toEqual(handlers.map(() => 'function'));
  });

  test('leaves out of bundles what the SDK loads on demand', () => {
    // The wrapper that esbuild puts around whatever a bundled import() leads to: most of the SDK.
    const wrapped = '__esm({';
    const bundles = handlers.map((handler) => readFileSync(join(bundleFolder(handler), 'index.cjs'), 'utf8'));
    expect(handlers.filter((_, index) => bundles[index]?.includes(wrapped))).toEqual([]);
  });

  test('leaves out of bundles what the contract says for readers: descriptions, sentences and examples', () => {
    const descriptions = Object.values(routes).map((route) => documentationOf(route).description);
    const texts = [...descriptions, world.deliveryId, world.secret, world.address, 'When the event was accepted.'];
    for (const handler of handlers.filter((one) => one !== 'api/open-api')) {
      const bundle = readFileSync(join(bundleFolder(handler), 'index.cjs'), 'utf8');
      expect({ handler, found: texts.filter((text) => bundle.includes(text)) }).toEqual({ handler, found: [] });
    }
  });

  // What is refused: test/stacks/stages.test.ts.
  test('takes other delivery settings for the local stage, and urgency, from its context', async () => {
    expect(JSON.stringify(templateOf('two', 'sps-local-service'))).toContain(
      JSON.stringify('"retryDelaysSeconds":[1,2]').slice(1, -1),
    );
    await expect(synthesize({ env: 'dev', urgent: 'true' }, 'none')).rejects.toThrow(/leave out urgent/);
  });
});

const record = 'build/page.inputs.json';
/** Longer than the clock of a file system may lag. */
const A_MOMENT = 20;

describe('the last build', () => {
  let folder: string;
  const isPageCurrent = (): boolean => isCurrent(record, ['page.html'], folder);

  beforeEach(async () => {
    folder = temporaryFolder();
    for (const part of ['build', 'pages']) mkdirSync(join(folder, part));
    for (const file of ['a.ts', 'b.ts']) writeFileSync(join(folder, file), '');
    await sleep(A_MOMENT);
    rememberBuild(record, { beganAt: Date.now(), inputs: ['a.ts', 'b.ts', 'pages'], outputs: ['page.html'] }, folder);
    writeFileSync(join(folder, 'page.html'), '');
    await sleep(A_MOMENT);
  });

  test('is current while nothing that it read has changed', () => {
    expect(isPageCurrent()).toBe(true);
  });

  test.each(['b.ts', 'pages/new.md'])('is not after %s was changed or added, even with an old mtime', (file) => {
    writeFileSync(join(folder, file), 'changed');
    utimesSync(join(folder, file), 499_162_500, 499_162_500);
    expect(isPageCurrent()).toBe(false);
  });

  test('is after a file was written again as it was', () => {
    writeFileSync(join(folder, 'b.ts'), '');
    expect(isPageCurrent()).toBe(true);
  });

  test('is not if a file was changed during the build', async () => {
    const beganAt = Date.now();
    await sleep(A_MOMENT);
    writeFileSync(join(folder, 'b.ts'), 'changed');
    rememberBuild(record, { beganAt, inputs: ['b.ts'], outputs: ['page.html'] }, folder);
    expect(isPageCurrent()).toBe(false);
  });

  test.each(['a.ts', 'page.html', record])('is not if %s is missing', (file) => {
    rmSync(join(folder, file));
    expect(isPageCurrent()).toBe(false);
  });

  test('is not for what it did not write', () => {
    writeFileSync(join(folder, 'other.html'), '');
    expect(isCurrent(record, ['page.html', 'other.html'], folder)).toBe(false);
  });
});

describe('the last assembly', () => {
  let folder: string;
  let output: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    output = join(folder, '.local/cdk.out');
    for (const path of ['lib', 'node_modules', 'build/tmp', '.local/cdk.out'])
      mkdirSync(join(folder, path), { recursive: true });
    for (const file of [...COMMON_INPUTS, 'lambda.ts', 'lib/stack.ts']) writeFileSync(join(folder, file), '');
    await sleep(A_MOMENT);
    for (const bundles of ['functions', 'panel']) {
      rememberBuild(
        `build/${bundles}.inputs.json`,
        { beganAt: Date.now(), inputs: ['lambda.ts'], outputs: [] },
        folder,
      );
    }
    writeFileSync(join(output, 'manifest.json'), '{}');
    await lastAssemblyIn(folder).keep(output, Date.now());
    rmSync(output, { recursive: true });
    await sleep(A_MOMENT);
  });

  test('is only used for a service whose settings are not overridden', () => {
    expect(hostedService(folder, {})).toHaveProperty('lastAssembly');
    for (const name of ['SPS_DELIVERY_SETTINGS', 'SPS_EMBED_ORIGINS'])
      expect(hostedService(folder, { [name]: 'x' })).not.toHaveProperty('lastAssembly');
  });

  test('is restored', async () => {
    expect(await lastAssemblyIn(folder).restore(output)).toBe(true);
    expect(existsSync(join(output, 'manifest.json'))).toBe(true);
  });

  test.each(['lambda.ts', 'lib/stack.ts', 'lib/new.ts', 'node_modules/.package-lock.json'])(
    'is not restored after a change of %s',
    async (file) => {
      writeFileSync(join(folder, file), 'changed');
      expect(await lastAssemblyIn(folder).restore(output)).toBe(false);
    },
  );

  test('knows every file of the app', async () => {
    const absWorkingDir = join(import.meta.dirname, '../..');
    // Of all packages, only workspaces are files of the app.
    const external = ['aws-cdk-lib', 'cdk-nag', 'constructs', 'esbuild', 'valibot', 'vitepress'];
    const { metafile } = await build({
      absWorkingDir,
      entryPoints: ['bin/app.ts'],
      outdir: folder,
      write: false,
      metafile: true,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external,
    });
    const known = new Set(globSync(APP_SOURCES, { cwd: absWorkingDir }));
    expect(Object.keys(metafile.inputs).filter((input) => !known.has(input))).toEqual([]);
  });
});
