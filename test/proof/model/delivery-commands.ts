/** Walks through delivery logs, and replays. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { DeliverySummary } from '../../../contract/deliveries.ts';
import { listDeliveries } from '../../../contract/delivery-log.ts';
import { isFaultless } from '../../support/eventually.ts';
import fc from '../../support/fast-check.ts';
import { type Asker, ask } from './ask.ts';
import { must, obligation, type WebhookModel } from './model.ts';
import { type Found, isThere, knownWebhook } from './webhook-commands.ts';
import { type Command, destination, type World } from './world.ts';

const one = { ...destination, index: fc.nat(11) };

const list: fc.Arbitrary<Command> = fc
  .record({ ...one, limit: fc.integer({ min: 10, max: 40 }) })
  .map(({ limit, ...which }) => ({
    what: `an admin of network ${which.network} lists the deliveries of webhook ${which.index}, ${limit} on a page`,
    run: async (world) => {
      const found = knownWebhook(world, which);
      if (found) await walkDeliveries(found, limit);
    },
  }));

const replay: fc.Arbitrary<Command> = fc.record(one).map((which) => ({
  what: `an admin of network ${which.network} replays a delivery of webhook ${which.index}`,
  run: (world) => replayLatest(world, which),
}));

export const deliveryCommand = fc.oneof({ weight: 2, arbitrary: list }, { weight: 1, arbitrary: replay });

/** The log reads indexes (docs/spec/requests.md#reads-that-lag). */
const LAG_MS = isFaultless ? 0 : 2_000;

/** Reads all pages; resolves with the deliveries, or undefined if refused. What was listed before is there, once. */
export async function walkDeliveries({ asker, model, path }: Found, limit: number) {
  const { network } = asker;
  const from = Date.now();
  const deliveries: DeliverySummary[] = [];
  let start: string | undefined;
  do {
    const page = await pageOf(asker, model, `${path}/deliveries?limit=${limit}${start ? `&start=${start}` : ''}`);
    if (page === undefined) return undefined;
    deliveries.push(...page.results);
    start = page.start;
  } while (start !== undefined);
  const ids = deliveries.map(({ deliveryId }) => deliveryId);
  must(isDeepStrictEqual(ids, [...new Set(ids)].sort().reverse()), `the order is ${ids}`);
  const events = new Set(deliveries.map(({ eventId }) => eventId));
  must(events.size === ids.length, 'two deliveries are of the same event');
  for (const delivery of deliveries) expectDelivery(asker, model, delivery);
  const key = (eventId: string): string => JSON.stringify([model.url, eventId]);
  for (const { id } of network.posts) {
    const seenAt = network.seen.get(key(id));
    must(events.has(id) || seenAt === undefined || seenAt + LAG_MS >= from, `the delivery of ${id} is missing`);
    if (events.has(id) && seenAt === undefined) network.seen.set(key(id), Date.now());
  }
  return deliveries;
}

async function pageOf(asker: Asker, model: WebhookModel, path: string) {
  const served = await ask(asker, 'webhooks', 'GET', path);
  if (served === undefined || !isThere(model, served)) return undefined;
  must(served.response.status === 200, `the response is ${served.response.status}: ${served.response.text}`);
  return v.parse(listDeliveries.response.body, served.response.body);
}

function expectDelivery({ network }: Asker, model: WebhookModel, { eventId, event }: DeliverySummary): void {
  const possible = network.posts.some(
    (post) => post.id === eventId && post.event === event && obligation(network, model, post) !== 'must not',
  );
  must(possible, `${model.url} has a delivery of ${event} ${eventId}`);
}

async function replayLatest(world: World, which: Parameters<typeof knownWebhook>[1]): Promise<void> {
  const found = knownWebhook(world, which);
  if (!found) return;
  const { asker, model, path } = found;
  const page = await pageOf(asker, model, `${path}/deliveries?limit=1&state=delivered`);
  const [latest] = page?.results ?? [];
  if (latest === undefined) return;
  const served = await ask(asker, 'webhooks', 'POST', `${path}/deliveries/${latest.deliveryId}/replay`);
  if (served === undefined || !isThere(model, served)) return;
  const { status, text } = served.response;
  if (status === 400) return must(model.enabled.possible(served.span).has(false), `the webhook is enabled: ${text}`);
  must(status === 202, `the response is ${status}: ${text}`);
  model.replays.push({ deliveryId: latest.deliveryId, span: served.span });
}
