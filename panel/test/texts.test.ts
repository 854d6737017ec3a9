import { describe, expect, test } from '@jest/globals';
import { AuditAction } from '../../contract/audit.ts';
import { auditActions } from '../../contract/audit-actions.ts';
import { DeliveryResult } from '../../contract/delivery-classes.ts';
import { defaultSettings } from '../../contract/delivery-settings.ts';
import { anyText } from '../../test/support/any-text.ts';
import fc from '../../test/support/fast-check.ts';
import { changesToShow, changeText } from '../audit/entry-texts.ts';
import { groupEventTypes } from '../event-types/catalogue.ts';
import { classExplanation } from '../shared/class-explanation.ts';
import { csvOf } from '../shared/csv.ts';
import { classTitle, retryScheduleText } from '../shared/delivery-texts.ts';
import {
  countRecoveries,
  countText,
  filterText,
  outcomeText,
  recoveryTitle,
  untilNextCount,
} from '../shared/recovery.ts';
import { failedOf, failedText } from '../shared/replay-texts.ts';
import {
  actorText,
  counted,
  durationText,
  firewallText,
  nameOf,
  periodText,
  serviceErrorText,
  visibleText,
} from '../shared/texts.ts';
import { formatSpan, parseSpan, rangeError } from '../shared/time-range.ts';
import { countdownText, dateTimeText, minuteText, relativeTimeText } from '../shared/time-texts.ts';

describe('untrusted text', () => {
  test('in a file for spreadsheets is no formula, and ends no cell', () => {
    const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', 'a "b",\r\nc', 'harmless = 1'];
    const cells = [...hostile, -1, undefined];
    expect(csvOf([['a'], cells])).toBe(
      `\ufeff"a"\r\n"'=1+1","'+1","'-1","'@SUM(A1)","'\t=1","'\r=1","a ""b"",\r\nc","harmless = 1",-1,\r\n`,
    );
  });

  test('shows invisible characters and those that change the text direction as escapes', () => {
    expect(visibleText('a\u202egnp\u202c\u0000\u200b\ud800 b\rc\u{e0041}')).toBe(
      'a\\u202egnp\\u202c\\u0000\\u200b\\ud800 b\\u000dc\\udb40\\udc41',
    );
  });

  test('keeps lines, scripts and emoji unchanged', () => {
    expect(visibleText('a\tb\r\nc')).toBe('a\tb\nc');
    for (const text of ['漢字 العربية עברית', '👩‍👩‍👧‍👦 🏳️‍🌈', 'می‌خواهم']) expect(visibleText(text)).toBe(text);
  });

  test('has the same value if it is JSON', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        expect(JSON.parse(visibleText(JSON.stringify(value)))).toBe(value);
      }),
    );
  });
});

test('an error of the service names its request only where that is known', () => {
  expect(serviceErrorText('abc')).toBe(
    'The service had an error. Try again. If the problem continues, give an operator the request ID abc.',
  );
  expect(serviceErrorText(undefined)).toBe('The service had an error. Try again.');
});

describe('the classes of deliveries', () => {
  test('have distinct names and explanations', () => {
    for (const text of [classTitle, classExplanation])
      expect(new Set(DeliveryResult.options.map((one) => text(one))).size).toBe(DeliveryResult.options.length);
  });

  test('are titled with the HTTP status of the attempt that ended so, and are retried for a day', () => {
    expect(classTitle('http_5xx', 503)).toBe('503 – Error in the receiver');
    expect(classTitle('timeout')).toBe('Timed out');
    for (const waiting of [
      'receiver_down',
      'window_full',
      'webhook_disabled',
      'event_expired',
      'event_erased',
    ] as const)
      expect(classTitle(waiting, 302)).toBe(classTitle(waiting));
    expect(retryScheduleText(defaultSettings)).toBe('up to 8 times within about 28 hours');
    expect(retryScheduleText({ retryDelaysSeconds: [5, 300, 1_800] })).toBe('up to 4 times within about 35 minutes');
    expect([0, 1, 90, 3_600, 43_200, 86_400, 432_000].map(periodText)).toEqual([
      '0 seconds',
      '1 second',
      '90 seconds',
      '1 hour',
      '12 hours',
      '1 day',
      '5 days',
    ]);
  });
});

