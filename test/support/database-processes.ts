/** The processes in which a local cloud runs DynamoDB Local. */
import { execFileSync } from 'node:child_process';

/** Those below the process `cloud`, so that no process of others can be meant: the shell, and the database. */
export function databaseProcesses(cloud: number): { readonly shell: number; readonly database: number } {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' }).trim().split('\n');
  const processes = lines.map((line) => {
    const [pid, parent, ...name] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), name: name.join(' ') };
  });
  for (const { pid: database, parent: shell, name } of processes) {
    const isOfCloud = processes.some(({ pid, parent }) => pid === shell && parent === cloud);
    if (isOfCloud && /\bjava$/.test(name)) return { shell, database };
  }
  throw new Error(`The process ${cloud} runs no database.`);
}
