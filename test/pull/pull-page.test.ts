import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { MAX_PULLED_BYTES, PullCursor } from '../../contract/pull.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import type { StoredEvent } from '../../lambdas/events/stored-event.ts';
import {
  type Cursor,
  cursorAt,
  cursorText,
  HORIZON_MS,
  INTERVAL_MS,
  parseCursor,
  SETTLED_MS,
} from '../../lambdas/pull/pull-cursor.ts';
import { type PulledPage, pullPage } from '../../lambdas/pull/pull-page.ts';
import { acceptedPage, indexedEvent } from '../support/delivery-world/memory-outbox.ts';
import fc from '../support/fast-check.ts';

const networkId = v.parse(NetworkId, 'demo');
const webhook = { networkId, webhookId: v.parse(WebhookId, 'wh_019cadc69a8070c4aa1b2c3d4e5f6071') };
const BEGIN = Date.parse('2026-03-02T09:00:00.000Z');

/** An event, and how long after its acceptance the index shows it: late writes, wrong clocks and lag together. */
interface Planned {
  readonly at: number;
  readonly lag: number;
  readonly isAsked: boolean;
  readonly isMatching: boolean;
  readonly length: number;
}

/** An outbox whose index shows each event some time after its acceptance, and what was read of it. */
function outboxOf(planned: readonly Planned[]) {
  const events = planned.map(({ at, lag, isAsked, isMatching, length }, index) => {
    const acceptedAt = new Date(BEGIN + at).toISOString();
    const event = isAsked ? 'shop.didSell' : 'shop.didClose';
    const body = JSON.stringify({ event, data: { isMatching, padding: 'x'.repeat(length) } });
    const eventId = v.parse(EventId, `event-${index}`);
    const stored: StoredEvent = { networkId, eventId, event, body, occurredAt: acceptedAt, acceptedAt };
    return { ...indexedEvent(stored), body, visibleAt: BEGIN + at + lag, isExpected: isAsked && isMatching };
  });
  const work = { entries: 0, bodies: 0 };
  let now = BEGIN;
  const bodies = new Map(events.map(({ eventId, body }) => [eventId, body]));
  return {
    events,
    work,
    setNow: (time: number) => {
      now = time;
    },
    outbox: {
      accepted: async (_: NetworkId, between: { readonly since: number; readonly until: number }, perShard: number) => {
        const page = acceptedPage(
          events.filter(({ visibleAt }) => visibleAt <= now),
          between,
          perShard,
        );
        work.entries += page.events.length;
        return page;
      },
      // Some reads lag: what they lack is looked for again.
      readBodies: async (_: NetworkId, some: readonly { readonly eventId: EventId }[]) => {
        work.bodies += some.length;
        return new Map(some.slice(1).map(({ eventId }) => [eventId, bodies.get(eventId) ?? '']));
      },
      readBody: async (_: NetworkId, eventId: EventId) => bodies.get(eventId),
    },
  };
}

const subscription = { events: ['shop.didSell'], filter: '{"data":{"isMatching":[true]}}' };

/** Reads a page at a time, through the text of the cursor as a receiver would. */
async function pull(
  { outbox, setNow }: ReturnType<typeof outboxOf>,
  cursor: Cursor,
  now: number,
  limit = 100,
  since = 0,
): Promise<PulledPage> {
  setNow(now);
  const parsed = parseCursor(v.parse(PullCursor, cursorText(cursor)));
  return await pullPage({ outbox }, { webhook, cursor: parsed, since, limit, now, subscriptionAt: () => subscription });
}

/** Polls with these pauses, then until nothing is left that could still appear. Pages follow at once where they say so. */
async function pullAll(world: ReturnType<typeof outboxOf>, pauses: readonly number[], limit: number) {
  const pages: PulledPage[] = [];
  let cursor = cursorAt(BEGIN);
  let now = BEGIN;
  const last = Math.max(0, ...world.events.map(({ acceptedAt }) => Date.parse(acceptedAt) - BEGIN));
  const end = BEGIN + last + SETTLED_MS + 3 * INTERVAL_MS;
  for (const pause of [...pauses, ...Array.from({ length: 400 }, () => 10_000)]) {
    now += pause;
    for (;;) {
      const page = await pull(world, cursor, now, limit);
      pages.push(page);
      ({ cursor } = page);
      if (page.isComplete) break;
    }
    if (now > end) return pages;
  }
  throw new Error('The receiver never came to an end.');
}

const plannedEvents = (maxLag: number) =>
  fc.array(
    fc.record({
      at: fc.oneof(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 20_000, max: 20_050 })),
      lag: fc.oneof(fc.integer({ min: 0, max: Math.min(maxLag, 3_000) }), fc.integer({ min: 0, max: maxLag })),
      isAsked: fc.boolean(),
      isMatching: fc.boolean(),
      length: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 250_000 })),
    }),
    { maxLength: 60 },
  );
const someLimit = fc.integer({ min: 1, max: 100 });
const somePauses = fc.array(fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 400_000 })), {
  maxLength: 60,
});

const idsOf = (pages: readonly PulledPage[]): readonly string[] =>
  pages.flatMap(({ results }) => results.map(({ eventId }) => eventId));

