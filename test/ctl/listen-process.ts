/** Runs `ctl listen` in its own process, as a shell does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { eventually } from '../../testing/eventually.ts';
import { cloudVariables } from '../../testing/service.ts';

/** A running `ctl listen`; with `--log` it has neither URL nor webhook. */
export interface ListenProcess {
  /** The URL of its receiver. */
  readonly url: string;
  readonly webhookId: string;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Closes the reading end of its stdout. */
  readonly stopReading: () => void;
  /** Resolves with the exit code, or null if a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly suspend: () => void;
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

const running = new Set<ListenProcess>();

/** Starts it on the local cloud that all tests share, or on the one of `folder`, and waits until it listens. */
export async function startListen(
  words: readonly string[],
  folder: string = process.env[cloudVariables.data] ?? '',
): Promise<ListenProcess> {
  const child = spawn(process.execPath, ['bin/ctl.ts', 'listen', ...words, '--data', folder], {
    env: { PATH: process.env['PATH'], HOME: tmpdir() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  const { url = '', webhookId = '' } = await eventually(() => {
    if (words.includes('--log') && stderr.startsWith('reading')) return {};
    const setup = /^listening at (?<url>\S+) for .* as webhook (?<webhookId>\S+)$/m.exec(stderr);
    if (setup === null) throw new Error(`It does not listen:\n${stderr}`);
    return setup.groups ?? {};
  }, 10_000);
  const listening: ListenProcess = {
    url,
    webhookId,
    stdout: () => stdout,
    stderr: () => stderr,
    stopReading: () => child.stdout.destroy(),
    ended: ended.finally(() => running.delete(listening)),
    suspend: () => void child.kill('SIGSTOP'),
    end: (signal) => {
      child.kill(signal);
      return listening.ended;
    },
  };
  running.add(listening);
  return listening;
}

/** Ends the processes that a failed test has not ended. */
export async function endAllListening(): Promise<void> {
  await Promise.all([...running].map(({ end }) => end('SIGKILL')));
}
