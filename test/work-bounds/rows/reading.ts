/** What is read for admins and receivers, and mailed: of webhooks with many changes, and of events with dear texts. */
import * as v from 'valibot';
import { MAX_AUDIT_ENTRY_BYTES } from '../../../contract/audit.ts';
import { DeliveryId } from '../../../contract/deliveries.ts';
import { AcceptedPosition, EventId, MAX_EVENT_BYTES } from '../../../contract/events.ts';
import { NetworkId, UserId } from '../../../contract/ids.ts';
import { MAX_CURSOR_COUNTS, PullCursor } from '../../../contract/pull.ts';
import { lastIdOf } from '../../../contract/time-ids.ts';
import { MAX_EVENT_PATTERNS, WebhookId } from '../../../contract/webhooks.ts';
import { hasValue } from '../../../lambdas/events/value-search.ts';
import { mailOf, parsedNotice } from '../../../lambdas/notices/mail.ts';
import {
  advanced,
  cursorText,
  parseCursor,
  SETTLED_MS,
  settledRange,
  verified,
} from '../../../lambdas/pull/pull-cursor.ts';
import { slicesOf } from '../../../lambdas/recovery/ledger.ts';
import { type LedgerEntry, ledgerOf } from '../../../lambdas/recovery/missing.ts';
import { noProgress, progressWith, stageInRecovery } from '../../../lambdas/recovery/recovery-progress.ts';
import { differencesOf } from '../../../lambdas/webhooks/configuration-write.ts';
import { subscriptionSince } from '../../../lambdas/webhooks/subscription-history.ts';
import { webhookOfTests } from '../../support/samples.ts';
import { filled, jsonShapes } from '../dear-texts.ts';
import { type Row, row } from '../row.ts';

const networkId = v.parse(NetworkId, 'demo');
const webhookId = v.parse(WebhookId, `wh_${'1'.repeat(32)}`);
const userId = v.parse(UserId, 'ada');
const start = Date.parse('2026-03-02T09:00:00.000Z');
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
const hundred = (n: number): string => n.toString().padStart(6, '0');

const patterns = Array.from({ length: MAX_EVENT_PATTERNS }, (_, n) => `${'a'.repeat(90)}${n}.*`);
/** A webhook whose patterns or description an admin has changed so often within the hour. */
const changes = (count: number, field: string) =>
  Array.from({ length: count }, (_, n) => ({
    at: iso(start + n),
    changes: [{ field, from: patterns.join(', '), to: '*' }],
  }));
const webhook = webhookOfTests({ networkId, webhookId, createdAt: iso(0) });

const accepted = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    eventId: v.parse(EventId, `event-${n}`),
    event: 'app.opened',
    acceptedAt: iso(start + n),
    position: v.parse(AcceptedPosition, `01JDEX${'A'.repeat(14)}${hundred(n)}`),
  }));
const recorded = (count: number): readonly LedgerEntry[] =>
  Array.from({ length: count }, (_, n) => ({
    kind: 'recorded',
    deliveryId: v.parse(DeliveryId, `01JDEX${'A'.repeat(14)}${hundred(n)}`),
    networkId,
    webhookId,
    eventId: v.parse(EventId, `event-${n}`),
    event: 'app.opened',
    generation: 0,
    attemptsOnSchedule: 0,
    recovery: iso(start),
    state: 'retrying',
    next: { kind: 'held' },
    class: 'window_full',
    lastAttemptAt: iso(start),
  }));

/** What the routes of the ledger read at once. */
const EVENTS_READ = 40_000;
const DELIVERIES_READ = 10_000;
/** With a port. */
const MAX_HOST = 260;
/** What a recovery reads at once to count it. */
const COUNTED_READ = 2_000;
/** Changes of one webhook: so many in a minute are within the quota of its network. */
const CHANGES_READ = 2_500;

/** The times of as many events as are read beside so many changes. */
const eventsFor = (size: number): readonly string[] =>
  Array.from({ length: (size * EVENTS_READ) / CHANGES_READ }, (_, n) => iso(start + (n % size)));

/** Positions that a receiver that reads events has counted once more in one request (lambdas/pull/pull-page.ts). */
const COUNTED_AGAIN = 4 * 16 * 500;
const counted = Array.from({ length: COUNTED_AGAIN }, (_, n) => lastIdOf(start + 4 * n));
/** The most characters of a cursor. */
const MAX_CURSOR = 26 + 8 * MAX_CURSOR_COUNTS;

/** What a request with this cursor makes of it, and of what the index has then. */
function cursorAfter(text: string): unknown {
  const { success, output } = v.safeParse(PullCursor, text);
  if (!success) return undefined;
  const now = start + 4 * COUNTED_AGAIN + SETTLED_MS;
  const cursor = parseCursor(output);
  const range = settledRange(cursor, now);
  const after = verified(cursor, counted, (range?.until ?? now) + 1, now);
  return cursorText(advanced(after, lastIdOf(now), counted, now));
}

