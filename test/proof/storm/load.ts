/** The load of storm and soak: events, posted until accepted, and block lists whose users know what is in them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { post } from '../../e2e/delivery-network.ts';
import { membersOf } from '../../support/members.ts';
import { type Client, eventually } from '../../support/service.ts';
import { UNWANTED } from './flipping-receiver.ts';

export interface PostedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: object;
  /** Before its first request, in milliseconds since 1970. */
  readonly postedAt: number;
  /** Present if the event becomes an activity record of this user. */
  readonly userId?: string;
  /** Whether its payload was erased once it was accepted. */
  readonly isErased?: true;
}

export const userIds = ['ada', 'bob', 'eve'] as const;

const CLIENTS = 5;
const BATCH = 4;
const PAUSE_MS = 300;
/** The share of batches that a client repeats although they were accepted, as if it had not got the response. */
const REPEATED = 0.2;
/** The share of events without an activity record that are erased. */
const ERASED = 0.05;
/** Larger than what a message of the queue contains. */
const LARGE = 'x'.repeat(20_000);
const ACCEPTED_WITHIN_MS = 180_000;

/** Clients post at a steady rate until they are stopped. `stop` resolves with all events once the last is accepted. */
export function startPosting(server: Client, random: () => number) {
  const events: PostedEvent[] = [];
  const erased = new Set<string>();
  let stopped = false;
  const postEvents = async (): Promise<void> => {
    while (!stopped) {
      const batch = Array.from({ length: BATCH }, (_, index) => eventNumber(events.length + index, random));
      events.push(...batch);
      const bodies = batch.map(({ id, event, data }) => ({ id, event, data }));
      const times = random() < REPEATED ? 2 : 1;
      for (let time = 0; time < times; time += 1) await eventually(() => post(server, bodies), ACCEPTED_WITHIN_MS);
      for (const { id } of batch.filter(({ userId }) => userId === undefined && random() < ERASED)) {
        erased.add(id);
        await eventually(() => erase(server, id), ACCEPTED_WITHIN_MS);
      }
      await sleep(PAUSE_MS);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, postEvents));
  clients.catch(() => {});
  return {
    async stop(): Promise<readonly PostedEvent[]> {
      stopped = true;
      await clients;
      return events.map((event) => (erased.has(event.id) ? { ...event, isErased: true } : event));
    },
  };
}

async function erase(server: Client, eventId: string): Promise<void> {
  const { status, text } = await server('DELETE', `/events/${eventId}/data`);
  if (status > 299) throw new Error(`The response was ${status}: ${text}`);
}

/** Users to be blocked: none who acts, so that each list is changed by its owner only. */
const BLOCKABLE = 20;
const CHECK_PAUSE_MS = 50;
/** An end that comes after that of any run. */
const LASTING = { expiresInSeconds: 30 * 24 * 60 * 60 };

/** Each user blocks, unblocks and checks. `stop` resolves with the checks that went wrong, and how many were right. */
export function startChecking(users: readonly Client[], random: () => number) {
  const wrong: string[] = [];
  let right = 0;
  let stopped = false;
  const checkBlocks = async (user: Client): Promise<void> => {
    const blocked = new Set<string>();
    while (!stopped) {
      const blockUserId = `blockable-${Math.floor(random() * BLOCKABLE)}`;
      const isBlock = random() < 0.5;
      await user(isBlock ? 'POST' : 'DELETE', '/block/members', {
        blockUserId,
        ...(isBlock && random() < 0.5 && LASTING),
      });
      if (isBlock) blocked.add(blockUserId);
      else blocked.delete(blockUserId);
      const all = Array.from({ length: BLOCKABLE }, (_, n) => `blockable-${n}`);
      const { status, text, body } = await user('GET', `/block/members?checkList=${all.join('&checkList=')}`);
      const expected = Object.fromEntries(all.map((id) => [id, blocked.has(id)]));
      if (status === 200 && isDeepStrictEqual({ ...membersOf(body) }, expected)) right += 1;
      else wrong.push(`${status} ${text}`);
      await sleep(CHECK_PAUSE_MS);
    }
  };
  const checks = Promise.all(users.map(checkBlocks));
  checks.catch(() => {});
  return {
    async stop() {
      stopped = true;
      await checks;
      return { wrong, right };
    },
  };
}

function eventNumber(n: number, random: () => number): PostedEvent {
  const [id, postedAt] = [`storm-${n}`, Date.now()];
  const kind = random();
  const data = { n, ...(random() < 0.05 && { padding: LARGE }), ...(random() < 0.05 && { note: UNWANTED }) };
  if (kind < 0.1) return { id, postedAt, event: 'audit.didHappen', data };
  if (kind < 0.4) return { id, postedAt, event: 'shop.didSell', data };
  const userId = userIds[Math.floor(random() * userIds.length)] ?? 'ada';
  if (kind < 0.7) {
    const reactor = { reactionId: `reaction-${n}`, reactionName: 'like', userId };
    const event = kind < 0.6 ? 'v3.post.didAddReaction' : 'v3.post.didRemoveReaction';
    return { id, postedAt, event, data: { ...data, posts: [{ postId: `post-${n}` }], reactor }, userId };
  }
  const comment = { commentId: `comment-${n}`, referenceType: 'post', referenceId: `post-${n}`, userId };
  return { id, postedAt, event: 'v3.comment.didCreate', data: { ...data, comments: [comment] }, userId };
}
