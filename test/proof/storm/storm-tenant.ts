/** The network that a storm is about: its callers, its receivers that change their behaviour, and their webhooks. */

import { mintToken } from '@social-platform-services/ctl/tokens';
import * as v from 'valibot';
import { UserId } from '../../../contract/ids.ts';
import { WebhookResponse } from '../../../contract/webhooks.ts';
import { wholeLog } from '../../e2e/delivery-room.ts';
import { seededRandom } from '../../support/delivery-world/seeded-random.ts';
import type { OwnCloud } from '../../support/own-cloud.ts';
import { type Client, call, eventually } from '../../support/service.ts';
import { listOf } from '../../webhooks/admin.ts';
import { type Behaviour, type FlippingReceiver, startFlipping, startFlippingBus } from './flipping-receiver.ts';
import { userIds } from './load.ts';
import type { WebhookEvidence } from './verdict.ts';

const LIFETIME_SECONDS = 24 * 60 * 60;
const WITHIN_MS = 60_000;
/** What the webhook with an event bus asks for. */
const ON_BUS = ['shop.*', 'v3.post.*'];

/** What each webhook asks for, and how its receiver misbehaves. A rate-limited one gets few: it is paced for long. */
const subscriptions: readonly {
  readonly patterns: readonly string[];
  readonly behaviours: readonly Exclude<Behaviour, 'good'>[];
}[] = [
  { patterns: ['*'], behaviours: ['failing', 'slow', 'resetting'] },
  { patterns: ['v3.*', 'shop.didSell'], behaviours: ['failing', 'redirecting', 'slow', 'resetting'] },
  { patterns: ['audit.*'], behaviours: ['limiting', 'failing'] },
];

export type StormTenant = Awaited<ReturnType<typeof openTenant>>;

/** Makes it where injected faults may refuse any request. A webhook whose creation was repeated exists twice. */
export async function openTenant(cloud: OwnCloud, seed: number) {
  const networkId = await cloud.addNetwork('storm');
  const clientOf = async (userId: string, role: 'admin' | 'server' | 'user'): Promise<Client> => {
    const subject = { networkId, userId: v.parse(UserId, userId), role, lifetimeSeconds: LIFETIME_SECONDS };
    const token = await mintToken(cloud.connection, subject);
    return (method, path, body) => call(method, path, { token, body, url: cloud.url });
  };
  const admin = await clientOf('root', 'admin');
  const server = await clientOf('platform', 'server');
  const users = await Promise.all(userIds.map((userId) => clientOf(userId, 'user')));
  const receivers = await Promise.all(
    subscriptions.map(({ behaviours }, index) => startFlipping(behaviours, seededRandom(seed + index))),
  );
  const bus = startFlippingBus(cloud.url, seededRandom(seed + subscriptions.length));
  const wanted = [
    ...subscriptions.map(({ patterns }, index) => ({ url: receivers[index]?.url, events: patterns })),
    { eventBus: bus.eventBus, events: ON_BUS },
  ];
  for (const webhook of wanted) {
    await eventually(async () => expectStatus(201, await admin('POST', '/webhooks', webhook)), WITHIN_MS);
  }
  const webhooks = await eventually(async () => {
    const { results } = await listOf(admin);
    return v.parse(v.array(WebhookResponse), results);
  }, WITHIN_MS);
  return { networkId, server, users, receivers, webhooks, evidence, retryNow, calm };

  /** From now on every receiver and the bus take what comes. */
  function calm(): void {
    for (const destination of [...receivers, bus]) destination.calm();
  }

  /** What admins see of each webhook, and what its receiver has accepted. */
  function evidence(): Promise<readonly WebhookEvidence[]> {
    return Promise.all(
      webhooks.map(async ({ webhookId, events, url }) => {
        const log = await wholeLog(admin, webhookId);
        return {
          webhookId,
          patterns: events,
          log,
          accepted: url === undefined ? undefined : receiverAt(receivers, url).accepted,
        };
      }),
    );
  }

  /** Has every receiver tried at once. */
  async function retryNow(): Promise<void> {
    for (const { webhookId } of webhooks) expectStatus(202, await admin('POST', `/webhooks/${webhookId}/retry-now`));
  }
}

function receiverAt(receivers: readonly FlippingReceiver[], url: string): FlippingReceiver {
  const receiver = receivers.find((one) => one.url === url);
  if (receiver === undefined) throw new Error(`no receiver is at ${url}`);
  return receiver;
}

function expectStatus(expected: number, { status, text }: { readonly status: number; readonly text: string }): void {
  if (status !== expected) throw new Error(`The response was ${status}: ${text}`);
}
