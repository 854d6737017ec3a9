/**
 * The command that starts a local cloud: reads its command line, prints the URL when it is ready, and stops it on
 * Ctrl-C or SIGTERM.
 */
import { randomInt } from 'node:crypto';
import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { LocalCloud } from './cloud.ts';
import { type FaultInjection, type FaultLevel, faultLevels, formerNames } from './faults/probabilities.ts';
import type { HostedApp } from './hosted-app.ts';
import { addMissing } from './node-22.ts';
import { describeFailure } from './start-failure.ts';
import { openTerminal, type Terminal } from './terminal/terminal.ts';

export type { FaultInjection } from './faults/probabilities.ts';
export type { HostedApp, LastAssembly, RunningCloud, Variables } from './hosted-app.ts';

/** The command of one app. */
export interface LocalCloudCommand {
  /** How it is called, such as `npm start --`. */
  readonly usage: string;
  readonly description: string;
  /** More text for `--help`. */
  readonly help?: string;
  /** The folder of Node's compile cache. */
  readonly compileCache: string;
  /** Adds options of the app's own to the command line. */
  readonly addOptions?: (program: Command) => void;
  /** Loads what the local cloud must know of the app, given the options of its own. */
  readonly load: (options: Readonly<Record<string, unknown>>) => Promise<HostedApp>;
}

interface Arguments {
  readonly port: number;
  readonly data: string;
  readonly inMemory: boolean;
  readonly dynamodbEndpoint?: string;
  readonly faults: FaultLevel;
  /** The former name of `faults`. */
  readonly weather?: string;
  readonly seed?: number;
}

/** A stop ends within 3 s: when this time is over, the process exits at once. */
const STOP_WITHIN_MS = 2_800;

/** Runs the command with these arguments, those of this process unless given, until it is stopped. */
export async function runLocalCloud(command: LocalCloudCommand, words = process.argv.slice(2)): Promise<void> {
  addMissing();
  const program = new Command(command.usage)
    .description(command.description)
    .option('--port <n>', 'port of the API; 0 picks a free one', readPort, 3000)
    .option('--data <dir>', 'folder for tables, queues and logs', '.local')
    .option('--in-memory', 'keep tables and queues in memory only', false)
    .option('--dynamodb-endpoint <url>', 'use this DynamoDB instead of starting DynamoDB Local', readUrl)
    .addOption(
      new Option('--faults <level>', 'inject faults of AWS: none, some now and then, or many all the time')
        .choices(faultLevels)
        .default('off'),
    )
    .addOption(new Option('--weather <level>').choices(Object.keys(formerNames)).hideHelp())
    .option('--seed <n>', 'decides which faults are injected; random by default', readSeed)
    .addHelpText('after', command.help ?? '')
    .allowExcessArguments(false);
  command.addOptions?.(program);
  program.parse(words, { from: 'user' });
  await run(command, program.opts<Arguments & Record<string, unknown>>());
}

async function run(
  { compileCache, load }: LocalCloudCommand,
  options: Arguments & Readonly<Record<string, unknown>>,
): Promise<void> {
  const terminal = openTerminal(process.stdout);
  const errors = openTerminal(process.stderr);
  const starting = new AbortController();
  let cloud: LocalCloud | undefined;
  let stopping = false;

  const stop = async (exitCode: number): Promise<void> => {
    if (stopping) process.exit(exitCode === 0 ? 130 : exitCode);
    stopping = true;
    setTimeout(() => process.exit(exitCode), STOP_WITHIN_MS).unref();
    starting.abort();
    if (cloud === undefined) return;
    // First, since a stop that takes too long is cut off.
    for (const line of cloud.faultReport()) terminal.line(line);
    await cloud.stop();
    process.exit(exitCode);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => void stop(0));

  const level = levelOf(options, errors);
  const faults: FaultInjection | undefined =
    level === 'off' ? undefined : { name: level, seed: options.seed ?? randomInt(1_000_000) };
  if (faults !== undefined) terminal.line(`faults ${faults.name}, seed ${faults.seed}`);
  enableCompileCache(compileCache);
  let app: HostedApp | undefined;
  try {
    const [{ startLocalCloud }, loaded] = await Promise.all([import('./cloud.ts'), load(options)]);
    app = loaded;
    cloud = await startLocalCloud({ ...options, app, compileCache, faults, terminal, signal: starting.signal });
  } catch (error) {
    if (!stopping) errors.line(describeFailure(error, resolve(options.data)));
    process.exit(stopping ? 0 : 1);
  }
  if (stopping) {
    await cloud.stop();
    process.exit(0);
  }
  void cloud.broken.then((reason) => {
    if (stopping) return;
    errors.line(reason);
    return stop(1);
  });
  const welcome = (await app?.welcome?.(cloud.running)) ?? [];
  terminal.line(`ready ${cloud.running.url}`);
  if (welcome.length > 0) for (const line of ['', ...welcome, '']) terminal.line(line);
  // Only for somebody at a terminal, such as no test is: it takes some ten seconds of a processor. An error comes again
  // with each request for the site.
  if (process.stdout.isTTY) cloud.buildSite().catch(() => undefined);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}

function readSeed(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(seed)) return seed;
  throw new InvalidArgumentError('It must be a whole number from 0 to 2^53 - 1.');
}

/** The level that was asked for, also by its former name, which a line of `errors` says. */
function levelOf({ faults, weather }: Arguments, errors: Pick<Terminal, 'line'>): FaultLevel {
  const level = weather === undefined ? undefined : formerNames[weather];
  if (level === undefined) return faults;
  errors.line(`--weather ${weather} is now called --faults ${level}.`);
  return level;
}

function readUrl(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/$/, '');
  throw new InvalidArgumentError('It must be a URL such as http://127.0.0.1:8000.');
}
