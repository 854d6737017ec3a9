/**
 * The soak: a mixed load on a local cloud of its own, at a third of what it can do, for as long as one likes.
 *
 * It shows what only time shows: memory and open files that grow, latencies that rise; and afterwards everything that was
 * accepted must be there exactly once. After a pause without any request it goes on for a while, as a service that woke up.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, rounded } from '../../../bench/harness/statistics.ts';
import { inTemporaryFolder } from '../../../bench/harness/temporary-cloud.ts';
import { eventually } from '../../../testing/eventually.ts';
import { type OwnCloud, startOwnCloud } from '../../../testing/own-cloud.ts';
import type { Figures } from '../figures.ts';
import { type Differences, differencesOf, total } from './ledger.ts';
import { closedLoad, type LoadResult, steadyLoad } from './load.ts';
import { observedClients } from './observed-client.ts';
import { type ProgramReading, programs, readEvery } from './program-readings.ts';
import { addSoakNetwork, type SoakNetwork } from './soak-network.ts';
import { minuteMeans, type Trend, trendOf } from './trend.ts';

export interface SoakOptions {
  /** Minutes of the steady load. */
  readonly minutes: number;
  readonly progress: (line: string) => void;
}

const NETWORKS = 3;
const USERS = 50;
/** As many requests at once as it takes to keep two cores busy. */
const PARALLEL = 10;
/** How long the service warms up, and then is measured, at most. */
const LONGEST_MEASUREMENT_SECONDS = 30;
const SHARE_OF_CAPACITY = 1 / 3;
/** The load after the pause, and the pause itself, as shares of the load before. */
const AFTER_PAUSE = 1 / 3;
const PAUSE = 1 / 10;
/** Memory of the first third is that of a service that warms up. */
const WARM_UP = 1 / 3;
const ALL_ARRIVE_WITHIN_MS = 120_000;

/** Runs the soak and returns its figures. */
export function soak(options: SoakOptions): Promise<Figures> {
  return inTemporaryFolder(async (data) => {
    const cloud = await startOwnCloud({ data });
    try {
      return await soakIn(cloud, options);
    } finally {
      await cloud.stop();
    }
  });
}

async function soakIn(cloud: OwnCloud, { minutes, progress }: SoakOptions): Promise<Figures> {
  const observed = observedClients(cloud.url);
  const networks: SoakNetwork[] = [];
  for (let n = 0; n < NETWORKS; n++) networks.push(await addSoakNetwork(cloud, `soak-${n}`, USERS, observed.clientOf));
  try {
    const seconds = Math.min(LONGEST_MEASUREMENT_SECONDS, minutes * 10);
    await closedLoad(networks, { seconds, parallel: PARALLEL });
    const fastest = await closedLoad(networks, { seconds, parallel: PARALLEL });
    const capacity = fastest.timings.length / seconds;
    const perSecond = capacity * SHARE_OF_CAPACITY;
    progress(`${rounded(capacity)} operations/s at most; the load is ${rounded(perSecond)}/s for ${minutes} minutes`);

    const readings = readEvery(10_000, cloud.process.pid, progress);
    const before = await steadyLoad(networks, { seconds: minutes * 60, perSecond });
    const during = readings.stop();
    progress('pause');
    await sleep(minutes * PAUSE * 60_000);
    const readingsAfter = readEvery(10_000, cloud.process.pid, progress);
    const after = await steadyLoad(networks, { seconds: minutes * AFTER_PAUSE * 60, perSecond });
    const later = readingsAfter.stop();

    const differences = await settled(networks);
    return {
      minutes,
      capacityPerSecond: rounded(capacity),
      loadPerSecond: rounded(perSecond),
      requests: observed.requests(),
      undocumented: observed.undocumented.length,
      wrongResponses: before.problems.length + after.problems.length + fastest.problems.length,
      ...differences,
      events: networks.reduce((sum, { webhooks }) => sum + (webhooks[0]?.expected.size ?? 0), 0),
      repeatedDeliveries: networks
        .flatMap(({ webhooks }) => webhooks)
        .reduce((sum, { counts }) => sum + counts.repeated, 0),
      ...latencies(before, after),
      ...resources(during, later),
      ...problemsOf([...observed.undocumented, ...before.problems, ...after.problems, ...fastest.problems]),
    };
  } finally {
    for (const { webhooks } of networks) for (const { stop } of webhooks) await stop();
  }
}

/** What differs once everything that is under way has arrived; after two minutes, what still does. */
async function settled(networks: readonly SoakNetwork[]): Promise<Differences> {
  const now = async (): Promise<Differences> => total(await Promise.all(networks.map(differencesOf)));
  return await eventually(async () => {
    const differences = await now();
    if (Object.values(differences).some((count) => count > 0)) throw new Error('not settled');
    return differences;
  }, ALL_ARRIVE_WITHIN_MS).catch(now);
}

const WINDOW_SHARE = 1 / 3;

/** Of the first and the last third, and after the pause; and the trend of the p50 of each minute. */
function latencies(before: LoadResult, after: LoadResult): Figures {
  const { timings } = before;
  const third = Math.floor(timings.length * WINDOW_SHARE);
  const of = (part: LoadResult['timings'], share: number): number =>
    rounded(
      quantile(
        part.map(({ milliseconds }) => milliseconds),
        share,
      ),
    );
  return {
    p50MsFirstThird: of(timings.slice(0, third), 0.5),
    p50MsLastThird: of(timings.slice(-third), 0.5),
    p50MsAfterPause: of(after.timings, 0.5),
    p99MsFirstThird: of(timings.slice(0, third), 0.99),
    p99MsLastThird: of(timings.slice(-third), 0.99),
    p99MsAfterPause: of(after.timings, 0.99),
  };
}

type Readings = ReturnType<ReturnType<typeof readEvery>['stop']>;

function resources(during: Readings, later: Readings): Figures {
  return Object.assign({}, ...programs.map((program) => resourcesOf(program, during[program], later[program].at(-1))));
}

function resourcesOf(program: string, readings: readonly ProgramReading[], last: ProgramReading | undefined): Figures {
  const warm = readings.slice(Math.floor(readings.length * WARM_UP));
  const megabytes = minuteMeans(warm.map(({ hours, residentBytes }) => ({ hours, value: residentBytes / 1e6 })));
  const files = minuteMeans(warm.map(({ hours, openFiles }) => ({ hours, value: openFiles })));
  return {
    [`${program}MB`]: rounded(megabytes.at(-1)?.value ?? Number.NaN),
    [`${program}MBPerHour`]: written(trendOf(megabytes)),
    [`${program}MBAfterPause`]: rounded((last?.residentBytes ?? Number.NaN) / 1e6),
    [`${program}OpenFiles`]: rounded(files.at(-1)?.value ?? Number.NaN),
    [`${program}OpenFilesPerHour`]: written(trendOf(files)),
  };
}

const written = ({ perHour, error }: Trend): string => `${rounded(perHour)} ± ${rounded(error)}`;

const problemsOf = (problems: readonly string[]): Figures =>
  problems[0] === undefined ? {} : { firstProblem: problems[0] };
