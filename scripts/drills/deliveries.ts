/** Webhooks and events of drills, by the API. */
import * as v from 'valibot';
import { eventually } from '../../testing/eventually.ts';
import type { Receiver } from '../../testing/receivers/listening.ts';
import type { Client } from '../../testing/service.ts';
import { check } from './expectations.ts';
import type { Room } from './world.ts';

const Webhook = v.object({ webhookId: v.string() });
const Deliveries = v.object({
  results: v.array(v.looseObject({ deliveryId: v.string(), state: v.string(), class: v.optional(v.string()) })),
});
const PATIENCE_MS = 60_000;

/** Creates a webhook to a receiver, for all events unless some are named, and returns its id. */
export async function createWebhook(
  { admin }: Pick<Room, 'admin'>,
  { url }: Receiver,
  events = ['*'],
): Promise<string> {
  const { status, text, body } = await admin('POST', '/webhooks', { url, events });
  check(status === 201, `the webhook is created: ${text}`);
  return v.parse(Webhook, body).webhookId;
}

/** Posts so many events, which are actions of the user `user` as well. */
export async function postEvents({ server }: Pick<Room, 'server'>, count = 1): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => ({
    event: 'v3.post.didAddReaction',
    data: {
      posts: [{ postId: `post-${index}` }],
      reactor: { reactionId: `reaction-${index}`, reactionName: 'like', userId: 'user' },
    },
  }));
  const { status, text } = await server('POST', '/events', { events });
  check(status === 202, `the events are accepted: ${text}`);
}

/** Waits until so many requests have arrived at a receiver. */
export const arrived = (receiver: Receiver, count: number): Promise<void> =>
  eventually(() => checkArrived(receiver, count), PATIENCE_MS);

/** Throws unless so many requests have arrived. */
export const checkArrived = ({ requests }: Receiver, count: number): void =>
  check(requests.length >= count, `${requests.length} of ${count} events have arrived`);

/** Waits for a delivery of a webhook in this state. */
export const deliveryIn = (admin: Client, webhookId: string, state: string) =>
  eventually(async () => {
    const { body } = await admin('GET', `/webhooks/${webhookId}/deliveries?limit=100`);
    const found = v.parse(Deliveries, body).results.find((one) => one.state === state);
    if (found === undefined) throw new Error(`no delivery is ${state}`);
    return found;
  }, PATIENCE_MS);

/** Waits until the user has so many actions. */
export const hasActivity = (room: Pick<Room, 'user'>, count: number): Promise<void> =>
  eventually(() => checkActivity(room, count), PATIENCE_MS);

/** Rejects unless the user has so many actions. */
export async function checkActivity({ user }: Pick<Room, 'user'>, count: number): Promise<void> {
  const { body } = await user('GET', '/user-activities');
  const { data } = v.parse(v.object({ data: v.array(v.unknown()) }), body);
  check(data.length === count, `${data.length} of ${count} actions are recorded`);
}
