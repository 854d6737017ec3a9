/**
 * Several clients send random commands at once, and every response is one that a small model allows: of blocks,
 * activities, webhooks, deliveries, settings and quotas of networks whose ids begin like one another.
 *
 * `SPS_MODEL` is how many commands there are; `SPS_SEED` repeats those of another run. The order in which the service
 * handles commands of several clients is never the same.
 */
import { expect, test } from '@jest/globals';
import { Feature } from '../../../contract/access.ts';
import { digestOf, headerOf } from '../../e2e/delivery-network.ts';
import { isFaultless, patience } from '../../support/eventually.ts';
import fc from '../../support/fast-check.ts';
import { seedOfRun } from '../../support/property-runs.ts';
import type { ReceivedRequest } from '../../support/receivers/listening.ts';
import { eventually } from '../../support/service.ts';
import { reportFigures } from '../figures.ts';
import type { Asker } from './ask.ts';
import { blockCommand, fillList, walkBlocks } from './block-commands.ts';
import { actors } from './colliding-ids.ts';
import { deliveryCommand, walkDeliveries } from './delivery-commands.ts';
import { eventCommand, isExpired, walkActivities } from './event-commands.ts';
import { isStored, maySend, must, type NetworkModel, obligation, type Post, type WebhookModel } from './model.ts';
import { isSurely } from './register.ts';
import { settingCommand, switchFeature } from './setting-commands.ts';
import { addWebhook, adminOf, webhookCommand } from './webhook-commands.ts';
import { type Command, newWorld, type World } from './world.ts';

