/** How the list and the page of a webhook present the API's responses. */
import { describe, expect, test } from '@jest/globals';
import type { AuditEntry } from '@social-platform-services/client';
import fc from '../../../test/support/fast-check.ts';
import { dateTimeText, hourText, minuteText } from '../../shared/time-texts.ts';
import { barsOf, hoursOf, recentAttemptsText, shownStateOf, spans, totalOf } from '../../webhooks/attempt-counts.ts';
import { backlogOf, delaysOf, eventCounts } from '../../webhooks/delivery-summary.ts';
import { behindText } from '../../webhooks/detail/behind.ts';
import { countText, isNone, lastFailure, nextRequest, recoveryRange } from '../../webhooks/detail/undelivered.ts';
import { defaultTestEvent, eventsText } from '../../webhooks/event-patterns.ts';
import { rowsOf } from '../../webhooks/list/rows.ts';
import { marksOf, networkMarksOf } from '../../webhooks/marks.ts';
import { hoursError, rotationSentences, secretUses } from '../../webhooks/rotation.ts';

const webhook = {
  webhookId: 'wh_1',
  url: 'https://example.com/',
  events: ['*'],
  description: '',
  headers: {},
  legacySignature: false,
  enabled: true,
  state: 'active' as const,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};
const DAY = 86_400_000;
const now = Date.parse('2026-11-21T18:05:00.000Z');

describe('the list', () => {
  test('has receivers that are down first, then failing, struggling, disabled and active ones, by age', () => {
    const states = ['active', 'disabled', 'down', 'active', 'struggling', 'struggling'] as const;
    const webhooks = states.map((state, index) => ({
      ...webhook,
      webhookId: `wh_${index}`,
      state,
      ...(index === 5 && { failingSince: '2020-01-01T00:00:00.000Z' }),
    }));
    const counts = [{ webhookId: 'wh_2', delivered: 1, failed: 3, hourlyDelivered: [1], hourlyFailed: [3] }];
    const rows = rowsOf(webhooks, counts);
    expect(rows.map((row) => row.webhook.webhookId)).toEqual(['wh_2', 'wh_5', 'wh_4', 'wh_1', 'wh_0', 'wh_3']);
    expect(rows.slice(0, 2).map(({ successRate }) => successRate)).toEqual([0.25, undefined]);
  });

  test('names two events and counts the rest', () => {
    expect(
      ['a.b', 'a.b,c.d,e.f', 'a.b,c.d,e.f,g.*', '*', '*,webhook.*'].map((text) => eventsText(text.split(','))),
    ).toEqual(['a.b', 'a.b, c.d, e.f', 'a.b, c.d and 2 more', 'All events', 'All events, and notices']);
  });
});

