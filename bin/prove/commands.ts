/** The commands that a run calls, each in a process of its own, which outlives Ctrl-C until the run ends it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isInstalled, packageFolder } from '@social-platform-services/ctl/about';

/** Runs a command, and returns its exit code; undefined if there is no such command here. */
export type RunCommand = (
  command: 'deploy' | 'smoke' | 'test:stage' | 'destroy',
  words: readonly string[],
  interrupted?: AbortSignal,
) => Promise<number | undefined>;

const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

/** What Node runs for a command; undefined where only a clone has it. */
function scriptOf(command: Parameters<RunCommand>[0]): readonly string[] | undefined {
  if (command !== 'test:stage') return [isInstalled ? 'bin/sps.js' : 'bin/sps.ts', command];
  return isInstalled ? undefined : [...JEST, 'scripts/test-stage/main.ts'];
}

/** Those of this program, in the folder that it was called in. What they print goes to stderr. */
export const runOwnCommand: RunCommand = async (command, words, interrupted) => {
  const script = scriptOf(command);
  if (script === undefined) return undefined;
  const child = spawn(process.execPath, [...script.map(absolute), ...words], {
    // In a group of its own: Ctrl-C in a terminal would end a deployment that has to be undone.
    detached: true,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const end = (): void => endGroup(child);
  interrupted?.addEventListener('abort', end, { once: true });
  const [code] = await once(child, 'close');
  interrupted?.removeEventListener('abort', end);
  return typeof code === 'number' ? code : 1;
};

/** A script is a path from the folder of this program, and anything else is what it says. */
const absolute = (word: string): string => (/\.[jt]s$/.test(word) ? join(packageFolder, word) : word);

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}
