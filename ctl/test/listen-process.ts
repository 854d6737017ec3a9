/** Runs `ctl listen` in its own process, as a shell does. */

import { spawnCtl } from '../../test/support/ctl.ts';
import { eventually } from '../../test/support/eventually.ts';
import { dataFolder } from '../../test/support/service.ts';

/** A running `ctl listen`; with `--log` it has neither URL nor webhook, with `--pull` no URL. */
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
export async function startListen(words: readonly string[], folder: string = dataFolder()): Promise<ListenProcess> {
  const { child, printed, ended } = spawnCtl(['listen', ...words, '--data', folder]);
  const { url = '', webhookId = '' } = await eventually(() => {
    const { stderr } = printed;
    if (words.includes('--log') && stderr.startsWith('reading')) return {};
    const setup = /^(listening at (?<url>\S+) for|reading) .* as webhook (?<webhookId>[^\s,]+)/m.exec(stderr);
    if (setup === null) throw new Error(`It does not listen:\n${stderr}`);
    return setup.groups ?? {};
  }, 10_000);
  const listening: ListenProcess = {
    url,
    webhookId,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
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
