/** The package of the operator's command line, installed without a network into an empty project. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { buildCtlPackage } from '../../scripts/ctl-package.ts';
import { createNetwork, dataFolder } from '../../testing/service.ts';
import { installPackage, pathOfMachine, run } from '../support/installed-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const project = temporaryFolder();
const command = join(project, 'node_modules/.bin/sps-ctl');

beforeAll(async () => {
  const folder = join(project, 'package');
  await buildCtlPackage(folder);
  await installPackage(folder, project);
}, 120_000);

test('npx runs it', async () => {
  const { stdout } = await run('npx', ['--offline', 'sps-ctl', 'completion', 'bash'], { cwd: project });
  expect(stdout).toContain('sps-ctl complete -- ');
}, 60_000);

test('It operates a service, with the Node of this machine and that of the project', async () => {
  const networkId = await createNetwork();
  const show = ['--data', dataFolder(), 'network', 'show', networkId, '--json'];
  for (const PATH of [pathOfMachine, process.env['PATH']]) {
    const shown = await run(command, show, { cwd: project, env: { ...process.env, PATH } });
    expect(JSON.parse(shown.stdout)).toMatchObject({ networkId });
    // On Node 20 the AWS SDK would warn of versions that are to come.
    expect(shown.stderr).toBe('');
  }
}, 60_000);

test('It has the version of the project, and calls itself by its own name', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { stdout } = await run(command, ['--version'], { cwd: project });
  expect(stdout).toBe(`${version}\n`);
  const { stdout: help } = await run(command, ['network', '--help'], { cwd: project });
  expect(help).toMatch(/^Usage: sps-ctl network /);
});

test('It does not advise what works in the folder of the project only, without saying where', async () => {
  const local = run(command, ['network', 'list'], { cwd: project });
  await expect(local).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^No local cloud runs on \.local\.\nStart one: npm start, in the folder of the project \(/,
    ),
  });
});

test('It uses nothing that came after Node 20', () => {
  const files = readdirSync(join(project, 'package/bin')).map((file) => join(project, 'package/bin', file));
  const newer = /\.groupBy\b|\bPromise\.(withResolvers|try)\b|\bURL\.parse\b|\bArray\.fromAsync\b/g;
  expect(files.flatMap((file) => readFileSync(file, 'utf8').match(newer) ?? [])).toEqual([]);
});

test('It finds deployed stages with the AWS credentials of the environment', async () => {
  const env = { PATH: process.env['PATH'], AWS_REGION: 'eu-west-1', AWS_EC2_METADATA_DISABLED: 'true', HOME: project };
  const listing = run(command, ['--env', 'dev', 'network', 'list'], { cwd: project, env });
  await expect(listing).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/credentials/i) });
}, 60_000);
