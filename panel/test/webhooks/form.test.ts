/** What the webhook form makes of its input, and of the API's errors. */
import { describe, expect, test } from '@jest/globals';
import { ApiError } from '@social-platform-services/client';
import { eventTypes } from '../../../contract/event-catalogue.ts';
import { eventSample } from '../../../contract/event-samples.ts';
import { ceilingText } from '../../webhooks/ceiling-text.ts';
import { withoutCovered } from '../../webhooks/event-patterns.ts';
import {
  apiFieldErrors,
  changesOf,
  draftOf,
  emptyDraft,
  fieldsOf,
  isValid,
  validate,
} from '../../webhooks/form/draft.ts';
import { eventOptions } from '../../webhooks/form/event-options.ts';
import { verdictOn } from '../../webhooks/form/filter-check.ts';
import { hasValue, valuesOf, withValue } from '../../webhooks/form/filter-values.ts';

describe('event patterns', () => {
  test.each(['webhook.*', 'webhook.didGoDown'])(
    'of notices, such as %s, are not covered by that of all events',
    (notices) => {
      expect(withoutCovered(['*', notices, 'channel.*'])).toEqual(['*', notices]);
    },
  );

  test('that another one covers are removed', () => {
    expect(withoutCovered(['v3.post.*', 'v3.*', 'v3.post.didCreate', 'channel.didJoin'])).toEqual([
      'v3.*',
      'channel.didJoin',
    ]);
  });
});

describe('the picker of events', () => {
  const catalogue = ['channel.didCreate', 'v3.post.didCreate', 'v3.comment.didCreate'].map((event) => ({
    event,
    description: `${event} occurred`,
    keys: [],
    sample: {},
    schema: {},
  }));
  const offered = (chosen: readonly string[], typed: string) =>
    eventOptions(catalogue, chosen, typed).flatMap(({ options }) =>
      options.map(({ value, disabledReason }) => [value, disabledReason]),
    );

  test('offers shared prefixes, families and individual events', () => {
    expect(offered([], '').map(([value]) => value)).toEqual([
      'v3.*',
      'channel.*',
      'channel.didCreate',
      'v3.post.*',
      'v3.post.didCreate',
      'v3.comment.*',
      'v3.comment.didCreate',
    ]);
  });

  test('disables what is covered already', () => {
    const included = 'Included in channel.*';
    expect(offered(['channel.*'], 'channel')).toEqual([
      ['channel.*', undefined],
      ['channel.didCreate', included],
    ]);
  });

  test('offers a pattern that is typed, whether or not it matches anything', () => {
    expect(offered([], 'app.*')).toEqual([['app.*', undefined]]);
    expect(offered([], 'app.')).toEqual([]);
  });

  test('disables a deprecated name and offers its replacement', () => {
    expect(offered([], 'channel.created')).toEqual([
      ['channel.created', expect.stringContaining('use channel.didCreate')],
      ['channel.didCreate', undefined],
    ]);
  });
});

const samples = [...eventTypes.keys()].map((event) => JSON.stringify({ event, data: eventSample(event) }));

test('filters of any values of a sample match it, and go away with the last value', () => {
  for (const sample of samples) {
    const values = valuesOf(sample);
    expect(values.length).toBeGreaterThan(1);
    let filter = '';
    for (const value of values) {
      expect(verdictOn(withValue('', value) ?? '', sample)).toMatchObject({ type: 'success' });
      filter = withValue(filter, value) ?? '';
    }
    expect(verdictOn(filter, sample)).toMatchObject({ type: 'success' });
    expect(values.filter((value) => hasValue(filter, value))).toEqual(values);
    for (const value of values) filter = withValue(filter, value) ?? '';
    expect(filter).toBe('');
  }
});