describe('the chart', () => {
  const durations = [3, 0];
  const counted = [
    { hour: '2026-11-20T19:00:00.000Z', delivered: 1, failed: 2, p50: 10, p95: 20, durations },
    { hour: '2026-11-21T18:00:00.000Z', delivered: 4, failed: 0, durations: [1, 3] },
    { hour: '2026-11-20T18:00:00.000Z', delivered: 100, failed: 100, durations },
  ];
  const spanOf = (id: string) => spans.find((span) => span.id === id) ?? spans[0];

  test('has every hour up to the current one, with zeros where there were no attempts', () => {
    const hours = barsOf({ hours: counted, periods: [] }, spanOf('24h'), now);
    expect(hours).toHaveLength(24);
    const [from, until] = [new Date('2026-11-20T19:00:00.000Z'), new Date('2026-11-20T20:00:00.000Z')];
    expect(hours[0]).toEqual({ from, until, delivered: 1, failed: 2, durations });
    expect(hours[1]).toMatchObject({ from: until, delivered: 0, failed: 0 });
    expect(hours[23]).toMatchObject({ from: new Date('2026-11-21T18:00:00.000Z'), delivered: 4, failed: 0 });
    expect(totalOf(hours)).toEqual({ delivered: 5, failed: 2 });
  });

  test('of an hour has twelve bars of five minutes, the current one included', () => {
    const periods = [
      { at: '2026-11-21T17:05:00.000Z', delivered: 9, failed: 9 },
      { at: '2026-11-21T17:10:00.000Z', delivered: 1, failed: 0 },
      { at: '2026-11-21T18:05:00.000Z', delivered: 2, failed: 3 },
    ];
    const bars = barsOf({ hours: counted, periods }, spanOf('1h'), now);
    expect(bars.map(({ from }) => from.toISOString().slice(11, 16))).toEqual([
      '17:10',
      '17:15',
      '17:20',
      '17:25',
      '17:30',
      '17:35',
      '17:40',
      '17:45',
      '17:50',
      '17:55',
      '18:00',
      '18:05',
    ]);
    expect(bars.every(({ from, until }) => until.getTime() - from.getTime() === 300_000)).toBe(true);
    expect(totalOf(bars)).toEqual({ delivered: 3, failed: 3 });
  });

  // The zone of the process is that of the machine, so these hold in any.
  test.each([
    ['7d', 8, 7],
    ['30d', 24, 30],
  ] as const)('of %s has bars that begin at midnight of the reader and every %d hours', (id, size, days) => {
    const year = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(year, (at) => {
        const time = at.getTime();
        const hours = hoursOf(spanOf(id), time);
        const latest = Math.floor(time / 3_600_000) * 3_600_000;
        const all = Array.from({ length: hours }, (_, n) => ({
          hour: new Date(latest - n * 3_600_000).toISOString(),
          delivered: 1,
          failed: 0,
          durations: [1],
        }));
        const bars = barsOf({ hours: all, periods: [] }, spanOf(id), time);
        expect(hours).toBeLessThanOrEqual(days * 24 + 1);
        expect(totalOf(bars)).toEqual({ delivered: hours, failed: 0 });
        // Where clocks differ from UTC by half hours, a day has no hour of its own at first.
        const count = new Set(bars.map(({ from }) => from.toDateString())).size;
        expect([days - 1, days]).toContain(count);
        for (const [index, { from, until, durations: own }] of bars.entries()) {
          expect(Math.floor(from.getHours() / size) * size).toBe(from.getHours());
          expect(until).toEqual(bars[index + 1]?.from ?? until);
          expect(own).toEqual([(until.getTime() - from.getTime()) / 3_600_000]);
        }
      }),
    );
  });

  test('marks what was changed, and where outages began and ended', () => {
    const entry = (action: AuditEntry['action'], at: string, changes: AuditEntry['changes'] = []) => ({
      entryId: at,
      at,
      by: { kind: 'admin' as const, name: 'ada' },
      action,
      changes,
    });
    const entries = [
      entry('webhookUpdated', '2026-11-21T12:00:00.000Z', [{ field: 'enabled', from: 'true', to: 'false' }]),
      entry('testEventSent', '2026-11-21T11:30:00.000Z'),
      entry('webhookUpdated', '2026-11-21T11:00:00.000Z', [{ field: 'url' }]),
      entry('secretRotated', '2026-11-21T10:00:00.000Z'),
    ];
    const failing = {
      failingSince: '2026-11-21T10:30:00.000Z',
      downSince: '2026-11-21T10:31:00.000Z',
      outages: [{ since: '2026-11-21T09:00:00.000Z', until: '2026-11-21T10:15:00.000Z' }],
    };
    expect(marksOf(failing, entries, 300, now).map(({ text }) => text)).toEqual([
      'Outage began',
      'Secret rotated',
      'Outage ended',
      'Outage began',
      'Changed',
      'Disabled',
    ]);
    const bus = { ...webhook, url: undefined, eventBus: 'arn:aws:events:eu-west-1:111122223333:event-bus/a' };
    const failed = { ...webhook, url: 'https://other.example.com:8443/in', failingSince: '2026-11-21T10:30:00.000Z' };
    expect(
      networkMarksOf([{ ...bus, outages: failing.outages }, webhook, failed], 300, now).map(({ text }) => text),
    ).toEqual([
      `Outage began: ${bus.eventBus}`,
      `Outage ended: ${bus.eventBus}`,
      'Outage began: other.example.com:8443/in',
    ]);
    // What fails now and then has no success for a moment.
    const [shorter, longer] = [299_000, 300_000].map((age) => ({ failingSince: new Date(now - age).toISOString() }));
    expect(marksOf({ ...shorter }, [], 300, now)).toEqual([]);
    expect(marksOf({ ...longer }, [], 300, now).map(({ text }) => text)).toEqual(['Outage began']);
  });
});

describe('the latest deliveries', () => {
  const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString();
  const deliveries = [1, 2, 60].map((seconds, index) => ({
    event: index === 0 ? 'a.b' : 'c.d',
    state: 'delivered' as const,
    createdAt: at(0),
    lastAttemptAt: at(seconds),
  }));

  test('tell how long events took from their acceptance, and of which events there were how many', () => {
    expect(delaysOf(deliveries)).toEqual({ half: 2_000, most: 60_000 });
    expect(delaysOf([{ ...deliveries[0], event: 'a.b', createdAt: at(0), state: 'failed' }])).toBeUndefined();
    expect(eventCounts(deliveries)).toEqual({ 'a.b': 1, 'c.d': 2 });
  });

  test('tell how many wait, and since when', () => {
    const results = [9, 3].map((seconds) => ({ event: 'a.b', state: 'retrying' as const, createdAt: at(seconds) }));
    expect(backlogOf({ results })).toEqual({ count: 2, isPart: false, oldest: at(3) });
    expect(backlogOf({ results: [], start: 'x' })).toEqual({ count: 0, isPart: true, oldest: undefined });
  });
});