const { SPS_MODEL } = process.env;
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
    const seed = seedOfRun;
    const counts = { commands: 0, networks: 0, events: 0, overQuota: 0, deliveries: 0 };
    let runs = 0;
    const details = await fc.check(
      fc.asyncProperty(clients, async (commandsOfClients) => {
        runs += 1;
        const world = await newWorld(`m${seed}x${runs}`);
        try {
          for (const network of world.networks) await addWebhook(world, network, true, '*');
          await Promise.all(world.networks.filter(({ hasSmallQuotas }) => !hasSmallQuotas).map(fillList));
          const commands = await runAll(world, commandsOfClients);
          counts.commands += commands;
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

/** What must be so in the end: every record is listed, and every event has arrived where it must. */
const PATIENCE_MS = 20_000;
/** A change of a webhook takes effect for requests that begin more than 5 s later (docs/spec/webhooks.md#changes). */
const CHANGE_MS = 5_000;

/** Switches every feature on and checks everything. Throws ModelMismatch. */
async function settle({ networks, receiver }: World): Promise<void> {
  await Promise.all(networks.map((network) => settleNetwork(network, receiver.requests)));
  const paths = new Set(networks.flatMap(({ webhooks }) => webhooks.map(pathOf)));
  for (const { path } of receiver.requests) must(paths.has(path), `there is no webhook to ${path}`);
}

async function settleNetwork(network: NetworkModel, requests: readonly ReceivedRequest[]): Promise<void> {
  for (const feature of Feature.options) {
    if (!isSurely(network.features[feature], true, atOnce())) await switchFeature(network, feature, true);
  }
  for (const userId of actors) {
    const asker: Asker = { network, role: 'user', userId, isNew: true };
    await walkBlocks(asker, false);
    await eventually(() => expectAllRecords(asker), PATIENCE_MS);
  }
  for (const webhook of network.webhooks) {
    await eventually(() => expectArrivals(network, webhook, requests), PATIENCE_MS);
    const own = (): readonly ReceivedRequest[] => requests.filter(({ path }) => path === pathOf(webhook));
    await eventually(() => expectLog(network, webhook, own()), PATIENCE_MS);
    expectRequests(network, webhook, own());
  }
}

const atOnce = () => ({ from: Date.now(), to: Date.now() });
const pathOf = ({ url }: WebhookModel): string => new URL(url).pathname;
const bodyOf = ({ event, data }: Post): string => `{"event":${JSON.stringify(event)},"data":${JSON.stringify(data)}}`;

async function expectAllRecords(asker: Asker): Promise<void> {
  const records = await walkActivities(asker, 50);
  const listed = new Set(records?.map(({ objectId }) => objectId));
  for (const post of asker.network.posts) {
    if (post.done?.userId !== asker.userId || isStored(asker.network, post) !== 'yes') continue;
    const { objectId } = post.done.action;
    must(listed.has(objectId) || isExpired(asker.network, post), `${objectId} of ${asker.userId} is not listed`);
  }
}

function expectArrivals(network: NetworkModel, webhook: WebhookModel, requests: readonly ReceivedRequest[]): void {
  const own = requests.filter(({ path }) => path === pathOf(webhook));
  const bodies = new Set(own.map(({ body }) => `${body}`));
  for (const post of network.posts) {
    const hasArrived = bodies.has(bodyOf(post)) || obligation(network, webhook, post) !== 'must';
    must(hasArrived, `${post.event} ${post.id} has not arrived at ${webhook.url}`);
  }
  for (const { deliveryId, span } of webhook.replays) {
    const since = { from: span.from, to: Number.POSITIVE_INFINITY };
    const isOn = [network.features.webhooks, webhook.exists, webhook.enabled].every((one) =>
      isSurely(one, true, since),
    );
    const again = own.filter((one) => headerOf(one, 'webhook-id') === deliveryId && one.receivedAt >= span.from);
    must(again.length > 0 || !isOn, `${deliveryId} was not sent again to ${webhook.url}`);
  }
}

/** What must have arrived is delivered, and without faults each request is an attempt in the log. */
async function expectLog(network: NetworkModel, webhook: WebhookModel, own: readonly ReceivedRequest[]): Promise<void> {
  const { webhookId } = webhook;
  if (webhookId === undefined || !isSurely(webhook.exists, true, atOnce())) return;
  const found = { asker: adminOf(network, true), model: webhook, path: `/webhooks/${webhookId}` };
  const deliveries = (await walkDeliveries(found, 100)) ?? [];
  const delivered = new Set(deliveries.filter(({ state }) => state === 'delivered').map(({ eventId }) => eventId));
  for (const post of network.posts) {
    const isDone = obligation(network, webhook, post) !== 'must' || delivered.has(post.id);
    must(isDone, `the log of ${webhook.url} does not have ${post.event} ${post.id} as delivered`);
  }
  const attempts = new Map(deliveries.map(({ deliveryId, attemptCount }) => [deliveryId, attemptCount]));
  for (const [deliveryId = '', { length }] of byDelivery(own)) {
    // An attempt that ends after a further replay is not in the log.
    const replays = webhook.replays.filter((replay) => replay.deliveryId === deliveryId).length;
    const most = Math.max(attempts.get(deliveryId) ?? 0, 1 + replays);
    must(!isFaultless || length <= most, `${deliveryId} was sent ${length} times to ${webhook.url}, not ${most}`);
  }
}

const byDelivery = (requests: readonly ReceivedRequest[]) =>
  Map.groupBy(requests, (request) => headerOf(request, 'webhook-id'));

/** Each request is of an event the webhook may get, signed, and sent while it may be. Each event has its own id. */
function expectRequests(network: NetworkModel, webhook: WebhookModel, own: readonly ReceivedRequest[]): void {
  const posts = new Map(network.posts.map((post) => [bodyOf(post), post]));
  for (const request of own) {
    const post = posts.get(`${request.body}`);
    const what = `${request.body} at ${webhook.url}`;
    must(post !== undefined && obligation(network, webhook, post) !== 'must not', `nobody asked for ${what}`);
    const digest = webhook.secret && digestOf(webhook.secret, request.body);
    must(headerOf(request, 'x-service-signature') === digest, `there is another signature with ${what}`);
    const signedAt = Number(headerOf(request, 'webhook-timestamp')) * 1_000;
    const isInTime = maySend(network, webhook, { from: signedAt, to: signedAt + 1_000 }, CHANGE_MS);
    must(isInTime, `too late after a change: ${what}`);
  }
  const bodies = new Set(own.map(({ body }) => `${body}`));
  must(bodies.size === byDelivery(own).size, `events at ${webhook.url} share an id, or have several`);
}
