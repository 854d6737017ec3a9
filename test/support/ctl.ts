/** A service for tests of the command line: separate tables, and a `cloud.json` that describes them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, jest } from '@jest/globals';
import { type Connection, connectTo } from '@social-platform-services/ctl/connection';
import { runProgram } from '@social-platform-services/ctl/program';
import { cloud, connection as sharedConnection } from './service.ts';
import { tableLike } from './table-like.ts';

/** The output and exit code of a run. */
export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** The run of a command that is refused: it prints nothing but this on stderr. */
export const refusal = (text: string | RegExp, code = 1) => ({
  stdout: '',
  stderr: typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
  code,
});

/** A service with empty tables at first. */
export interface Service {
  /** The data folder. */
  readonly folder: string;
  readonly endpoint: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly connection: Connection;
  /** Runs `ctl … --data <folder>` in this process. */
  readonly ctl: (...words: readonly string[]) => Promise<Run>;
  readonly stop: () => void;
}

/** Creates a service with separate tables in the database of the local cloud that all tests share. */
export async function startService(): Promise<Service> {
  const { region, endpoints, credentials, outputs: shared } = cloud();
  const folder = mkdtempSync(join(tmpdir(), 'sps-ctl-'));
  const tables = Object.entries(shared).filter(([name]) => name.endsWith('TableName'));
  const own = await Promise.all(
    tables.map(async ([name, table]) => [name, await tableLike(sharedConnection().client, table)] as const),
  );
  const outputs = {
    ...Object.fromEntries(own),
    Quotas: shared['Quotas'] ?? '',
    Retention: shared['Retention'] ?? '',
  };
  const file = { pid: process.pid, region, endpoints, credentials, outputs };
  writeFileSync(join(folder, 'cloud.json'), JSON.stringify(file));
  const connection = connectTo(file);
  return {
    folder,
    endpoint: endpoints.dynamodb,
    outputs,
    connection,
    ctl: (...words) => ctlHere([...words, '--data', folder]),
    stop: () => {
      connection.client.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}

/** What the command that runs in a context has printed. Several may run at once. */
const printed = new AsyncLocalStorage<{ stdout: string; stderr: string }>();

/** Runs the command in this process, which takes a fraction of the time of `runCtl`. */
export function ctlHere(words: readonly string[]): Promise<Run> {
  captureOutput();
  const texts = { stdout: '', stderr: '' };
  return printed.run(texts, async () => {
    const code = await runProgram(words);
    return { ...texts, code };
  });
}

let captures = false;

/** From now on, keeps what a command prints from the terminal. */
function captureOutput(): void {
  if (captures) return;
  captures = true;
  for (const name of ['stdout', 'stderr'] as const) {
    const write = process[name].write.bind(process[name]);
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      const texts = printed.getStore();
      if (texts === undefined) return write(text);
      texts[name] += String(text);
      return true;
    });
  }
}

/** Starts the command as a shell does, with no other environment variables than the given ones, `PATH` and `HOME`. */
export function spawnCtl(words: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['bin/sps.ts', ...words], {
    env: { PATH: process.env['PATH'], HOME: tmpdir(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
    });
  }
  /** Resolves with the exit code, or null if a signal ended it. */
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return { child, printed, ended };
}

/** Runs the command as `spawnCtl` does. */
export async function runCtl(words: readonly string[], environment: Record<string, string> = {}): Promise<Run> {
  const { printed, ended } = spawnCtl(words, environment);
  const code = await ended;
  return { ...printed, code };
}