test('a receiver that reads events itself is behind by what it asks for since its latest read', () => {
  const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString();
  const events = ['shop.*'];
  const page = (...seconds: readonly number[]) =>
    seconds.map((one) => ({
      id: `e${one}`,
      event: one % 2 === 0 ? 'shop.didSell' : 'app.opened',
      acceptedAt: at(one),
    }));
  const pulled = { at: at(0), until: at(0) };
  expect(behindText({ results: page(1, 0) }, { events, pulled })).toBe('Nothing is left to read');
  expect(behindText({ results: page(4, 3, 2) }, { events, pulled })).toMatch(
    /^2 events to read, the first of them accepted /,
  );
  expect(behindText({ results: page(2) }, { events, filter: { event: ['x'] }, pulled })).toMatch(
    /^At most 1 event to read/,
  );
  expect(behindText({ results: page(4, 2), start: 'x' }, { events })).toBe('At least 2 events to read');
  expect(behindText({ results: page(1), start: 'x' }, { events })).toBe('Other events were accepted since then');
});

describe('a struggling receiver', () => {
  const failingSince = '2026-11-21T17:30:00.000Z';
  const counted = (delivered: number, failed: number) => [
    { hour: '2026-11-21T16:00:00.000Z', delivered: 1000, failed: 0, durations: [] },
    { hour: '2026-11-21T17:00:00.000Z', delivered, failed, durations: [] },
  ];

  test.each([
    [600, 309, `About 66% of the attempts since ${hourText('2026-11-21T17:00:00.000Z', 2)} succeeded.`],
    [1, 9999, `About 0.1% of the attempts since ${hourText('2026-11-21T17:00:00.000Z', 2)} succeeded.`],
    [0, 3, `Every attempt has failed since ${dateTimeText(failingSince)}.`],
    [0, 0, 'The latest attempt failed.'],
  ])('with %d successes and %d failures of late: %#', (delivered, failed, text) => {
    expect(recentAttemptsText(counted(delivered, failed), failingSince, now)).toBe(text);
  });

  test('is failing, and no longer struggling, once nothing has succeeded for a minute', () => {
    const states = [-59, -61].map((seconds) =>
      shownStateOf({ state: 'struggling', failingSince: new Date(now + seconds * 1_000).toISOString() }, now),
    );
    expect(states).toEqual(['struggling', 'failing']);
    expect(shownStateOf({ state: 'struggling' }, now)).toBe('struggling');
    expect(shownStateOf({ state: 'down', failingSince }, now)).toBe('down');
  });

  test('whose latest attempt may have succeeded is not said to fail always', () => {
    expect(recentAttemptsText(counted(0, 3), undefined, now)).toBe('Recent attempts failed.');
  });
});

test('the axis of a chart names days only where it has more than one', () => {
  const texts = [24, 25].map((hours) => hourText('2026-11-21T17:00:00.000Z', hours));
  expect(texts).toEqual([expect.stringMatching(/^\d\d:\d\d$/), expect.stringMatching(/, \d\d:\d\d$/)]);
});

