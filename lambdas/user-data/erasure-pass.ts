/**
 * One pass over the tables for any number of users of any networks: counts what is stored about them, and removes it.
 *
 * It goes in steps of at most about 1 MB, and can begin again after any of them. Steps are idempotent. Whatever the number of users,
 * the blocks table and the events table are read once (docs/adr/0047-erasure-of-a-user.md).
 */
import * as v from 'valibot';
import type { NetworkUser } from '../../contract/ids.ts';
import { type Delivery, responsesOf } from '../delivery/tables/user-data-table.ts';
import type { StoredEvent } from '../events/events-table.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { ScanPosition } from '../shared/scan.ts';
import { eventDeliveries } from './event-deliveries.ts';
import { ownItems } from './own-items.ts';
import { isSettled } from './settled.ts';
import type { Found } from './tally.ts';
import type { UserTables } from './user-tables.ts';

/** Where a pass continues: at a user, or within a table. */
export const PassPosition = v.variant('phase', [
  v.object({ phase: v.literal('own'), user: v.number() }),
  v.object({ phase: v.picklist(['blocks', 'events']), start: v.optional(ScanPosition) }),
]);
export type PassPosition = v.InferOutput<typeof PassPosition>;

/** What a step did; `next` is absent after the last one. */
export interface PassStep {
  readonly found: readonly Found[];
  readonly next?: PassPosition;
  /** What reading a table cost. */
  readonly readUnits: number;
}

/** `now` returns milliseconds. `users` must be the same, in the same order, in each part of a pass. */
export interface PassOptions {
  readonly users: readonly NetworkUser[];
  /** Without it, the pass only counts. */
  readonly erases: boolean;
  readonly from?: PassPosition | undefined;
  readonly now?: () => number;
}

/** Events whose deliveries are read and changed at once. */
const EVENTS_AT_ONCE = 8;

/** Makes a pass, or the rest of one. Throws UnprocessedItemsError, and what DynamoDB throws. */
export async function* erasurePass(tables: UserTables, options: PassOptions): AsyncGenerator<PassStep> {
  let next: PassPosition | undefined = options.from ?? { phase: 'own', user: 0 };
  const deliveriesOf = eventDeliveries(tables);
  while (next !== undefined) {
    if (next.phase === 'own') {
      yield* ownSteps(tables, options, next.user);
      next = { phase: 'blocks' };
      continue;
    }
    const step: PassStep =
      next.phase === 'blocks'
        ? await blocksStep(tables, options, next.start)
        : await eventsStep(tables, options, deliveriesOf, next.start);
    yield step;
    ({ next } = step);
  }
}

async function* ownSteps(tables: UserTables, { users, erases }: PassOptions, first: number): AsyncGenerator<PassStep> {
  for (const [index, user] of users.entries()) {
    if (index < first) continue;
    for await (const { kind, count } of ownItems(tables, user, erases)) {
      const found = [{ user, kind, found: count, removed: erases ? count : 0 }];
      yield { found, next: { phase: 'own', user: index }, readUnits: 0 };
    }
    yield { found: [], next: { phase: 'own', user: index + 1 }, readUnits: 0 };
  }
}

async function blocksStep(
  { blocks }: UserTables,
  { users, erases }: PassOptions,
  start?: ScanPosition,
): Promise<PassStep> {
  const page = await blocks.blocksOf(users, start);
  if (erases) await blocks.remove(page.blocks.map(({ block }) => block));
  return {
    found: page.blocks.map(({ user }) => ({ user, kind: 'blockedBy', found: 1, removed: erases ? 1 : 0 })),
    next: { phase: page.next ? 'blocks' : 'events', ...(page.next && { start: page.next }) },
    readUnits: page.readUnits,
  };
}

async function eventsStep(
  tables: UserTables,
  { users, erases, now = Date.now }: PassOptions,
  deliveriesOf: ReturnType<typeof eventDeliveries>,
  start?: ScanPosition,
): Promise<PassStep> {
  const { events, next, readUnits } = await tables.events.page(users, start);
  const found = await mapConcurrently(events, EVENTS_AT_ONCE, async ({ event, users: named }): Promise<Found[]> => {
    const { deliveries, isComplete } = await deliveriesOf(event);
    const isErased = erases && isComplete && isSettled(event, deliveries, now());
    if (isErased) await erase(tables, event, deliveries, now());
    const kept = isErased ? {} : { keptUntil: event.expiresAt };
    const responses = deliveries.flatMap(responsesOf).length;
    return named.flatMap((user) => [
      { user, kind: 'events', found: 1, removed: isErased ? 1 : 0, ...kept },
      { user, kind: 'responses', found: responses, removed: isErased ? responses : 0, ...kept },
    ]);
  });
  return { found: found.flat(), ...(next && { next: { phase: 'events', start: next } }), readUnits };
}

/** The text goes last: without it, nothing would lead to the responses any more. */
async function erase(
  tables: UserTables,
  event: StoredEvent,
  deliveries: readonly Delivery[],
  now: number,
): Promise<void> {
  for (const delivery of deliveries) {
    if (responsesOf(delivery).length > 0) await tables.deliveries.forgetResponses(delivery);
  }
  await tables.events.erase(event, new Date(now).toISOString());
}
