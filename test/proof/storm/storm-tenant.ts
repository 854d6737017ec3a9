/** The network that a storm is about: its callers, its receivers that change their behaviour, and their webhooks. */

import { mintToken } from '@social-platform-services/ctl/tokens';
import * as v from 'valibot';
import { IDEMPOTENCY_KEY } from '../../../contract/idempotency.ts';
import { UserId } from '../../../contract/ids.ts';
import { WebhookResponse } from '../../../contract/webhook-response.ts';
import { wholeLog } from '../../e2e/delivery-network.ts';
import { seededRandom } from '../../support/delivery-world/seeded-random.ts';
import type { OwnCloud } from '../../support/own-cloud.ts';
import { type Client, call, eventually } from '../../support/service.ts';
import { listOf } from '../../webhooks/admin.ts';
import { type Behaviour, type FlippingReceiver, startFlipping, startFlippingBus } from './flipping-receiver.ts';
import { userIds } from './load.ts';
import { startReading } from './reading.ts';
import { type Send, startRepeating } from './repeating.ts';
import type { WebhookEvidence } from './verdict.ts';

const LIFETIME_SECONDS = 24 * 60 * 60;
const WITHIN_MS = 60_000;
/** What the webhook with an event bus asks for. */
const ON_BUS = ['shop.*', 'v3.post.*'];

/** What each webhook asks for, and how its receiver misbehaves. A rate-limited one gets few: it is paced for long. */
const subscriptions: readonly {
  readonly patterns: readonly string[];
  readonly ceiling?: number;
  readonly behaviours: readonly Exclude<Behaviour, 'good'>[];
}[] = [
  { patterns: ['*'], behaviours: ['failing', 'slow', 'resetting'] },
  { patterns: ['v3.*', 'shop.didSell'], behaviours: ['failing', 'redirecting', 'slow', 'resetting'] },
  { patterns: ['audit.*'], behaviours: ['limiting', 'failing'], ceiling: 10 },
];

export type StormTenant = Awaited<ReturnType<typeof openTenant>>;

/** Blocks of each user: one that ends, as soon as it may, and one that does not. */
const [ENDING, LASTING] = ['blocked-for-a-minute', 'blocked-for-good'];
const BLOCKED_SECONDS = 60;