test('a value is added to what a filter has, in the place of the sample, at any depth that is allowed', () => {
  const deep = `${'['.repeat(100_000)}{"userId":"u1"}${']'.repeat(100_000)}`;
  const beyond = `${'{"a":'.repeat(10)}{"postId":"p1"}${'}'.repeat(10)}`;
  const sample = `{"data":{"list":${deep},"a":${beyond},"b":{"n":9007199254740993,"on":true},"c":"${'x'.repeat(201)}"}}`;
  expect(valuesOf(sample)).toEqual([
    { path: ['data', 'list', 'userId'], value: 'u1' },
    { path: ['data', 'b', 'on'], value: true },
  ]);
  const on = { path: ['data', 'b', 'on'], value: true };
  const filter = withValue('{"event":["a.b"],"data":{"b":{"n":[{"exists":true}]}}}', on);
  expect(JSON.parse(filter ?? '')).toEqual({ event: ['a.b'], data: { b: { n: [{ exists: true }], on: [true] } } });
  expect(withValue('{', on)).toBeUndefined();
  expect({ malformed: hasValue('{', on), valid: hasValue('{"data":{"b":{"on":[true]}}}', on) }).toEqual({
    malformed: false,
    valid: true,
  });
});

test('nothing is said about a sample that is not there yet', () => {
  expect(verdictOn('{"event":["a.b"]}', '').type).toBe('info');
  expect(verdictOn('{"event":"a.b"}', '').type).toBe('error');
});

test('ceilings are said with what sets the pace', () => {
  expect(ceilingText({ maxRequestsPerSecond: 0.5, paceSetBy: 'ceiling' })).toBe(
    'At most 0.5 a second; it sets the pace at present',
  );
  expect(ceilingText({ maxRequestsPerSecond: 1_000, paceSetBy: 'ceiling' })).toContain('At most 1,000 a second;');
  expect(ceilingText({ maxRequestsPerSecond: 20, maxConcurrentRequests: 4, paceSetBy: 'receiver' })).toBe(
    'At most 20 a second, 4 at once; the receiver takes less at present',
  );
});

