/** The commands that a run calls, each in a process of its own, which outlives Ctrl-C until the run ends it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Runs a command, and returns its exit code; undefined if there is no such command here. */
export type RunCommand = (
  command: 'deploy' | 'smoke' | 'test:stage' | 'destroy',
  words: readonly string[],
  interrupted?: AbortSignal,
) => Promise<number | undefined>;

const root = join(import.meta.dirname, '../..');
const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const scripts = {
  deploy: ['bin/sps.ts', 'deploy'],
  smoke: ['bin/sps.ts', 'smoke'],
  'test:stage': [...JEST, 'scripts/test-stage/main.ts'],
  destroy: ['bin/sps.ts', 'destroy'],
} as const;

/** The project's own, as npm runs them. What they print goes to stderr. */
export const runProjectCommand: RunCommand = async (command, words, interrupted) => {
  const child = spawn(process.execPath, [...scripts[command], ...words], {
    cwd: root,
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

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}
