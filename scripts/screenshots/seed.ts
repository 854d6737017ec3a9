/** Seeds a local cloud with what the screenshots show: receivers, webhooks and deliveries, some of which fail. */
import * as v from 'valibot';
import { eventSample } from '../../contract/event-samples.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { eventually } from '../../testing/eventually.ts';
import type { OwnCloud } from '../../testing/own-cloud.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import type { Client } from '../../testing/service.ts';
import { addSampleDay } from './sample-day.ts';

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