/** Makes it where injected faults may refuse any request. Its requests have keys, so that none creates two webhooks. */
export async function openTenant(cloud: OwnCloud, seed: number) {
  const networkId = await cloud.addNetwork('storm');
  const clientOf = async (userId: string, role: 'admin' | 'server' | 'user'): Promise<Client> => {
    const subject = { networkId, userId: v.parse(UserId, userId), role, lifetimeSeconds: LIFETIME_SECONDS };
    const token = await mintToken(cloud.connection, subject);
    return (method, path, body) => call(method, path, { token, body, url: cloud.url });
  };
  const subject = {
    networkId,
    userId: v.parse(UserId, 'root'),
    role: 'admin',
    lifetimeSeconds: LIFETIME_SECONDS,
  } as const;
  const token = await mintToken(cloud.connection, subject);
  const send: Send = (method, path, body, headers = {}) => call(method, path, { token, body, headers, url: cloud.url });
  const admin = await clientOf('root', 'admin');
  const server = await clientOf('platform', 'server');
  const users = await Promise.all(userIds.map((userId) => clientOf(userId, 'user')));
  const receivers = await Promise.all(
    subscriptions.map(({ behaviours }, index) => startFlipping(behaviours, seededRandom(seed + index))),
  );
  const bus = startFlippingBus(cloud.url, seededRandom(seed + subscriptions.length));
  const wanted = [
    ...subscriptions.map(({ patterns, ceiling }, index) => ({
      url: receivers[index]?.url,
      events: patterns,
      ...(ceiling !== undefined && { maxRequestsPerSecond: ceiling }),
    })),
    { eventBus: bus.eventBus, events: ON_BUS },
    { pull: true },
  ];
  for (const [n, webhook] of wanted.entries()) {
    const key = { [IDEMPOTENCY_KEY]: `open-${n}` };
    await eventually(async () => expectStatus(201, await send('POST', '/webhooks', webhook, key)), WITHIN_MS);
  }
  for (const user of users) {
    for (const body of [{ blockUserId: ENDING, expiresInSeconds: BLOCKED_SECONDS }, { blockUserId: LASTING }])
      await eventually(async () => expectStatus(200, await user('POST', '/block/members', body)), WITHIN_MS);
  }
  const webhooks = await eventually(async () => {
    const { results } = await listOf(admin);
    if (results.length !== wanted.length) throw new Error(`There are ${results.length} webhooks.`);
    return v.parse(v.array(WebhookResponse), results);
  }, WITHIN_MS);
  const sentTo = webhooks.filter(({ pull }) => !pull);
  const pulled = webhooks.find(({ pull }) => pull)?.webhookId;
  const reader = startReading((query) => admin('GET', `/webhooks/${pulled}/events?${query}`));
  const repeating = startRepeating(send);
  return { networkId, server, users, receivers, reader, repeating, evidence, others, retryNow, calm, stop };

  /** Ends all that goes on by itself. */
  async function stop(): Promise<void> {
    await Promise.all([reader.stop(), repeating.stop(), ...receivers.map((receiver) => receiver.stop())]);
  }

  /** What is wrong with blocks, with webhooks that were created again and again, and with the pace of requests. */
  async function others(): Promise<Readonly<Record<string, readonly string[]>>> {
    const check = `/block/members?checkList=${ENDING}&checkList=${LASTING}`;
    const checks = await Promise.all(users.map((user) => user('GET', check)));
    const expected = JSON.stringify({ [ENDING]: false, [LASTING]: true });
    const { results } = await listOf(admin);
    return {
      wrongBlocks: checks.flatMap(({ text }) => (text === expected ? [] : [text])),
      createdTwice: repeating.wrongIn(v.parse(v.array(WebhookResponse), results)),
      beyondCeiling: subscriptions.flatMap(({ ceiling }, index) =>
        ceiling === undefined ? [] : beyond(ceiling, receivers[index]?.requests ?? []),
      ),
    };
  }

  /** From now on every receiver and the bus take what comes. */
  function calm(): void {
    for (const destination of [...receivers, bus]) destination.calm();
  }

  /** What admins see of each webhook, and what its receiver has accepted. */
  function evidence(): Promise<readonly WebhookEvidence[]> {
    return Promise.all(
      sentTo.map(async ({ webhookId, events, url }) => {
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
    for (const { webhookId } of sentTo) expectStatus(202, await admin('POST', `/webhooks/${webhookId}/retry-now`));
  }
}

/** The ten seconds in which more requests began than a ceiling allows. */
function beyond(ceiling: number, requests: FlippingReceiver['requests']): readonly string[] {
  const counts = new Map<number, number>();
  for (const { headers } of requests) {
    const second = Number(headers['webhook-timestamp']);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  const allowed = 10 * ceiling * 1.02 + 1;
  return [...counts.keys()].flatMap((begin) => {
    const within = Array.from({ length: 10 }, (_, n) => counts.get(begin + n) ?? 0).reduce((sum, count) => sum + count);
    return within > allowed ? [`${within} requests in the ten seconds from ${begin} on`] : [];
  });
}

function receiverAt(receivers: readonly FlippingReceiver[], url: string): FlippingReceiver {
  const receiver = receivers.find((one) => one.url === url);
  if (receiver === undefined) throw new Error(`no receiver is at ${url}`);
  return receiver;
}

function expectStatus(expected: number, { status, text }: { readonly status: number; readonly text: string }): void {
  if (status !== expected) throw new Error(`The response was ${status}: ${text}`);
}
