/** Processes of an earlier run. One is identified by its id and when it started, since ids are used again. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { StartProblem } from '../template/problem.ts';

export const ProcessIdentity = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Differs from the start of every other process with that id; only to be compared. */
  started: v.pipe(v.string(), v.nonEmpty()),
});
export type ProcessIdentity = v.InferOutput<typeof ProcessIdentity>;

/** The identity of the process that has this id now, or undefined. */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  try {
    const started = process.platform === 'linux' ? await startOnLinux(pid) : await startElsewhere(pid);
    return started === '' ? undefined : { pid, started };
  } catch {
    return undefined;
  }
}

export async function isRunning({ pid, started }: ProcessIdentity): Promise<boolean> {
  return (await identify(pid))?.started === started;
}

/** Ends the process if it still runs, and waits. Throws a `StartProblem` if it does not end within 5 s. */
export async function endProcess(identity: ProcessIdentity): Promise<void> {
  for (let waited = 0; await isRunning(identity); waited += 50) {
    if (waited === 0) signal(identity.pid, 'SIGTERM');
    if (waited === 1_000) signal(identity.pid, 'SIGKILL');
    if (waited > 5_000) throw new StartProblem(`Process ${identity.pid} of an earlier run can't be ended.`);
    await sleep(50);
  }
}

/** Clock ticks since the machine started: field 22 of /proc/PID/stat. A process that has ended may still be in it, as a zombie. */
async function startOnLinux(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name in parentheses, which may have spaces and parentheses itself.
  const fieldsFromState = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fieldsFromState;
  return state === 'Z' || state === 'X' ? '' : (fieldsFromState[19] ?? '');
}

async function startElsewhere(pid: number): Promise<string> {
  const env = { LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = await promisify(execFile)('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { env });
  return stdout.trim();
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended by itself.
  }
}
