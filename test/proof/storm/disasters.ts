/** The disasters of a storm, and the storm: one after the other, each when and for as long as the seed says. */

import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { BadWeather } from '../../../local/weather/probabilities.ts';
import type { StormCloud } from './storm-cloud.ts';

export const disasters = ['kill cloud', 'kill database', 'kill shell', 'stop database', 'full disk'] as const;
export type Disaster = (typeof disasters)[number];

/** No file can grow beyond it, and all that matter are larger: writes fail as on a full disk (EFBIG for ENOSPC). */
const FULL_AT_BYTES = 4_096;
/** The local cloud ends by itself soon after its database: within three seconds on a machine that is not too busy. */
const ENDS_WITHIN_MS = 30_000;

/** `milliseconds` is how long the database is stopped or the disk full. The local cloud may have ended afterwards. */
export async function strike(cloud: StormCloud, disaster: Disaster, milliseconds: number): Promise<void> {
  const pids = cloud.processes();
  switch (disaster) {
    case 'kill cloud':
      return await cloud.kill();
    case 'kill database':
      process.kill(pids.database, 'SIGKILL');
      return await untilDown(cloud);
    case 'kill shell':
      process.kill(pids.shell, 'SIGKILL');
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
  for (const until = Date.now() + ENDS_WITHIN_MS; cloud.isUp(); await sleep(50)) {
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

/** How a storm goes on: its next disaster, for how long, and after which pause. */
interface Next {
  readonly disaster: Disaster;
  readonly lastsMs: number;
  readonly pauseMs: number;
}

/** Other systems can't limit the files of a process that runs. */
const possible = disasters.filter((disaster) => disaster !== 'full disk' || process.platform === 'linux');

/** One kill, and each other disaster, within some seconds. */
export function quickStorm(random: () => number): readonly Next[] {
  const kills: readonly Disaster[] = ['kill cloud', 'kill database', 'kill shell'];
  const kill = kills[Math.floor(random() * kills.length)];
  const chosen = possible.filter((disaster) => disaster === kill || !kills.includes(disaster));
  return shuffled(chosen, random).map((disaster) => ({ disaster, lastsMs: 2_000, pauseMs: 500 + random() * 1_500 }));
}

/** For so many seconds, all disasters in rounds; the database stops for up to a minute. */
export function* longStorm(seconds: number, random: () => number): Generator<Next> {
  const until = Date.now() + seconds * 1_000;
  for (;;) {
    for (const disaster of shuffled(possible, random)) {
      if (Date.now() >= until) return;
      yield { disaster, lastsMs: 1_000 + random() ** 2 * 59_000, pauseMs: random() * 10_000 };
    }
  }
}

/** Lives through it. Returns how often each disaster came. */
export async function liveThrough(
  cloud: StormCloud,
  plan: Iterable<Next>,
  weather: BadWeather,
): Promise<Readonly<Record<Disaster, number>>> {
  const counts = { 'kill cloud': 0, 'kill database': 0, 'kill shell': 0, 'stop database': 0, 'full disk': 0 };
  for (const { disaster, lastsMs, pauseMs } of plan) {
    await sleep(pauseMs);
    if (!cloud.isUp()) await cloud.restart(weather);
    await strike(cloud, disaster, lastsMs);
    counts[disaster] += 1;
    if (!cloud.isUp()) await cloud.restart(weather);
  }
  return counts;
}

const shuffled = <T>(values: readonly T[], random: () => number): readonly T[] =>
  values
    .map((value) => ({ value, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ value }) => value);
