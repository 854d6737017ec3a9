/** Seeds a local cloud with what the screenshots show: receivers, webhooks and deliveries, some of which fail, and sample statistics. */
import * as v from 'valibot';
import { eventSample } from '../../contract/event-samples.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { attemptCountsTable, hourOf } from '../../lambdas/delivery/deliveries-table/attempt-hours.ts';
import { BAND_BOUNDS } from '../../lambdas/delivery/model/attempt-counts.ts';
import { eventually } from '../../testing/eventually.ts';
import type { OwnCloud } from '../../testing/own-cloud.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import type { Client } from '../../testing/service.ts';

export interface Seed {
  readonly networkId: NetworkId;
  readonly healthy: string;
  /** Its receiver is down. */
  readonly down: string;
  /** A delivery to that webhook. */
  readonly failedDelivery: string;
  stop(): Promise<void>;
}

const EVENTS = [
  'channel.didCreate',
  'message.didCreate',
  'v3.post.didCreate',
  'v3.post.didAddReaction',
  'user.didUpdate',
];
const ROUNDS = 6;

export async function seed(cloud: OwnCloud): Promise<Seed> {
  const networkId = await cloud.addNetwork('riverside');
  const [admin, server] = await Promise.all([cloud.clientOf(networkId, 'admin'), cloud.clientOf(networkId, 'server')]);
  const working = await startReceiver();
  const broken = await startReceiver((response) =>
    response.writeHead(503, { 'content-type': 'text/plain' }).end('The moderation queue is full.'),
  );
  const healthy = await create(admin, working.url, ['*'], 'Analytics');
  const down = await create(admin, broken.url, ['message.*', 'v3.post.*'], 'Moderation queue');
  await create(admin, working.url, ['v3.post.*', 'v3.comment.*'], 'Search index');
  await create(admin, working.url, ['user.*'], 'Customer records', false);
  await addSampleDay(cloud, { [healthy]: 0.998, [down]: 0.93 });
  await post(server);
  const failedDelivery = await eventually(() => anyFailed(admin, down), 30_000);
  return {
    ...{ networkId, healthy, down, failedDelivery },
    async stop() {
      await Promise.all([working.stop(), broken.stop()]);
    },
  };
}

async function create(
  admin: Client,
  url: string,
  events: readonly string[],
  description: string,
  enabled = true,
): Promise<string> {
  const { status, text, body } = await admin('POST', '/webhooks', { url, events, description, enabled });
  if (status !== 201) throw new Error(`The webhook was not created: ${status} ${text}`);
  return v.parse(v.object({ webhookId: v.string() }), body).webhookId;
}

async function post(server: Client): Promise<void> {
  for (let n = 0; n < ROUNDS; n++) {
    const events = EVENTS.map((event) => ({ event, data: eventSample(event) }));
    const { status, text } = await server('POST', '/events', { events });
    if (status !== 202) throw new Error(`The events were not accepted: ${status} ${text}`);
  }
}

async function anyFailed(admin: Client, webhookId: string): Promise<string> {
  const { body } = await admin('GET', `/webhooks/${webhookId}/deliveries?state=retrying`);
  const Page = v.object({ results: v.array(v.object({ deliveryId: v.string(), attemptCount: v.number() })) });
  const attempted = v.parse(Page, body).results.find(({ attemptCount }) => attemptCount > 0);
  if (attempted === undefined) throw new Error('Nothing has failed yet.');
  return attempted.deliveryId;
}

const HOUR_MS = 60 * 60 * 1_000;
const HOURS = 23;
const MAX_ATTEMPTS_PER_HOUR = 1_800;
/** The share of attempts in each band of latencies, the fastest first. */
const SHARES = [0, 0.02, 0.08, 0.14, 0.22, 0.24, 0.12, 0.07, 0.05, 0.03, 0.01, 0.01];

/** Writes sample statistics of the last day for each webhook: many attempts in the evening, few at night. Its share of delivered attempts is from 0 to 1. */
async function addSampleDay(
  { connection, outputs }: OwnCloud,
  deliveredShares: Readonly<Record<string, number>>,
): Promise<void> {
  const counts = attemptCountsTable(connection.client, outputs['DeliveriesTableName']);
  for (const [webhookId, share] of Object.entries(deliveredShares)) {
    for (let ago = 1; ago <= HOURS; ago++) {
      const at = new Date(Date.now() - ago * HOUR_MS);
      const attempts = attemptsAt(at.getHours(), ago);
      const failed = Math.round(attempts * (1 - share));
      const bands = [...BAND_BOUNDS, undefined].map((_, band) => Math.round(attempts * (SHARES[band] ?? 0)));
      await counts.add(webhookId, {
        hour: hourOf(at.toISOString()),
        counts: { delivered: attempts - failed, failed, bands },
      });
    }
  }
}

/** A wave over the day with some variation, the same at each call. */
const attemptsAt = (hour: number, ago: number): number =>
  Math.round(
    MAX_ATTEMPTS_PER_HOUR * (0.55 + 0.4 * Math.sin(((hour - 13) / 24) * 2 * Math.PI)) * (1 + 0.15 * Math.sin(ago * 7)),
  );
