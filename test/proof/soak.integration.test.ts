/**
 * A soak: a steady load in calm weather, with receivers that accept. Afterwards everything that was accepted is there, as after a
 * storm, and the local cloud has not grown.
 *
 * `SPS_SOAK` is how many seconds it lasts; `SPS_SEED` repeats the load. By default it is too short for a trend of its memory.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { seededRandom } from '../../testing/delivery-world/seeded-random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Figures, reportFigures } from './figures.ts';
import { calmDown } from './storm/calm.ts';
import { startChecking, startPosting } from './storm/load.ts';
import { minuteMeans, type ProgramReading, readEvery, trendOf } from './storm/memory-trend.ts';
import { startStormCloud } from './storm/storm-cloud.ts';
import { openTenant } from './storm/storm-tenant.ts';

const SECONDS = Number(process.env['SPS_SOAK'] ?? 5);
const SEED = Number(process.env['SPS_SEED'] ?? 1);
const ALL_ARRIVE_WITHIN_MS = 120_000;
/** Memory of the first third is that of a service that warms up. */
const WARM_UP = 1 / 3;
const MAX_MB_PER_HOUR = 100;

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

test(
  'a steady load loses nothing, and the local cloud does not grow with it',
  async () => {
    const cloud = await startStormCloud(temporaryFolder(), 'calm');
    resources.defer(() => cloud.stop());
    const tenant = await openTenant(cloud.now(), SEED);
    for (const receiver of tenant.receivers) {
      resources.defer(() => receiver.stop());
      receiver.calm();
    }
    const readings = readEvery(10_000, cloud.now().process.pid);
    const posting = startPosting(tenant.server, seededRandom(SEED));
    const checking = startChecking(tenant.users, seededRandom(SEED));
    await sleep(SECONDS * 1_000);
    const checks = await checking.stop();
    const posted = await posting.stop();
    const { node, java } = readings.stop();
    const { wrong, ...counts } = await calmDown(cloud.now(), tenant, posted, {
      withinMs: ALL_ARRIVE_WITHIN_MS,
      isHelped: false,
    });
    const memory = growthOf(node);
    reportFigures('soak', {
      seed: SEED,
      seconds: SECONDS,
      events: posted.length,
      checks: checks.right,
      wrongChecks: checks.wrong.length,
      ...counts,
      ...Object.fromEntries(Object.entries(wrong).map(([what, examples]) => [what, examples.length])),
      ...named('node', memory),
      ...named('java', growthOf(java)),
    });
    expect(checks.wrong).toEqual([]);
    expect(checks.right).toBeGreaterThan(0);
    expect(wrong).toEqual(Object.fromEntries(Object.keys(wrong).map((what) => [what, []])));
    // Not a number where there are too few readings.
    expect(memory.perHour - memory.error).not.toBeGreaterThan(MAX_MB_PER_HOUR);
  },
  SECONDS * 1_000 + ALL_ARRIVE_WITHIN_MS + 120_000,
);

/** In megabytes an hour, after the warm-up. */
function growthOf(readings: readonly ProgramReading[]) {
  const warm = readings.slice(Math.floor(readings.length * WARM_UP));
  return trendOf(minuteMeans(warm.map(({ hours, residentBytes }) => ({ hours, value: residentBytes / 1e6 }))));
}

const named = (program: string, { perHour, error }: ReturnType<typeof trendOf>): Figures => ({
  [`${program}MBPerHour`]: `${perHour.toFixed(1)} ± ${error.toFixed(1)}`,
});
