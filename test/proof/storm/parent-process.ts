import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The id of the process that has started this one. Rejects if there is no such process. */
export async function parentOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', `${pid}`]);
  return Number(stdout.trim());
}