describe('a time', () => {
  test('has one format, and names its zone', () => {
    const at = '2026-11-21T18:05:09.000Z';
    // Some zones differ from UTC by half hours and quarters.
    expect(dateTimeText(at)).toMatch(/^2[12] Nov 2026, \d\d:[0-5][05]:09 \S+$/);
    expect(minuteText(at)).toBe(dateTimeText(at).replace(':09', ''));
  });

  test('from now is told in the largest unit of which there are about two', () => {
    const texts = [-89, 89 * 60, -90 * 60, 47 * 3_600, -48 * 3_600].map((at) => relativeTimeText(at * 1_000, 0));
    expect(texts).toEqual(['89 seconds ago', 'in 89 minutes', '1 hour ago', 'in 47 hours', '2 days ago']);
    expect([999, 1_000, 1_234].map(durationText)).toEqual(['999 ms', '1 s', '1.23 s']);
  });
});

describe('a range of time', () => {
  test('is written in a URL as a number and a letter', () => {
    const span = { type: 'relative', key: '7d', amount: 7, unit: 'day' } as const;
    expect(formatSpan(span)).toBe('7d');
    expect(parseSpan('7d')).toEqual(span);
    for (const name of ['', 'd', '07d', '7w', '1234567h', '-1h']) expect(parseSpan(name)).toBeUndefined();
  });

  test('has an error message if it is invalid', () => {
    expect(rangeError({ type: 'relative', amount: 30, unit: 'day' })).toBeUndefined();
    expect(rangeError({ type: 'relative', amount: 31, unit: 'day' })).toContain('30 days');
    expect(rangeError({ type: 'relative', amount: Number.NaN, unit: 'hour' })).toContain('whole number');
    const [earlier, later] = ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'];
    const between = (startDate = '', endDate = '') => rangeError({ type: 'absolute', startDate, endDate });
    expect(between(earlier, later)).toBeUndefined();
    expect(between(later, earlier)).toContain('before');
    expect(between('', later)).toContain('Choose');
  });
});

describe('a countdown', () => {
  test.each([
    [0, undefined],
    [1, '1 s'],
    [59_001, '1 min'],
    [252_000, '4 min 12 s'],
    [7_500_000, '2 h 5 min'],
    [90_000_000, '1 d 1 h'],
  ])('of %d ms reads %s', (milliseconds, text) => {
    expect(countdownText(milliseconds)).toBe(text);
  });
});

test('says which deliveries are recovered', () => {
  expect(filterText({ state: 'failed' })).toBe('failed deliveries');
  expect(filterText({ state: 'failed', class: 'timeout', event: 'shop.didSell' }, 1)).toBe(
    'failed delivery of shop.didSell with the result “Timed out”',
  );
  expect(recoveryTitle({ state: 'delivered', statusCode: 204 })).toBe(
    'Send delivered deliveries with status 204 again',
  );
  expect(recoveryTitle({ state: 'retrying' })).toBe('Send retrying deliveries now');
});

test('says how many would be sent', () => {
  const failed = { state: 'failed' } as const;
  const of = (left: number, isPart = false) => ({ left, isPart });
  expect(countText(of(1), failed)).toBe('1 event that the webhook did not get');
  expect(countText(of(2), { ...failed, statusCode: 503 })).toBe('2 failed deliveries with status 503');
  expect(countText(of(1), { ...failed, class: 'timeout' })).toContain('1 failed delivery with the result');
  expect(countText(of(2), { state: 'retrying' })).toBe('2 retrying deliveries');
  expect(countText(of(0), failed)).toBe('No events that the webhook did not get in this range');
  expect(countText(of(1_200), failed, 2)).toBe('1,200 events that webhooks did not get');
  expect(countText(of(1_200, true), failed)).toBe('At least 1,200 events that the webhook did not get');
});

test('says what has become of a recovery', () => {
  const nothing = { left: 0, waiting: 0, delivered: 0, failed: 0, ended: true, stopped: false, isPart: false };
  const of = (changes: object) => outcomeText({ ...nothing, requests: 1, ...changes });
  expect(of({ delivered: 1_200 })).toBe('All 1,200 deliveries succeeded.');
  expect(of({ delivered: 2, failed: 1 })).toContain('1 failed again.');
  expect(of({ left: 1 })).toBe('The webhook is disabled: 1 was not sent.');
  expect(of({ left: 1_000, waiting: 200, stopped: true })).toBe('Stopped: 1,200 were not sent.');
  expect(of({ delivered: 3, stopped: true })).toBe('It was stopped when all were sent already.');
});

