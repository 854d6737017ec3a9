/**
 * A soak: a steady load without faults, with receivers that accept. Afterwards everything that was accepted is there,
 * as after a storm, and the local cloud has not grown.
 *
 * `SPS_SOAK` is how many seconds it lasts; `SPS_SEED` repeats the load. `npm run soak` and the nightly workflow run it.
 * `npm test` doesn't: in a short one there is no trend of memory, and the storm has the same load and the same verdict.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { seededRandom } from '../support/delivery-world/seeded-random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { reportFigures } from './figures.ts';
import { calmDown } from './storm/calm.ts';
import { startChecking, startPosting } from './storm/load.ts';
import { startStormCloud } from './storm/storm-cloud.ts';
import { openTenant } from './storm/storm-tenant.ts';

const SECONDS = Number(process.env['SPS_SOAK'] ?? 0);
const SEED = Number(process.env['SPS_SEED'] ?? 1);
const ALL_ARRIVE_WITHIN_MS = 120_000;
const READ_EVERY_MS = 10_000;
/** Of the last third of the time, beside the second; memory of the first one is that of a service that warms up. */
const MOST_GROWTH = 1.2;

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

const long = SECONDS > 0 ? test : test.skip;

long(
  'a steady load loses nothing, and the local cloud does not grow with it',
  async () => {
    const cloud = await startStormCloud(temporaryFolder(), 'off');
    resources.defer(() => cloud.stop());
    const tenant = await openTenant(cloud.now(), SEED);
    resources.defer(() => tenant.stop());
    tenant.calm();
    const readings: number[] = [];
    const timer = setInterval(() => readings.push(megabytesOf(cloud.now().process.pid)), READ_EVERY_MS);
    const posting = startPosting(tenant.server, seededRandom(SEED));
    const checking = startChecking(tenant.users, seededRandom(SEED));
    await sleep(SECONDS * 1_000);
    const checks = await checking.stop();
    const posted = await posting.stop();
    clearInterval(timer);
    const { wrong, ...counts } = await calmDown(cloud.now(), tenant, posted, {
      withinMs: ALL_ARRIVE_WITHIN_MS,
      isHelped: false,
    });
    const third = Math.floor(readings.length / 3);
    const [before, after] = [mean(readings.slice(third, 2 * third)), mean(readings.slice(-third))];
    reportFigures('soak', {
      seed: SEED,
      seconds: SECONDS,
      events: posted.length,
      checks: checks.right,
      wrongChecks: checks.wrong.length,
      ...counts,
      ...Object.fromEntries(Object.entries(wrong).map(([what, examples]) => [what, examples.length])),
      ...(third > 0 && { megabytesBefore: Math.round(before), megabytesAfter: Math.round(after) }),
    });
    expect(checks.wrong).toEqual([]);
    expect(checks.right).toBeGreaterThan(0);
    expect(wrong).toEqual(Object.fromEntries(Object.keys(wrong).map((what) => [what, []])));
    expect(counts.waitingDeliveries).toBe(0);
    if (third > 0) expect(after / before).toBeLessThan(MOST_GROWTH);
  },
  SECONDS * 1_000 + ALL_ARRIVE_WITHIN_MS + 120_000,
);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What the process and all that it has started hold in memory. */
function megabytesOf(root: number): number {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n');
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const tree = new Set([root]);
  // The set grows while it is walked.
  for (const parent of tree) for (const [pid = 0, of] of processes) if (of === parent) tree.add(pid);
  return processes.reduce((sum, [pid = 0, , kilobytes = 0]) => sum + (tree.has(pid) ? kilobytes / 1024 : 0), 0);
}
