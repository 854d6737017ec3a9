/** Questions about processes that may be left from an earlier run. Nothing here ends a process that isn't certainly ours. */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The command line of a running process; empty where there is none. */
export function commandLineOf(pid: number): Promise<string> {
  return new Promise((resolve) => {
    execFile('ps', ['-ww', '-o', 'args=', '-p', String(pid)], (error, stdout) => resolve(error ? '' : stdout.trim()));
  });
}

/** Whether the process runs and its command line holds every one of these words. */
export async function isRunning(pid: number, ...words: readonly string[]): Promise<boolean> {
  if (!exists(pid)) return false;
  const commandLine = await commandLineOf(pid);
  return words.every((word) => commandLine.includes(word));
}

/** Ends the process if it is still the one that these words describe, and waits until it is gone. */
export async function endOrphan(pid: number, ...words: readonly string[]): Promise<boolean> {
  if (!(await isRunning(pid, ...words))) return false;
  signal(pid, 'SIGTERM');
  for (let waited = 0; exists(pid); waited += 50) {
    if (waited === 1_000) signal(pid, 'SIGKILL');
    if (waited > 5_000) throw new Error(`process ${pid} can't be ended`);
    await sleep(50);
  }
  return true;
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
    // It ended by itself in between.
  }
}
