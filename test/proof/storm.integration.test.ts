/**
 * A storm: `--weather storm`, processes that are killed, a database that stops, a full disk, and receivers that change
 * their behaviour. After it, without faults, every accepted event has arrived where it should, or says why not.
 *
 * `SPS_STORM` is how many seconds it lasts; then the calm lasts until nothing waits any more. By default there is one
 * kill and one of each other disaster, and the calm is shortened: an admin has the receivers tried at once, and the
 * sweeper runs more often. `SPS_SEED` repeats the choices.
 */
import { afterAll, expect, test } from '@jest/globals';
import { seededRandom } from '../../testing/delivery-world/seeded-random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { reportFigures } from './figures.ts';
import { calmDown, showAllMessages } from './storm/calm.ts';
import { liveThrough, longStorm, quickStorm } from './storm/disasters.ts';
import { startPosting } from './storm/load.ts';
import { startStormCloud } from './storm/storm-cloud.ts';
import { openTenant } from './storm/storm-tenant.ts';

const SECONDS = Number(process.env['SPS_STORM'] ?? 0);
const isQuick = SECONDS === 0;
const SEED = Number(process.env['SPS_SEED'] ?? 1);
const weather = { name: 'storm', seed: SEED } as const;
/** A message may come ten times, a minute apart, before it is set aside. */
const CALM_WITHIN_MS = isQuick ? 120_000 : 15 * 60_000;
const TIME_LIMIT_MS = SECONDS * 3_000 + CALM_WITHIN_MS + 180_000;

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

test(
  'after a storm every accepted event has one activity record, and a delivery to each webhook that asked for it',
  async () => {
    const startedAt = Date.now();
    const seconds = (): number => Math.round((Date.now() - startedAt) / 1_000);
    const { cloud, tenant, posted, disasters } = await storm().catch((error: unknown) => {
      reportFigures('storm', { seed: SEED, endedEarly: String(error) });
      throw error;
    });
    const stormSeconds = seconds();
    if (isQuick) showAllMessages(cloud.data);
    const calm = await cloud.restart('calm');
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
  const cloud = await startStormCloud(temporaryFolder(), weather);
  resources.defer(() => cloud.stop());
  const tenant = await openTenant(cloud.now(), SEED);
  for (const receiver of tenant.receivers) resources.defer(() => receiver.stop());
  const posting = startPosting(tenant.server, seededRandom(SEED));
  const random = seededRandom(SEED);
  const disasters = await liveThrough(cloud, isQuick ? quickStorm(random) : longStorm(SECONDS, random), weather);
  const posted = await posting.stop();
  await cloud.kill();
  tenant.calm();
  return { cloud, tenant, posted, disasters: { ...disasters, 'kill cloud': disasters['kill cloud'] + 1 } };
}
