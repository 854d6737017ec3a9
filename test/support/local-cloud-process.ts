/** A local cloud in a separate process, started as `npm start` starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { FaultInjection } from '@social-platform-services/local';

/** A process that has printed its ready line. */
export interface LocalCloudProcess {
  readonly url: string;
  readonly pid: number;
  /** Everything written to stdout so far. */
  output(): string;
  /** Everything written to stderr so far. */
  errors(): string;
  /** Sends the signal. Resolves with the exit code (null if a signal ended the process) and the milliseconds until then. */
  end(signal: NodeJS.Signals): Promise<{ readonly exitCode: number | null; readonly milliseconds: number }>;
}

/** A start that failed: what it wrote to stderr, and its exit code. */
class StartFailed extends Error {
  readonly exitCode: number | null;

  constructor(exitCode: number | null, stderr: string) {
    super(stderr);
    this.exitCode = exitCode;
  }
}

const root = join(import.meta.dirname, '../..');
const READY_WITHIN_MS = 90_000;

/**
 * Starts the service, or what another script hosts, with these arguments and variables, and waits for its ready line.
 * Rejects with `StartFailed`.
 */
export function startLocalCloudProcess(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  [script, ...words]: readonly [string, ...string[]] = ['bin/sps.ts', 'start'],
): Promise<LocalCloudProcess> {
  const child = spawn(process.execPath, [join(root, script), ...words, ...args], {
    cwd: root,
    env: { ...environment(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let isReady = false;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new StartFailed(null, `not ready within ${READY_WITHIN_MS / 1_000} s\n${stdout}\n${stderr}`));
    }, READY_WITHIN_MS);
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      // Under load there are thousands of lines a second: a search would join all of them, each time.
      if (isReady) return;
      const [, url] = /^ready (\S+)$/m.exec(stdout) ?? [];
      if (url === undefined) return;
      isReady = true;
      clearTimeout(timer);
      resolve({
        url,
        pid: child.pid ?? 0,
        output: () => stdout,
        errors: () => stderr,
        end: (signal) => end(child, signal),
      });
    });
    child.once('close', (exitCode) => {
      clearTimeout(timer);
      reject(new StartFailed(exitCode, stderr));
    });
  });
}

/** Fault injection as arguments; by default that of the whole run, from the variables `SPS_FAULTS` and `SPS_SEED`. */
export function faultArguments(given?: FaultInjection | 'off'): readonly string[] {
  if (given === 'off') return ['--faults', given];
  if (given !== undefined) return ['--faults', given.name, '--seed', `${given.seed}`];
  const { SPS_FAULTS: faults = 'off', SPS_SEED: seed } = process.env;
  return ['--faults', faults, ...(seed === undefined ? [] : ['--seed', seed])];
}

/** The line with the kind of faults and the seed, which a local cloud prints at its start; empty without faults. */
export const faultLine = (output: string): string => /^faults .*\n/m.exec(output)?.[0] ?? '';

/** The faults that were injected, which a local cloud prints at its end. Throws if it has not yet. */
export function faultReport(output: string): string {
  const [report] = /^faults .*, injected:\n( .*\n)+/m.exec(output) ?? [];
  if (report === undefined) throw new Error('the local cloud has not reported its faults');
  return report;
}

/** Without the variables that Jest adds. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_ENV: _env, JEST_WORKER_ID: _worker, ...rest } = process.env;
  return rest;
}

function end(child: ChildProcess, signal: NodeJS.Signals): ReturnType<LocalCloudProcess['end']> {
  const started = performance.now();
  return new Promise((resolve) => {
    const done = (exitCode: number | null): void => resolve({ exitCode, milliseconds: performance.now() - started });
    if (child.exitCode !== null || child.signalCode !== null) return done(child.exitCode);
    child.once('exit', done);
    child.kill(signal);
  });
}
