/**
 * Several clients send random commands at once, and every response is one that a small model allows: of blocks,
 * activities, webhooks, deliveries, settings and quotas of networks whose ids begin like one another.
 *
 * `SPS_MODEL` is how many commands there are; `SPS_SEED` repeats those of another run. The order in which the service
 * handles commands of several clients is never the same.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { patience } from '../../../testing/eventually.ts';
import { reportFigures } from '../figures.ts';
import { blockCommand, fillList } from './block-commands.ts';
import { deliveryCommand } from './delivery-commands.ts';
import { eventCommand } from './event-commands.ts';
import { settingCommand } from './setting-commands.ts';
import { settle } from './settled.ts';
import { addWebhook, webhookCommand } from './webhook-commands.ts';
import { type Command, newWorld, type World } from './world.ts';

const { SPS_MODEL, SPS_SEED } = process.env;
const CLIENTS = 5;
/** Of one client in one run. */
const COMMANDS = 200;
const RUNS = Math.ceil(Number(SPS_MODEL ?? 1_000) / (CLIENTS * COMMANDS));
/** Of the commands of a run; none if the caller says how many commands it wants. */
const TIME_LIMIT_MS = SPS_MODEL === undefined ? 6_000 : 600_000;

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 10, arbitrary: blockCommand },
  { weight: 5, arbitrary: eventCommand },
  { weight: 2, arbitrary: webhookCommand },
  { weight: 2, arbitrary: deliveryCommand },
  { weight: 1, arbitrary: settingCommand },
);
const exactly = (length: number) => ({ minLength: length, maxLength: length });
const clients = fc.array(fc.array(command, exactly(COMMANDS)), exactly(CLIENTS));

test(
  'whatever several clients do at once, everybody gets what a model allows',
  async () => {
    const seed = Number(SPS_SEED);
    const counts = { commands: 0, networks: 0, events: 0, overQuota: 0, deliveries: 0 };
    let runs = 0;
    const details = await fc.check(
      fc.asyncProperty(clients, async (commandsOfClients) => {
        runs += 1;
        const world = await newWorld(`m${seed}x${runs}`);
        try {
          for (const network of world.networks) await addWebhook(world, network, true, '*');
          await Promise.all(world.networks.filter(({ hasSmallQuotas }) => !hasSmallQuotas).map(fillList));
          counts.commands += await runAll(world, commandsOfClients);
          await settle(world);
        } finally {
          await world.receiver.stop();
        }
        counts.networks += world.networks.length;
        const posts = world.networks.flatMap((network) => network.posts);
        counts.events += posts.length;
        counts.overQuota += posts.filter(({ outcome }) => outcome === 'refused').length;
        counts.deliveries += world.receiver.requests.length;
      }),
      { seed, numRuns: RUNS, endOnFailure: true },
    );
    reportFigures('model', { ...counts, clients: CLIENTS, seed, wrong: details.failed ? 1 : 0 });
    if (details.failed)
      throw new Error(`SPS_SEED=${seed} SPS_MODEL=${runs * CLIENTS * COMMANDS}: ${String(details.errorInstance)}`);
    expect(counts.commands).toBeGreaterThan(0);
  },
  RUNS * (TIME_LIMIT_MS + patience(60_000)),
);

/** Runs the commands of all clients, those of each one after the other. Resolves with how many there was time for. */
async function runAll(world: World, clients: readonly (readonly Command[])[]): Promise<number> {
  const ending = AbortSignal.timeout(TIME_LIMIT_MS);
  const failing = new AbortController();
  let count = 0;
  const runOne = async (commands: readonly Command[], client: number): Promise<void> => {
    for (const [index, { what, run }] of commands.entries()) {
      if (ending.aborted || failing.signal.aborted) return;
      await run(world).catch((error: unknown) => {
        failing.abort();
        throw new Error(`client ${client}, command ${index}: ${what}: ${String(error)}`, { cause: error });
      });
      count += 1;
    }
  };
  await Promise.all(clients.map(runOne));
  return count;
}