describe('a draft', () => {
  const webhook = {
    webhookId: 'wh_1',
    url: 'https://example.com/',
    events: ['channel.*'],
    description: 'search',
    headers: { 'x-api-key': 'k' },
    legacySignature: false,
    enabled: true,
    state: 'active' as const,
    createdAt: '',
    updatedAt: '',
  };

  test('of an existing webhook sends only what was changed', () => {
    const loaded = draftOf(webhook);
    expect(changesOf(loaded, loaded)).toEqual({});
    expect(changesOf({ ...loaded, allEvents: true, headers: [] }, loaded)).toEqual({ events: ['*'], headers: {} });
  });

  test('sets and removes ceilings, and says where one is no number', () => {
    const loaded = draftOf({ ...webhook, maxRequestsPerSecond: 0.5 });
    expect(changesOf({ ...loaded, maxRequestsPerSecond: '', maxConcurrentRequests: '8' }, loaded)).toEqual({
      maxRequestsPerSecond: null,
      maxConcurrentRequests: 8,
    });
    expect(validate({ ...loaded, maxRequestsPerSecond: 'many' }).maxRequestsPerSecond).toBe(
      'Type a number, or nothing.',
    );
    expect(isValid(validate(loaded))).toBe(true);
  });

  test('with the ARN of an event bus has that in place of a URL, and none of the headers typed before', () => {
    const eventBus = 'arn:aws:events:eu-west-1:111122223333:event-bus/community';
    const draft = { ...emptyDraft(), url: ` ${eventBus} ` };
    expect(fieldsOf(draft)).toMatchObject({ eventBus });
    expect(fieldsOf(draft)).not.toHaveProperty('url');
    const { url: _, ...rest } = webhook;
    expect(draftOf({ ...rest, eventBus }).url).toBe(eventBus);
    const typed = ['a b', 'Host', 'host'].map((name) => ({ name, value: '' }));
    const moved = { ...draftOf(webhook), url: eventBus, headers: typed };
    expect(changesOf(moved, draftOf(webhook))).toEqual({ eventBus, headers: {} });
    expect(isValid(validate(moved))).toBe(true);
  });

  test('leaves out what the form of its kind does not show, whatever was typed before', () => {
    const headers = [{ name: 'x-api-key', value: 'k' }];
    const typed = { headers, legacySignature: true, maxRequestsPerSecond: '5', maxConcurrentRequests: 'many' };
    const none = { headers: {}, legacySignature: false };
    const bus = { ...emptyDraft(), ...typed, maxConcurrentRequests: '8', url: 'arn:aws:events:a' };
    expect(fieldsOf(bus)).toMatchObject({ ...none, maxRequestsPerSecond: 5, maxConcurrentRequests: 8 });
    const pulled = { ...emptyDraft(), ...typed, pull: true };
    expect(fieldsOf(pulled)).toMatchObject({ ...none, maxRequestsPerSecond: null, maxConcurrentRequests: null });
    expect(isValid(validate(pulled))).toBe(true);
    expect(isValid(validate({ ...pulled, pull: false }))).toBe(false);
  });

  test('keeps patterns of notices beside that of all events, and no others', () => {
    const draft = { ...emptyDraft(), patterns: ['webhook.*', 'channel.*'] };
    expect(fieldsOf({ ...draft, allEvents: true }).events).toEqual(['*', 'webhook.*']);
    expect(draftOf({ ...webhook, events: ['*', 'webhook.*'] })).toMatchObject({
      allEvents: true,
      patterns: ['webhook.*'],
    });
  });

  test('of a new webhook is sent without surrounding spaces and without empty rows', () => {
    const typed = { url: ' https://example.com/ ', description: ' search ' };
    const draft = { ...emptyDraft(), ...typed, headers: [{ name: '', value: '' }] };
    const sent = { url: 'https://example.com/', description: 'search', events: ['*'], headers: {} };
    expect(fieldsOf(draft)).toMatchObject(sent);
    expect(isValid(validate(draft))).toBe(true);
  });

  test('without an event, with a malformed filter or ceiling, or with a header twice, is not sent', () => {
    const headers = ['x-api-key', '', '', 'X-API-KEY'].map((name) => ({ name, value: '' }));
    const ceilings = { maxRequestsPerSecond: 'x', maxConcurrentRequests: '1,5' };
    const errors = validate({ ...emptyDraft(), allEvents: false, filter: '{', headers, ...ceilings });
    expect(errors).toEqual({
      patterns: expect.stringContaining('Choose an event'),
      filter: expect.stringContaining('not JSON yet'),
      maxRequestsPerSecond: expect.stringContaining('a number'),
      maxConcurrentRequests: expect.stringContaining('a number'),
      headers: { rows: [{}, {}, {}, { name: expect.stringContaining('already') }] },
    });
    for (const error of Object.keys(errors)) expect(isValid({ [error]: Reflect.get(errors, error) })).toBe(false);
  });
});

test('the API’s errors are assigned to the fields and rows that they name', () => {
  const error = new ApiError('url must use https', {
    status: 400,
    source: 'service',
    detail: [
      'url must use https',
      'events[1] must not be the deprecated channel.created; use channel.didCreate',
      'headers.x-a must be a header value: printable',
      'headers.x-a.b must not be a header that is set by the service',
      'filter.data.a must be an object or a list',
      'the request body must be smaller',
    ],
  });
  const rows = ['x-a', 'x-a.b', 'other'].map((name) => ({ name, value: '' }));
  expect(apiFieldErrors(error, rows)).toEqual({
    url: 'Must use https.',
    description: undefined,
    patterns: 'Must not be the deprecated channel.created; use channel.didCreate.',
    filter: 'Filter.data.a must be an object or a list.',
    headers: {
      all: undefined,
      rows: [
        { value: 'Must be a header value: printable.' },
        { name: 'Must not be a header that is set by the service.' },
        {},
      ],
    },
    general: ['The request body must be smaller.'],
  });
  const ofBus = new ApiError('eventBus must be an ARN', { status: 400, source: 'service', detail: [] });
  expect(apiFieldErrors(ofBus, [])).toMatchObject({ url: 'Must be an ARN.', general: [] });
});