describe('a receiver that reads events itself', () => {
  test('gets each event that the index shows within two minutes at least once, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(plannedEvents(SETTLED_MS), somePauses, someLimit, async (planned, pauses, limit) => {
        const world = outboxOf(planned);
        const ids = idsOf(await pullAll(world, pauses, limit));
        const expected = world.events.filter(({ isExpected }) => isExpected).map(({ eventId }) => `${eventId}`);
        expect([...new Set(ids)].sort()).toEqual(expected.sort());
      }),
    );
  });

  test('gets each event once, in the order of acceptance, where the index shows all before they are read', async () => {
    await fc.assert(
      fc.asyncProperty(plannedEvents(HORIZON_MS), somePauses, someLimit, async (planned, pauses, limit) => {
        const world = outboxOf(planned);
        const expected = world.events
          .filter(({ isExpected }) => isExpected)
          .toSorted((a, b) => (a.position < b.position ? -1 : 1))
          .map(({ eventId }) => `${eventId}`);
        expect(idsOf(await pullAll(world, pauses, limit))).toEqual(expected);
      }),
    );
  });

  test('goes back only to the interval of an event that came late, and reads on from there in order', async () => {
    await fc.assert(
      fc.asyncProperty(plannedEvents(SETTLED_MS), somePauses, someLimit, async (planned, pauses, limit) => {
        const world = outboxOf(planned);
        const positions = new Map(world.events.map(({ eventId, position }) => [`${eventId}`, position]));
        const order = idsOf(await pullAll(world, pauses, limit)).map((id) => positions.get(id) ?? '');
        const turns = order.filter((position, index) => index > 0 && position <= (order[index - 1] ?? ''));
        const late = new Set(
          world.events
            .filter(({ visibleAt, acceptedAt }) => visibleAt - Date.parse(acceptedAt) > HORIZON_MS)
            .map(({ acceptedAt }) => Math.floor(Date.parse(acceptedAt) / INTERVAL_MS)),
        );
        expect(turns.length).toBeLessThanOrEqual(late.size);
      }),
    );
  });

  test('gets at most the limit and 1 MB of texts, in a bounded cursor, for bounded work', async () => {
    await fc.assert(
      fc.asyncProperty(plannedEvents(SETTLED_MS), somePauses, someLimit, async (planned, pauses, limit) => {
        for (const { results, cursor } of await pullAll(outboxOf(planned), pauses, limit)) {
          expect(results.length).toBeLessThanOrEqual(limit);
          const bytes = results.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0);
          expect(bytes).toBeLessThanOrEqual(MAX_PULLED_BYTES);
          expect(cursor.counts.length).toBeLessThanOrEqual(SETTLED_MS / INTERVAL_MS + 1);
        }
      }),
    );
  });

  test.each([
    ['its patterns refuse', false],
    ['its filter refuses', true],
  ])('examines a bounded number of events that %s, and is told to ask again at once', async (_, isAsked) => {
    const one = { lag: 0, isAsked, isMatching: false, length: 0 };
    const world = outboxOf(Array.from({ length: 10_000 }, (__, at) => ({ ...one, at })));
    const page = await pull(world, cursorAt(BEGIN), BEGIN + 200_000);
    expect(page).toMatchObject({ results: [], isComplete: false });
    expect(world.work.entries).toBeLessThanOrEqual(1_600);
    expect(world.work.bodies).toBeLessThanOrEqual(208);
    expect(idsOf(await pullAll(world, [], 100))).toEqual([]);
  });

  test('begins at a time with the events from then on, wherever that is in an interval', async () => {
    await fc.assert(
      fc.asyncProperty(plannedEvents(0), fc.integer({ min: 0, max: 300_000 }), async (planned, offset) => {
        const world = outboxOf(planned);
        const [since, now] = [BEGIN + offset, BEGIN + 310_000];
        const found: string[] = [];
        let cursor = cursorAt(since);
        for (let isComplete = false; !isComplete; ) {
          // Only the first request has it: pages before the first event of that time would be longer otherwise.
          const page = await pull(
            world,
            cursor,
            now,
            100,
            found.length === 0 && cursor.counts.length === 0 ? since : 0,
          );
          found.push(...page.results.map(({ eventId }) => eventId));
          ({ cursor, isComplete } = page);
        }
        const expected = world.events
          .filter(({ isExpected, acceptedAt }) => isExpected && Date.parse(acceptedAt) >= since)
          .map(({ eventId }) => `${eventId}`);
        expect(found.sort()).toEqual(expected.sort());
      }),
    );
  });

  test('may send any cursor: it reads on, or has nothing to read', async () => {
    const world = outboxOf([{ at: 0, lag: 0, isAsked: true, isMatching: true, length: 0 }]);
    const anyCursor = fc
      .stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}(\.[0-9a-z]{1,7}){0,32}$/)
      .map((text) => parseCursor(v.parse(PullCursor, text)));
    await fc.assert(
      fc.asyncProperty(anyCursor, async (cursor) => {
        const { cursor: next } = await pull(world, cursor, BEGIN + 200_000);
        expect(cursorText(next)).toMatch(/^[0-7]/);
      }),
    );
  });
});