describe('undelivered deliveries', () => {
  const delivery = (lastAttemptAt: string | undefined, next?: string) => ({
    deliveryId: `${lastAttemptAt}`,
    eventId: '',
    event: 'a.b',
    state: 'retrying' as const,
    attemptCount: 1,
    createdAt: '',
    class: 'timeout' as const,
    ...(lastAttemptAt && { lastAttemptAt }),
    ...(next && { nextAttemptAt: next }),
  });
  const scheduled = [delivery('2026-11-21T10', '2026-11-21T13'), delivery('2026-11-21T11', '2026-11-21T12')];

  test('tell the last failure and the next retry', () => {
    const undelivered = { retrying: { results: scheduled }, failed: { results: [delivery('2026-11-21T09')] } };
    expect(lastFailure(undelivered)?.deliveryId).toBe('2026-11-21T11');
    const waiting = { retrying: { results: [delivery(undefined)], start: 'x' }, failed: { results: [] } };
    expect(lastFailure(waiting)).toBeUndefined();
    expect(lastFailure({ ...waiting, attempted: scheduled })?.deliveryId).toBe('2026-11-21T11');
    expect(nextRequest({}, undelivered)).toEqual({ what: 'next attempt', at: '2026-11-21T12' });
  });

  test('tell the next probe if one waits for its turn, and otherwise the retry that comes after it', () => {
    const waiting = { retrying: { results: [...scheduled, delivery(undefined)] }, failed: { results: [] } };
    expect(nextRequest({ nextProbeAt: '2026-11-21T11' }, waiting)).toEqual({ what: 'next probe', at: '2026-11-21T11' });
    expect(nextRequest({}, waiting)).toBeUndefined();
    const retrying = { ...waiting, retrying: { results: scheduled } };
    expect(nextRequest({ nextProbeAt: '2026-11-21T12:30' }, retrying)?.at).toBe('2026-11-21T12:30');
    expect(nextRequest({}, { ...waiting, retrying: { results: [] } })).toBeUndefined();
  });

  test.each(['webhook_disabled', 'event_expired', 'event_erased'] as const)(
    'that ended as %s tell no failure',
    (outcomeClass) => {
      const abandoned = { ...delivery('2026-11-21T12'), class: outcomeClass };
      expect(lastFailure({ retrying: { results: [] }, failed: { results: [abandoned] } })).toBeUndefined();
    },
  );

  test('are counted, or said to be more than one page', () => {
    expect(countText({ results: scheduled })).toBe('2 deliveries');
    expect(countText({ results: scheduled.slice(1), start: 'x' })).toBe('At least 1 delivery');
    expect(isNone({ results: [] })).toBe(true);
    expect(isNone({ results: [], start: 'x' })).toBe(false);
  });

  test('are suggested for recovery from just before the first failure, or from a day before the last change', () => {
    const failing = { ...webhook, failingSince: '2026-11-21T12:00:00.000Z' };
    expect(recoveryRange(failing, now)).toEqual({
      type: 'absolute',
      startDate: '2026-11-21T11:59:00.000Z',
      endDate: '2026-11-21T18:05:00.000Z',
    });
    expect(recoveryRange(webhook, now).startDate).toBe('2026-11-19T10:00:00.000Z');
    const earlier = { ...delivery(undefined), createdAt: '2026-11-21T09:00:00.000Z' };
    expect(recoveryRange(failing, now, [earlier]).startDate).toBe('2026-11-21T09:00:00.000Z');
  });
});

describe('a rotation', () => {
  test('says what happens and when', () => {
    const [first, second] = rotationSentences({ takesEffectInHours: 0, overlapHours: 0 }, now);
    expect(first).toContain('right away');
    expect(second).toBe('The old secret stops working at the same time.');
    const later = rotationSentences({ takesEffectInHours: 24, overlapHours: 24 }, now).join(' ');
    expect(later).toContain(`Nothing changes until ${minuteText(now + DAY)}`);
    expect(later).toContain(`the old secret too until ${minuteText(now + 2 * DAY)}`);
  });

  test('accepts a number of hours up to seven days', () => {
    expect(['0', '168', ' 24 ', '1.5'].map((text) => hoursError(text, 0))).not.toContain(expect.any(String));
    expect(['', 'x', '-1', '169', 'Infinity'].map((text) => hoursError(text, 0))).not.toContain(undefined);
    expect(hoursError('0', 1)).toBeDefined();
  });

  test('that is scheduled leaves the old secret in use until then, and as an additional one for a while', () => {
    const secrets = [
      { secret: 'new', activeFrom: '2026-11-22T18:00:00.000Z' },
      { secret: 'old', activeFrom: '2026-11-01T00:00:00.000Z', expiresAt: '2026-11-23T18:00:00.000Z' },
      { secret: 'older', activeFrom: '2026-10-01T00:00:00.000Z', expiresAt: '2026-11-21T20:00:00.000Z' },
    ];
    const [begins, ends] = [minuteText('2026-11-22T18:00:00.000Z'), minuteText('2026-11-23T18:00:00.000Z')];
    expect(secretUses(secrets, now)).toEqual([
      `Signs requests from ${begins}.`,
      `Signs every request until ${begins}; after that, also signs webhook-signature until ${ends}.`,
      `Also signs webhook-signature until ${minuteText('2026-11-21T20:00:00.000Z')}.`,
    ]);
    expect(secretUses(secrets.slice(1, 2), now)).toEqual(['Signs every request.']);
    expect(secretUses(secrets.slice(2), Date.parse('2026-11-21T20:00:00.000Z'))).toEqual(['Signs nothing any more.']);
  });
});

test('a test sends an event that the webhook subscribes to', () => {
  const eventTypes = [{ event: 'channel.didCreate' }, { event: 'poll.didVote' }];
  expect(defaultTestEvent(['*'], eventTypes)).toBe('channel.didCreate');
  expect(defaultTestEvent(['poll.*'], eventTypes)).toBe('poll.didVote');
  expect(defaultTestEvent(['app.*'], eventTypes)).toBe('channel.didCreate');
});
