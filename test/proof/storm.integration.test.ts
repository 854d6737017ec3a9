/**
 * A storm: `--faults heavy`, processes that are killed, a database that stops, a full disk, and receivers that change
 * their behaviour. After it, without faults, every accepted event has arrived where it should, or says why not.
 *
 * `SPS_STORM` is how many seconds it lasts; then the calm lasts until nothing waits any more. By default there is one
 * kill and one of each other disaster, and the calm is shortened: an admin has the receivers tried at once, the sweeper
 * runs more often, and the receiver that reads events begins again. `SPS_SEED` repeats the choices.
 */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { isRunning } from '@social-platform-services/ctl/local-cloud';
import type { FaultInjection } from '@social-platform-services/local';
import { seededRandom } from '../support/delivery-world/seeded-random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { reportFigures } from './figures.ts';
import { calmDown, showAllMessages } from './storm/calm.ts';
import { startPosting } from './storm/load.ts';
import { type StormCloud, startStormCloud } from './storm/storm-cloud.ts';
import { openTenant } from './storm/storm-tenant.ts';

/** The disasters of a storm, and the storm: one after the other, each when and for as long as the seed says. */
const disasters = ['kill cloud', 'kill database', 'kill shell', 'stop database', 'full disk'] as const;
type Disaster = (typeof disasters)[number];

/** No file can grow beyond it, and all that matter are larger: writes fail as on a full disk (EFBIG for ENOSPC). */
const FULL_AT_BYTES = 4_096;
/** The local cloud ends by itself soon after its database: within three seconds on a machine that is not too busy. */
const ENDS_WITHIN_MS = 30_000;

/** `milliseconds` is how long the database is stopped or the disk full. The local cloud may have ended afterwards. */
async function strike(cloud: StormCloud, disaster: Disaster, milliseconds: number): Promise<void> {
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
      if (isRunning(pid)) throw error;
    });
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
function quickStorm(random: () => number): readonly Next[] {
  const kills: readonly Disaster[] = ['kill cloud', 'kill database', 'kill shell'];
  const kill = kills[Math.floor(random() * kills.length)];
  const chosen = possible.filter((disaster) => disaster === kill || !kills.includes(disaster));
  return shuffled(chosen, random).map((disaster) => ({ disaster, lastsMs: 2_000, pauseMs: 500 + random() * 1_500 }));
}

/** For so many seconds, all disasters in rounds; the database stops for up to a minute. */
function* longStorm(seconds: number, random: () => number): Generator<Next> {
  const until = Date.now() + seconds * 1_000;
  for (;;) {
    for (const disaster of shuffled(possible, random)) {
      if (Date.now() >= until) return;
      yield { disaster, lastsMs: 1_000 + random() ** 2 * 59_000, pauseMs: random() * 10_000 };
    }
  }
}

/** Lives through it. Returns how often each disaster came. */
async function liveThrough(
  cloud: StormCloud,
  plan: Iterable<Next>,
  faults: FaultInjection,
): Promise<Readonly<Record<Disaster, number>>> {
  const counts = { 'kill cloud': 0, 'kill database': 0, 'kill shell': 0, 'stop database': 0, 'full disk': 0 };
  for (const { disaster, lastsMs, pauseMs } of plan) {
    await sleep(pauseMs);
    if (!cloud.isUp()) await cloud.restart(faults);
    await strike(cloud, disaster, lastsMs);
    counts[disaster] += 1;
    if (!cloud.isUp()) await cloud.restart(faults);
  }
  return counts;
}

const shuffled = <T>(values: readonly T[], random: () => number): readonly T[] =>
  values
    .map((value) => ({ value, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ value }) => value);

const SECONDS = Number(process.env['SPS_STORM'] ?? 0);
const isQuick = SECONDS === 0;
const SEED = Number(process.env['SPS_SEED'] ?? 1);
const faults = { name: 'heavy', seed: SEED } as const;
/**
 * A message may come ten times, a minute apart, before it is set aside. What the index of events has shown late is read
 * two minutes after its acceptance.
 */
const CALM_WITHIN_MS = isQuick ? 180_000 : 15 * 60_000;
const TIME_LIMIT_MS = SECONDS * 3_000 + CALM_WITHIN_MS + 180_000;

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

test(
  'after a storm every accepted event has one record, one delivery to each webhook, and was read',
  async () => {
    const startedAt = Date.now();
    const seconds = (): number => Math.round((Date.now() - startedAt) / 1_000);
    const { cloud, tenant, posted, disasters } = await storm().catch((error: unknown) => {
      reportFigures('storm', { seed: SEED, endedEarly: String(error) });
      throw error;
    });
    const stormSeconds = seconds();
    if (isQuick) showAllMessages(cloud.data);
    const calm = await cloud.restart('off');
    if (isQuick) tenant.reader.beginAgain();
    const { wrong, ...counts } = await calmDown(calm, tenant, posted, { withinMs: CALM_WITHIN_MS, isHelped: isQuick });
    reportFigures('storm', {
      seed: SEED,
      stormSeconds,
      calmSeconds: seconds() - stormSeconds,
      events: posted.length,
      requests: tenant.receivers.reduce((sum, { requests }) => sum + requests.length, 0),
      kills: disasters['kill cloud'] + disasters['kill database'] + disasters['kill shell'],
      stops: disasters['stop database'],
      fullDisks: disasters['full disk'],
      eventsRead: tenant.reader.read.size,
      erased: posted.filter(({ isErased }) => isErased).length,
      ...counts,
      ...Object.fromEntries(Object.entries(wrong).map(([what, examples]) => [what, examples.length])),
    });
    expect(wrong).toEqual(Object.fromEntries(Object.keys(wrong).map((what) => [what, []])));
    if (!isQuick) expect(counts).toMatchObject({ waitingDeliveries: 0, timedMessages: 0 });
  },
  TIME_LIMIT_MS,
);

/** Everything until the last event is accepted. The last kill ends it. */
async function storm() {
  const cloud = await startStormCloud(temporaryFolder(), faults);
  resources.defer(() => cloud.stop());
  const tenant = await openTenant(cloud.now(), SEED);
  resources.defer(() => tenant.stop());
  const posting = startPosting(tenant.server, seededRandom(SEED));
  const random = seededRandom(SEED);
  const disasters = await liveThrough(cloud, isQuick ? quickStorm(random) : longStorm(SECONDS, random), faults);
  const posted = await posting.stop();
  await tenant.repeating.stop();
  await cloud.kill();
  tenant.calm();
  return { cloud, tenant, posted, disasters: { ...disasters, 'kill cloud': disasters['kill cloud'] + 1 } };
}
