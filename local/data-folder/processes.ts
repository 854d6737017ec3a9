/** Finds and ends stale processes of an earlier run. A process is ended only if its command line shows that it is ours. */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The command line of a running process; empty if it does not run. */
async function commandLineOf(pid: number): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
    return stdout;
  } catch {
    return '';
  }
}

/** Whether the process runs and its command line contains all of these words. */
export async function isRunning(pid: number, ...words: readonly string[]): Promise<boolean> {
  if (!exists(pid)) return false;
  const commandLine = await commandLineOf(pid);
  return words.every((word) => commandLine.includes(word));
}

/** Ends the process if its command line contains these words, and waits until it has ended. */
export async function endOrphan(pid: number, ...words: readonly string[]): Promise<void> {
  if (!(await isRunning(pid, ...words))) return;
  signal(pid, 'SIGTERM');
  for (let waited = 0; exists(pid); waited += 50) {
    if (waited === 1_000) signal(pid, 'SIGKILL');
    if (waited > 5_000) throw new Error(`process ${pid} can't be ended`);
    await sleep(50);
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended by itself.
  }
}
