/** What the list and the page of a webhook make of what the service answers. */
import { describe, expect, test } from '@jest/globals';
import { minuteText } from '../../../panel/shared/times.ts';
import { hoursOf, stretchesOf, totalsOf } from '../../../panel/webhooks/detail/hours.ts';
import { recoveryRange } from '../../../panel/webhooks/detail/recovery-range.ts';
import { countText, isHeld, isNone, lastFailure, nextAttemptAt } from '../../../panel/webhooks/detail/undelivered.ts';
import { eventsText, rowsOf } from '../../../panel/webhooks/list/rows.ts';
import { hoursProblem, rotationSentences, secretUses } from '../../../panel/webhooks/secrets/rotation.ts';
import { testEventFor } from '../../../panel/webhooks/test-event/test-event-choice.ts';

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
  test('has what fails on top, then what is disabled, and then the oldest first', () => {
    const webhooks = (['active', 'disabled', 'failing', 'active'] as const).map((state, index) => ({
      ...webhook,
      webhookId: `wh_${index}`,
      state,
    }));
    const counts = [{ webhookId: 'wh_2', delivered: 1, failed: 3 }];
    const rows = rowsOf(webhooks, counts);
    expect(rows.map((row) => row.webhook.webhookId)).toEqual(['wh_2', 'wh_1', 'wh_0', 'wh_3']);
    expect(rows.map(({ successRate }) => successRate)).toEqual([0.25, undefined, undefined, undefined]);
  });

  test('names two events and counts the others', () => {
    expect(['a.b', 'a.b,c.d,e.f', 'a.b,c.d,e.f,g.*', '*'].map((text) => eventsText(text.split(',')))).toEqual([
      'a.b',
      'a.b, c.d, e.f',
      'a.b, c.d and 2 more',
      'All events',
    ]);
  });
});

describe('the chart', () => {
  const counted = [
    { hour: '2026-11-20T19:00:00.000Z', delivered: 1, failed: 2, p50: 10, p95: 20 },
    { hour: '2026-11-21T18:00:00.000Z', delivered: 4, failed: 0 },
    { hour: '2026-11-20T18:00:00.000Z', delivered: 100, failed: 100 },
  ];

  test('has every hour up to the running one, with zeros where nothing was attempted', () => {
    const hours = hoursOf(counted, 24, now);
    expect(hours).toHaveLength(24);
    expect(hours[0]).toEqual({ at: new Date('2026-11-20T19:00:00.000Z'), delivered: 1, failed: 2, p50: 10, p95: 20 });
    expect(hours[1]).toEqual({ at: new Date('2026-11-20T20:00:00.000Z'), delivered: 0, failed: 0 });
    expect(hours[23]).toEqual({ at: new Date('2026-11-21T18:00:00.000Z'), delivered: 4, failed: 0 });
    expect(totalsOf(hours)).toEqual({ delivered: 5, failed: 2 });
  });

  test('gathers hours into stretches that end with the running hour', () => {
    const stretches = stretchesOf(hoursOf(counted, 25, now), 8);
    expect(stretches.map(({ at, delivered }) => [at.toISOString().slice(5, 13), delivered])).toEqual([
      ['11-20T18', 100],
      ['11-20T19', 1],
      ['11-21T03', 0],
      ['11-21T11', 4],
    ]);
  });
});

describe('what is not delivered', () => {
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
  const timed = [delivery('2026-11-21T10', '2026-11-21T13'), delivery('2026-11-21T11', '2026-11-21T12')];

  test('tells the last failure, and when it goes on', () => {
    const undelivered = { retrying: { results: timed }, failed: { results: [delivery('2026-11-21T09')] } };
    expect(lastFailure(undelivered)?.deliveryId).toBe('2026-11-21T11');
    expect(nextAttemptAt(undelivered)).toBe('2026-11-21T12');
    expect(isHeld(undelivered)).toBe(false);
    expect(isHeld({ ...undelivered, retrying: { results: [...timed, delivery(undefined)] } })).toBe(true);
  });

  test('is counted, and said to be more where one look does not see all', () => {
    expect(countText({ results: timed })).toBe('2 deliveries');
    expect(countText({ results: timed.slice(1), start: 'x' })).toBe('At least 1 delivery');
    expect(isNone({ results: [] })).toBe(true);
    expect(isNone({ results: [], start: 'x' })).toBe(false);
  });

  test('is suggested for recovery from just before the first failure on, or else from a day before the last change', () => {
    const failing = { ...webhook, failingSince: '2026-11-21T12:00:00.000Z' };
    expect(recoveryRange(failing, now)).toEqual({
      kind: 'between',
      since: '2026-11-21T11:59:00.000Z',
      until: '2026-11-21T18:05:00.000Z',
    });
    expect(recoveryRange(webhook, now).since).toBe('2026-11-19T10:00:00.000Z');
  });
});

describe('a rotation', () => {
  test('says what happens when', () => {
    const [first, second] = rotationSentences({ takesEffectInHours: 0, overlapHours: 0 }, now);
    expect(first).toMatch(/^At once/);
    expect(second).toBe('The old secret ends at the same moment.');
    const later = rotationSentences({ takesEffectInHours: 24, overlapHours: 24 }, now).join(' ');
    expect(later).toContain(`Until ${minuteText(now + DAY)} nothing changes`);
    expect(later).toContain(`webhook-signature until ${minuteText(now + 2 * DAY)}`);
  });

  test('takes a number of hours up to seven days', () => {
    expect(['0', '168', ' 24 ', '1.5'].map((text) => hoursProblem(text, 0))).not.toContain(expect.any(String));
    expect(['', 'x', '-1', '169', 'Infinity'].map((text) => hoursProblem(text, 0))).not.toContain(undefined);
    expect(hoursProblem('0', 1)).toBeDefined();
  });

  test('that is still to come leaves the old secret in use until then, and beside the new one for a while', () => {
    const secrets = [
      { secret: 'new', activeFrom: '2026-11-22T18:00:00.000Z' },
      { secret: 'old', activeFrom: '2026-11-01T00:00:00.000Z', expiresAt: '2026-11-23T18:00:00.000Z' },
      { secret: 'older', activeFrom: '2026-10-01T00:00:00.000Z', expiresAt: '2026-11-21T20:00:00.000Z' },
    ];
    const [begins, ends] = [minuteText('2026-11-22T18:00:00.000Z'), minuteText('2026-11-23T18:00:00.000Z')];
    expect(secretUses(secrets, now)).toEqual([
      `Signs from ${begins} on.`,
      `Signs every request until ${begins}; then beside the newer one in webhook-signature until ${ends}.`,
      `Signs beside the newer one in webhook-signature until ${minuteText('2026-11-21T20:00:00.000Z')}.`,
    ]);
    expect(secretUses(secrets.slice(1, 2), now)).toEqual(['Signs every request.']);
  });
});

test('a test sends an event that the webhook asks for', () => {
  const eventTypes = [{ event: 'channel.didCreate' }, { event: 'poll.didVote' }];
  expect(testEventFor(['*'], eventTypes)).toBe('channel.didCreate');
  expect(testEventFor(['poll.*'], eventTypes)).toBe('poll.didVote');
  expect(testEventFor(['app.*'], eventTypes)).toBe('channel.didCreate');
});
