/** What a storm does to a local cloud from outside. */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { StormCloud } from './storm-cloud.ts';

export const disasters = ['kill cloud', 'kill database', 'kill supervisor', 'stop database', 'full disk'] as const;
export type Disaster = (typeof disasters)[number];

/** No file can grow beyond it, and all that matter are larger already: writes fail as on a full disk (EFBIG for ENOSPC). */
const FULL_AT_BYTES = 4_096;
/** The local cloud ends by itself soon after its database. */
const ENDS_WITHIN_MS = 10_000;

/** Does it. `milliseconds` is how long the database is stopped or the disk full. The local cloud may have ended afterwards. */
export async function strike(cloud: StormCloud, disaster: Disaster, milliseconds: number): Promise<void> {
  const pids = await cloud.processes();
  switch (disaster) {
    case 'kill cloud':
      return await cloud.kill();
    case 'kill database':
      process.kill(pids.database, 'SIGKILL');
      return await untilDown(cloud);
    case 'kill supervisor':
      process.kill(pids.supervisor, 'SIGKILL');
      return await untilDown(cloud);
    case 'stop database':
      process.kill(pids.database, 'SIGSTOP');
      await sleep(milliseconds);
      process.kill(pids.database, 'SIGCONT');
      return;
    case 'full disk':
      await limitFiles([pids.cloud, pids.database], `${FULL_AT_BYTES}`);
      await sleep(milliseconds);
      await limitFiles([pids.cloud, pids.database], 'unlimited');
      return;
  }
}

async function untilDown(cloud: StormCloud): Promise<void> {
  for (const until = Date.now() + ENDS_WITHIN_MS; await cloud.isUp(); await sleep(50)) {
    if (Date.now() > until) throw new Error('the local cloud goes on without its database');
  }
}

/** Sets the soft limit of the size of files. A process that has ended in the meantime is no problem. */
async function limitFiles(pids: readonly number[], bytes: string): Promise<void> {
  for (const pid of pids) {
    await promisify(execFile)('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:`]).catch((error: unknown) => {
      if (isAlive(pid)) throw error;
    });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