test('says what is sent again of some events', () => {
  const failed = (webhookId: string) => ({ webhookId, deliveryId: 'd' });
  expect(failedText([failed('a')], 1, 0)).toBe('1 failed delivery to 1 webhook, of 1 event');
  expect(failedText([failed('a'), failed('b')], 1_200, 1)).toBe(
    '2 failed deliveries to 2 webhooks, of 1,200 events; 1 more is to webhooks that are disabled',
  );
  expect(failedText([], 2, 0)).toBe('No delivery of the 2 events has failed');
});

test('what has failed of an event is sent again unless its payload was erased', () => {
  const deliveries = (['failed', 'delivered', 'retrying'] as const).map((state) => ({ state }));
  expect(failedOf({ payload: '{}', deliveries })).toEqual([{ state: 'failed' }]);
  expect(failedOf({ payload: undefined, deliveries })).toEqual([]);
});

test('counts a recovery in several requests, up to a limit, and again until it has ended', async () => {
  const at = '2026-01-01T00:00:00.000Z';
  const part = (
    recovering: number,
    counted: { waiting?: number; delivered?: number; failed?: number },
    ended: boolean,
  ) => ({
    recovering,
    progress: { at, waiting: 0, delivered: 0, failed: 0, ended, ...counted },
  });
  const [first, second] = [part(2, { waiting: 3 }, false), part(0, { delivered: 4, failed: 1 }, true)];
  const parts: unknown[] = [];
  const ask = async (_: string, start: string | undefined) =>
    start === undefined ? { ...first, start: 'next' } : second;
  const count = await countRecoveries(['a'], ask, ({ left, isPart }) => parts.push([left, isPart]));
  const whole = {
    left: 2,
    waiting: 3,
    delivered: 4,
    failed: 1,
    ended: false,
    stopped: false,
    isPart: false,
    requests: 2,
  };
  expect(count).toEqual(whole);
  expect(parts).toEqual([[2, true]]);
  const ofBoth = await countRecoveries(['a', 'b'], ask);
  expect(ofBoth).toEqual({ ...whole, left: 4, waiting: 6, delivered: 8, failed: 2, requests: 4 });
  const endless = await countRecoveries(['a'], async () => ({ ...part(1, {}, true), start: 'next' }));
  expect(endless).toMatchObject({ left: 10, isPart: true, ended: false });
  const intervals = [undefined, { ...whole, requests: 1 }, whole, { ...whole, ended: true }].map((one) =>
    untilNextCount(one),
  );
  expect(intervals).toEqual([4_000, 4_000, 30_000, false]);
  expect(untilNextCount(whole, 2)).toBe(4_000);
});

test('a creation lists what is not the default, and a change all of it', () => {
  const changes = [
    { field: 'url', to: 'https://a.example.com/' },
    { field: 'events', to: '*' },
    { field: 'description', to: '' },
    { field: 'legacySignature', to: 'false' },
    { field: 'enabled', to: 'true' },
    { field: 'headers' },
  ];
  const fieldsOf = (action: 'webhookCreated' | 'webhookUpdated') =>
    changesToShow({ action, changes }).map(({ field }) => field);
  expect(fieldsOf('webhookCreated')).toEqual(['url', 'headers']);
  expect(fieldsOf('webhookUpdated')).toEqual(changes.map(({ field }) => field));
});

test('every action has a text of its own', () => {
  expect(new Set(Object.values(auditActions)).size).toBe(AuditAction.options.length);
});

