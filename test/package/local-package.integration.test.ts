/** The package of the local cloud, packed and unpacked into a folder of its own, which hosts an app that was synthesized. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { buildLocalPackage } from '../../scripts/local-package.ts';
import { packPackage } from '../../scripts/package/pack.ts';
import { eventually } from '../support/eventually.ts';
import { run } from '../support/installed-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const project = temporaryFolder();
const command = join(project, 'node_modules/.bin/cdk-local-cloud');
const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

const Manifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    name: v.string(),
    bin: v.record(v.string(), v.string()),
    dependencies: v.record(v.string(), v.string()),
    optionalDependencies: v.record(v.string(), v.string()),
  }),
);

/** Unpacks the package where npm installs it; the packages of this repository stand for those that it depends on. */
beforeAll(async () => {
  const folder = join(project, 'package');
  buildLocalPackage(folder);
  const tarball = packPackage(folder, project);
  const { name, bin, dependencies, optionalDependencies } = v.parse(
    Manifest,
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const modules = join(project, 'node_modules');
  const installed = join(modules, name);
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
  mkdirSync(dirname(command), { recursive: true });
  for (const [named, file] of Object.entries(bin)) {
    chmodSync(join(installed, file), 0o755);
    symlinkSync(join(installed, file), join(dirname(command), named));
  }
  const others = ['@types/node', 'undici-types', ...Object.keys({ ...dependencies, ...optionalDependencies })];
  for (const dependency of others) {
    mkdirSync(dirname(join(modules, dependency)), { recursive: true });
    symlinkSync(join(root, 'node_modules', dependency), join(modules, dependency));
  }
}, 120_000);

/** The variables of a user, whose `node` is that of the tests. */
const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: project };

/** Starts the command, waits for its ready line, and returns the URL. */
async function start(...words: readonly string[]): Promise<string> {
  const all = [...words, '--port', '0', '--in-memory'];
  const cloud = spawn(command, all, { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
  resources.defer(async () => {
    if (cloud.exitCode !== null || !cloud.kill('SIGTERM')) return;
    await once(cloud, 'exit');
  });
  for await (const line of createInterface({ input: cloud.stdout })) {
    const [, url] = /^ready (\S+)$/.exec(line) ?? [];
    if (url === undefined) continue;
    cloud.stdout.resume();
    return url;
  }
  throw new Error('The local cloud has ended.');
}

const headers = { authorization: 'open sesame' };

test('it hosts the assembly of an app, with its table, its stream and its queue', async () => {
  const assembly = join(project, 'cdk.out');
  const app = join(root, 'local/test/another-app/app.ts');
  await run(process.execPath, [app], { cwd: project, env: { ...env, CDK_OUTDIR: assembly } });
  const url = await start('--app', 'cdk.out');
  expect((await fetch(`${url}/notes/one`, { method: 'PUT', body: 'hello', headers })).status).toBe(201);
  expect(await (await fetch(`${url}/notes/one`, { headers })).text()).toBe('ali: hello');
  expect((await fetch(`${url}/notes/one`, { headers: { authorization: 'please' } })).status).toBe(403);
  await eventually(
    async () => expect(await (await fetch(`${url}/notes/copy-of-one`, { headers })).text()).toBe('queue: hello'),
    20_000,
  );
}, 180_000);

test('it says what is missing in a folder without an app, and reads the app of cdk.json', async () => {
  const empty = temporaryFolder();
  await expect(run(command, ['--port', '0'], { cwd: empty, env })).rejects.toMatchObject({
    stderr: 'There is no cdk.json here that names an app: name one with --app.\n',
  });
  writeFileSync(join(empty, 'cdk.json'), JSON.stringify({ app: 'echo of cdk.json >&2; exit 1' }));
  await expect(run(command, ['--port', '0'], { cwd: empty, env })).rejects.toMatchObject({
    stderr: expect.stringContaining("can't be synthesized:\nof cdk.json\n"),
  });
}, 60_000);

test('its types are found by the compiler of whoever calls it', async () => {
  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
  writeFileSync(
    join(project, 'start.mts'),
    `import { type HostedApp, runLocalCloud } from '@social-platform-services/local';
     const app: HostedApp = { folder: '.', script: 'app.ts' };
     await runLocalCloud({ usage: 'x', description: 'y', compileCache: 'z', load: async () => app });`,
  );
  const words = [compiler, '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
  const { stdout } = await run(process.execPath, [...words, 'start.mts'], { cwd: project });
  expect(stdout).toBe('');
}, 60_000);
