/** What the webhook form knows without asking: it must never refuse what the service takes. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { ApiError } from '../../../client/index.ts';
import { asksFor, EventPattern } from '../../../contract/event-patterns.ts';
import { WebhookHeaders } from '../../../contract/webhook-headers.ts';
import { vetWebhookUrl } from '../../../lambdas/shared/webhook-url.ts';
import { changesOf, draftOf, emptyDraft, fieldsOf, isSound, problemsOf } from '../../../panel/webhooks/form/draft.ts';
import { eventOptions } from '../../../panel/webhooks/form/event-options.ts';
import { covers, isPattern, withoutCovered } from '../../../panel/webhooks/form/event-patterns.ts';
import { checkHeaders } from '../../../panel/webhooks/form/header-check.ts';
import { refusalOf } from '../../../panel/webhooks/form/refusal.ts';
import { checkUrl, isBeginning } from '../../../panel/webhooks/form/url-check.ts';

const here = { isLocal: true };
const deployed = { isLocal: false };

describe('a URL that is typed', () => {
  test.each([
    ['hooks.example.com/events', 'Begin with https'],
    ['ftp://example.com/', 'Begin with https'],
    ['https://', 'not a URL'],
    ['https://exa mple.com/', 'no spaces'],
    ['https://user:key@example.com/', 'Leave out'],
    [`https://example.com/${'x'.repeat(2048)}`, 'at most 2048'],
  ])('is wrong where it surely is: %j', (url, complaint) => {
    expect(checkUrl(url, here).error).toContain(complaint);
  });

  test.each([
    ['http://hooks.example.com/', 'http is refused unless'],
    ['https://localhost/', 'reachable from the internet'],
    ['https://0x7f.1/', 'reachable from the internet'],
    ['http://192.168.0.7:9000/', 'reachable from the internet'],
    ['https://[fd00::1]/', 'reachable from the internet'],
  ])('is warned of where the service decides, and not on the machine of the service: %j', (url, warning) => {
    expect(checkUrl(url, deployed)).toEqual({ warning: expect.stringContaining(warning) });
    expect(checkUrl(url, here)).toEqual({});
  });

  test('is not corrected in the middle of its scheme', () => {
    expect(['', 'h', 'HTTPS:', 'https://', 'http://'].map(isBeginning)).not.toContain(false);
    expect(isBeginning('https://e')).toBe(false);
  });

  test('is never refused here and taken by the service', () => {
    const text = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.webAuthority({ withUserInfo: true }).map((at) => `https://${at}/`),
    );
    const anywhere = { allowHttp: true, allowedRanges: ['loopback' as const, 'private' as const] };
    fc.assert(
      fc.property(text, (url) => {
        fc.pre(checkUrl(url, here).error !== undefined);
        expect(vetWebhookUrl(url, anywhere).refusal).toBeDefined();
      }),
    );
  });
});

describe('event patterns', () => {
  const part = fc.stringMatching(/^[a-zA-Z0-9-]{0,5}$/);
  const dotted = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'));
  const pattern = fc.oneof(
    dotted,
    dotted.map((name) => `${name}.*`),
    fc.constantFrom('*', 'message.created', 'v3.*'),
  );

  test('are the ones that the service takes', () => {
    fc.assert(fc.property(pattern, (text) => isPattern(text) === v.is(EventPattern, text)));
  });

  test('match the names that the service delivers', () => {
    fc.assert(fc.property(pattern, dotted, (one, name) => covers(one, name) === asksFor([one], name)));
  });

  test('that another one covers are left out', () => {
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
  }));
  const offered = (chosen: readonly string[], typed: string) =>
    eventOptions(catalogue, chosen, typed).flatMap(({ options }) =>
      options.map(({ value, disabledReason }) => [value, disabledReason]),
    );

  test('offers what families have in common, families, and single events', () => {
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

  test('lets nothing be chosen that is covered already', () => {
    const taken = 'channel.* takes it already';
    expect(offered(['channel.*'], 'channel')).toEqual([
      ['channel.*', undefined],
      ['channel.didCreate', taken],
    ]);
  });

  test('takes a pattern that is typed, whether or not anything matches it', () => {
    expect(offered([], 'app.*')).toEqual([['app.*', undefined]]);
    expect(offered([], 'app.')).toEqual([]);
  });

  test('refuses a deprecated name and offers the one to use', () => {
    expect(offered([], 'channel.created')).toEqual([
      ['channel.created', expect.stringContaining('use channel.didCreate')],
      ['channel.didCreate', undefined],
    ]);
  });
});

describe('custom headers', () => {
  test('are complained of as the service would', () => {
    const name = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.stringMatching(/^[a-z-]{1,8}$/),
      fc.constantFrom('Host', 'Sec-Fetch-Mode', '__proto__', 'x-api-key', 'X-API-Key', 'a'.repeat(129)),
    );
    const value = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('v'.repeat(1025)));
    fc.assert(
      fc.property(name, value, (one, text) => {
        fc.pre(one !== '' || text !== '');
        const [problem] = checkHeaders([{ name: one, value: text }]);
        const headers = Object.fromEntries([[one, text]]);
        expect(Object.keys(problem ?? {}).length === 0).toBe(v.is(WebhookHeaders, headers));
      }),
    );
  });

  test('are named once, in whatever case; a row that is empty is left out', () => {
    const rows = [
      { name: 'x-api-key', value: 'a' },
      { name: '', value: '' },
      { name: 'X-API-KEY', value: 'b' },
    ];
    expect(checkHeaders(rows)).toEqual([{}, {}, { name: expect.stringContaining('already') }]);
  });
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

  test('of a webhook that is there sends only what was changed', () => {
    const loaded = draftOf(webhook);
    expect(changesOf(loaded, loaded)).toEqual({});
    expect(changesOf({ ...loaded, allEvents: true, headers: [] }, loaded)).toEqual({ events: ['*'], headers: {} });
  });

  test('that is new is sent without spaces around and without empty rows', () => {
    const draft = { ...emptyDraft(), url: ' https://example.com/ ', headers: [{ name: '', value: '' }] };
    expect(fieldsOf(draft)).toMatchObject({ url: 'https://example.com/', events: ['*'], headers: {} });
    expect(isSound(problemsOf(draft, here))).toBe(true);
  });

  test('says what is missing, and what is too much', () => {
    const draft = {
      ...emptyDraft(),
      allEvents: false,
      description: 'd'.repeat(201),
      headers: Array.from({ length: 21 }, (_, index) => ({ name: `x-${index}`, value: '' })),
    };
    const problems = problemsOf(draft, here);
    expect(problems).toMatchObject({
      url: expect.stringContaining('Enter the URL'),
      description: expect.stringContaining('At most 200'),
      events: expect.stringContaining('Choose an event'),
      headers: expect.stringContaining('At most 20'),
    });
    expect(isSound(problems)).toBe(false);
  });
});

test('complaints of the service stand at the fields and rows that they name', () => {
  const error = new ApiError('url must use https', {
    status: 400,
    detail: [
      'url must use https',
      'events[1] must not be the deprecated channel.created; use channel.didCreate',
      'headers.x-a must be a header value: printable',
      'headers.x-a.b must not be a header that is set by the service',
      'the request body must be smaller',
    ],
  });
  const rows = ['x-a', 'x-a.b', 'other'].map((name) => ({ name, value: '' }));
  expect(refusalOf(error, rows)).toEqual({
    url: 'Must use https.',
    description: undefined,
    events: 'Must not be the deprecated channel.created; use channel.didCreate.',
    headers: undefined,
    headerRows: [
      { value: 'Must be a header value: printable.' },
      { name: 'Must not be a header that is set by the service.' },
      {},
    ],
    others: ['The request body must be smaller.'],
  });
});