test.each([
  [{ field: 'description', from: 'Search', to: 'Analytics' }, 'Description: changed from “Search” to “Analytics”'],
  [{ field: 'enabled', from: 'true', to: 'false' }, 'Disabled'],
  [{ field: 'description', from: '', to: 'a\u202eb' }, 'Description: changed from nothing to “a\\u202eb”'],
  [{ field: 'quotas.events', to: '500' }, 'quotas.events: “500”'],
  [{ field: 'url', from: 'https://a.example.com/' }, 'URL: was “https://a.example.com/”'],
  [{ field: 'since', to: '2026-11-21T18:05:09.000Z' }, `From: ${dateTimeText('2026-11-21T18:05:09.000Z')}`],
  [{ field: 'headers' }, 'Custom headers: changed'],
  [{ field: 'legacySignature', to: 'true' }, 'Legacy request: on'],
  [{ field: 'maxRequestsPerSecond', to: '12000' }, 'Most requests a second: 12,000'],
  [{ field: 'description', to: '12000' }, 'Description: “12000”'],
  [{ field: 'pull', to: 'true' }, 'Read by its receiver: on'],
  [{ field: 'maxConcurrentRequests', from: '8' }, 'Most requests at once: was 8'],
  [{ field: 'features.webhooks', from: 'true', to: 'false' }, 'Webhooks: off'],
  [{ field: 'disabledReason', to: 'gone' }, 'Reason: the receiver responded with 410'],
])('the change %j is %s', (change, text) => {
  expect(changeText(change)).toBe(text);
});

test.each([
  [{ kind: 'admin', name: 'ada' }, 'ada'],
  [{ kind: 'operator', name: 'olga' }, 'Operator olga'],
  [{ kind: 'server', name: 'shop' }, 'Back end shop'],
  [{ kind: 'service' }, 'The service'],
] as const)('%j is %s', (actor, text) => {
  expect(actorText(actor)).toBe(text);
});

const eventType = (event: string, description = '', keys: string[] = [], sample = {}, schema = {}) => ({
  event,
  description,
  keys,
  sample,
  schema,
});

const SCHEMA = { $defs: { Channel: { properties: { archivedAt: { type: 'string' } } } } };

describe('the catalogue', () => {
  const all = [
    eventType('channel.didCreate', 'A channel was created.', ['channel'], { channel: [{ ownerId: 'o' }] }, SCHEMA),
    eventType('v3.post.didCreate', 'A post was published.', ['posts']),
    eventType('v3.post.didFlag', 'A post was reported.', ['posts', 'flaggedUserId']),
  ];
  const namesOf = (search: string) =>
    groupEventTypes(all, search).map(({ prefix, eventTypes }) => [prefix, ...eventTypes.map(({ event }) => event)]);

  test('is grouped by what its events are about', () => {
    expect(namesOf('')).toEqual([
      ['channel', 'channel.didCreate'],
      ['v3.post', 'v3.post.didCreate', 'v3.post.didFlag'],
    ]);
  });

  test('is searched by name, description and key, in any case, by every word', () => {
    expect(namesOf('DIDCREATE post')).toEqual([['v3.post', 'v3.post.didCreate']]);
    expect(namesOf('reported')).toEqual([['v3.post', 'v3.post.didFlag']]);
    expect(namesOf('flaggedUserId')).toEqual([['v3.post', 'v3.post.didFlag']]);
    expect(namesOf('ownerId')).toEqual([['channel', 'channel.didCreate']]);
    expect(namesOf('archivedAt')).toEqual([['channel', 'channel.didCreate']]);
    expect(namesOf('nothing of the kind')).toEqual([]);
  });
});

test('source addresses are named without the size of their block, and nothing is said where there are none', () => {
  expect(firewallText(['198.51.100.7/32', '203.0.113.20/32'])).toBe(
    'Requests come from 198.51.100.7 and 203.0.113.20. Allow all of them in the firewall of your receiver.',
  );
  expect(firewallText([])).toBeUndefined();
  expect(firewallText(undefined)).toBeUndefined();
});

test('webhooks whose receivers read events are told apart by what they are for, or else by their IDs', () => {
  const names = [
    { webhookId: 'wh_1', description: 'CRM', url: 'https://example.com/in' },
    { webhookId: 'wh_2', description: 'CRM', pull: true as const },
    { webhookId: 'wh_3', description: '', pull: true as const },
  ].map(nameOf);
  expect(names).toEqual(['example.com/in', 'CRM', 'wh_3']);
});

test('one thing is counted in the singular, and all other numbers in the plural', () => {
  const texts = [0, 1, 2, 1_000].map((count) => counted(count, 'delivery', 'deliveries'));
  expect(texts).toEqual(['0 deliveries', '1 delivery', '2 deliveries', '1,000 deliveries']);
});