export const readingRows: readonly Row[] = [
  row({
    name: 'the cursor of a receiver that reads events',
    places: ['pull/pull-events'],
    serves: 'one request',
    limit: MAX_CURSOR,
    shapes: {
      'short counts': (size) => `${lastIdOf(start + 60_000)}${filled(Math.min(size, 64), '.0')}`,
      'long counts': (size) => `${lastIdOf(start + 60_000)}${filled(size - 26, '.zzzzzzz')}`,
      'a time long ago': (size) => `${'0'.repeat(26)}${filled(size - 26, '.zzzzzzz')}`,
      'a time far ahead': (size) => `7${'Z'.repeat(25)}${filled(size - 26, '.1234567')}`,
      'a count after the other': (size) => filled(size, '.'),
      'nothing but a position': (size) => filled(size, '7'),
    },
    run: cursorAfter,
  }),
  row({
    name: 'what a webhook asked for at the time of each event, after many changes',
    places: ['recovery/read-ledger', 'recovery/reconcile-ledger', 'delivery-log/show-event'],
    serves: 'one request',
    limit: CHANGES_READ,
    shapes: {
      'changes of patterns': (size) => ({ entries: changes(size, 'events'), times: eventsFor(size) }),
      'changes of something else': (size) => ({ entries: changes(size, 'description'), times: eventsFor(size) }),
    },
    run: async ({ entries, times }) => {
      const askedAt = await subscriptionSince({ changesOf: async () => entries }, webhook, start);
      for (const time of times) askedAt(time);
    },
  }),
  row({
    name: 'slices of an hour',
    places: ['recovery/read-ledger'],
    serves: 'one request',
    limit: DELIVERIES_READ,
    shapes: { deliveries: (size) => recorded(size).map(({ deliveryId }) => deliveryId) },
    run: (ids) => slicesOf(ids, {}),
  }),
  row({
    name: 'the count of a recovery',
    places: ['recovery/recover-deliveries'],
    serves: 'one request',
    limit: COUNTED_READ,
    shapes: { 'what waits, and was sent again': recorded },
    run: (entries) => {
      const range = { state: 'failed', since: iso(0), until: iso(start), askedAt: iso(start) } as const;
      return progressWith(
        noProgress,
        entries.flatMap((entry) => stageInRecovery(entry, range, webhook, { now: start, eventDays: 30 }) ?? []),
      );
    },
  }),
  row({
    name: 'the search for a user in an event',
    places: ['events/list-events'],
    serves: 'one request',
    limit: MAX_EVENT_BYTES,
    shapes: Object.fromEntries(
      Object.entries(jsonShapes).map(([name, make]) => [
        name,
        (size: number) => `{"a":${make(size - 20)},"b":"\\u0061"}`,
      ]),
    ),
    run: (text) => hasValue(text, userId),
  }),
  row({
    name: 'a mail with notices',
    places: ['notices/send-mails'],
    serves: 'several networks',
    limit: 1_000,
    shapes: {
      'long hosts': (size) =>
        Array.from({ length: size }, () =>
          JSON.stringify({
            event: 'webhook.didGoDown',
            data: {
              webhook: { webhookId, host: filled(MAX_HOST, '.'), description: filled(400, '😀') },
              since: iso(start),
            },
          }),
        ),
    },
    run: (bodies) => {
      const notices = bodies.map((body, n) =>
        parsedNotice({ networkId, eventId: v.parse(EventId, `event-${n}`), at: iso(start - n), body }),
      );
      return mailOf(networkId, notices, { addresses: ['a@example.com'], panelUrl: 'https://a.example/', isLast: true });
    },
  }),
  row({
    name: 'the entry of the audit trail about a change',
    places: ['webhooks/create-webhook', 'webhooks/update-webhook', 'webhooks/delete-webhook'],
    serves: 'one request',
    limit: MAX_AUDIT_ENTRY_BYTES,
    shapes: {
      'all that a webhook has': (size) =>
        webhookOfTests({
          events: Array.from({ length: Math.floor(size / 200) }, () => 'a'.repeat(100)),
          filter: filled(size / 8, 'a'),
          headers: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`x-${n}`, filled(size / 40, 'a')])),
        }),
    },
    run: (changed) => differencesOf(webhook, changed),
  }),
  row({
    name: 'what a webhook has to get of an hour',
    places: ['recovery/read-ledger'],
    serves: 'one request',
    limit: EVENTS_READ / 16,
    shapes: { events: (size) => ({ events: accepted(size), found: [] }) },
    run: ({ events, found }) =>
      ledgerOf(
        webhook,
        { first: '0', last: '~' },
        () => ({ events: patterns, filter: '' }),
        { recorded: { found }, accepted: { events } },
        DELIVERIES_READ,
      ),
  }),
];
