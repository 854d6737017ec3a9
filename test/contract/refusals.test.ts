/** Malformed requests, and what the 400 names. That it gets to the caller is shown once for each route, end to end. */
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { LedgerHour, readLedger, reconcileLedger } from '../../contract/ledger.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import {
  LEGACY_SIGNATURE,
  SERVICE_SIGNATURE,
  WEBHOOK_ID,
  WEBHOOK_SIGNATURE,
  WEBHOOK_TIMESTAMP,
} from '../../contract/signature.ts';
import { parseOrRefuse, readQuery } from '../../lambdas/shared/request.ts';

const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `user-${n}`);
const checking = (...values: readonly string[]): string =>
  values.map((id) => `checkList=${encodeURIComponent(id)}`).join('&');

/** Query strings by route, and the parameter that the message names. */
const queries: readonly (readonly [keyof typeof routes, query: string, named: string])[] = [
  ...['0', '51', '-1', '1.5', 'ten', '', '1&limit=2', '1e1', '99999999999999999999'].map(
    (limit) => ['listActivities', `limit=${limit}`, 'limit'] as const,
  ),
  ['listActivities', 'createdAt=2024-02-28T12:00:00.000000Z', 'networkId_userId'],
  ['listActivities', 'networkId_userId=network_alice', 'createdAt'],
  ['listActivities', 'createdAt=&networkId_userId=network_alice', 'createdAt'],
  ['listActivities', 'createdAt=2024-02-28T12:00:00.000000Z&networkId_userId=', 'networkId_userId'],
  ['listActivities', 'createdAt=yesterday&networkId_userId=network_alice', 'createdAt'],
  ...['', 'other=1', checking(...ids(21)), 'checkList=', 'checkList=bob&checkList=', 'checkList=a%00b'].map(
    (query) => ['checkHidden', query, 'must be'] as const,
  ),
  ['checkHidden', checking('x'.repeat(129)), 'checkList'],
  ['checkHidden', 'checkList=100%', '%25'],
  ['listDeliveries', 'state=lost', 'state'],
  ['listDeliveries', 'class=bad', 'class'],
  ['listDeliveries', 'statusCode=99', 'statusCode'],
  ['listDeliveries', 'since=yesterday', 'since'],
  ...['2026-02-29', '2024-02-30', '2026-04-31'].map(
    (day) => ['listEvents', `since=${day}T00:00:00Z`, 'since'] as const,
  ),
  ['listDeliveries', 'since=2026-02-02T00:00:00Z&until=2026-02-01T00:00:00Z', 'until'],
  // As texts, they are in order.
  ['listDeliveries', 'since=2026-02-01T10:00:00Z&until=2026-02-01T10:30:00%2B01:00', 'until'],
  ['listEvents', 'event=x', 'event'],
  ['listEvents', 'since=2026-02-02T00:00:00Z&until=2026-02-01T00:00:00Z', 'until'],
  ['listAudit', 'webhookId=-x', 'webhookId'],
  ['listAudit', 'since=2027-01-01T10:00:00Z&until=2027-01-01T10:30:00%2B01:00', 'until'],
  ...(['listDeliveries', 'listAudit', 'listEvents'] as const).flatMap((route) => [
    [route, 'limit=0', 'limit'] as const,
    [route, 'limit=101', 'limit'] as const,
    [route, 'start=x', 'start'] as const,
  ]),
  ...[0, 721, 1.5].map((hours) => ['showWebhookStatistics', `hours=${hours}`, 'hours must be an integer'] as const),
];

test.each(queries)('%s refuses ?%s, and names %s', (route, query, named) => {
  const { query: schema, repeatable }: RouteDefinition = routes[route];
  expect(() => readQuery(schema ?? v.never(), query, repeatable)).toThrow(named);
});

test.each(['listDeliveries', 'listAudit', 'listEvents'] as const)('%s may be asked for a single moment', (route) => {
  const moment = '2026-02-01T00:00:00Z';
  const query = readQuery(routes[route].query, `since=${moment}&until=${moment}`);
  expect(query).toMatchObject({ since: moment, until: moment });
});

const event = (fields: object) => ({ events: [{ event: 'shop.didSell', data: {}, ...fields }] });
const position = { netid_uid: 'x', blocked_userId: 'x'.repeat(2000) };

/** Bodies by route, and the member that the message names. */
const bodies: readonly (readonly [keyof typeof routes, body: unknown, named: string])[] = [
  ...['x'.repeat(201), 'a\nb', '\u009b31m', '\u202egnp.exe', '\u2066', '\u200f', '\u2028', '\ud800'].map(
    (description) => ['updateWebhook', { description }, 'description'] as const,
  ),
  ['changeNoticeSettings', { addresses: ['=?utf-8?q?x?=@example.com'] }, 'addresses'],
  ['confirmNoticeAddress', { networkId: 'demo', token: 'short' }, 'token'],
  ...[
    undefined,
    null,
    ['bob'],
    { id: 'bob' },
    true,
    '',
    2 ** 53,
    1.5,
    'bob\0',
    'bob\n',
    '\ud800',
    'é'.repeat(65),
  ].flatMap((blockUserId) => [
    ['blockUser', { blockUserId }, 'blockUserId must be the id of another user'] as const,
    ['unblockUser', { blockUserId }, 'blockUserId must be the id of another user'] as const,
  ]),
  ...[5, 'user-19', [], { netid_uid: 'x' }, position, ' '].map(
    (paginationToken) => ['listBlockedUsers', { paginationToken }, 'paginationToken'] as const,
  ),
  ['listBlockedUsers', { withHideMode: 'true' }, 'withHideMode must be true'],
  ...[undefined, '', 7, 'a\0'].map((actorId) => ['checkAudience', { actorId, userIds: ['bob'] }, 'actorId '] as const),
  ...[undefined, [], ids(101), 'bob'].map(
    (userIds) => ['checkAudience', { actorId: 'alice', userIds }, 'must be a list of 1 to 100'] as const,
  ),
  ['checkAudience', { actorId: 'alice', userIds: ['bob', 7] }, 'userIds[1] '],
  ...[{ askedAt: '2026-02-01T00:00:00Z' }, { statusCode: 600 }, { until: '2026-01-31T00:00:00Z' }].map(
    (more) => ['recoverDeliveries', { since: '2026-02-01T00:00:00Z', ...more }, `${Object.keys(more)} must `] as const,
  ),
  ['checkAudience', { actorId: 'alice', userIds: ['é'.repeat(65)] }, 'userIds[0] '],
  ['ingestEvents', { events: [] }, 'events must be an array of 1 to 100 events'],
  ['ingestEvents', { events: ids(101).map((id) => ({ id, event: 'a.b', data: {} })) }, 'events must be an array of 1'],
  ...[`a.${'b'.repeat(99)}`, 'a.b.c.d.e', 'Shop.didSell', 'nodots'].map(
    (name) => ['ingestEvents', event({ event: name }), 'events[0].event must be'] as const,
  ),
  ...['', 'x'.repeat(65), 5].map((id) => ['ingestEvents', event({ id }), 'events[0].id'] as const),
  ['ingestEvents', event({ occurredAt: '2024-02-28T12:00:00' }), 'events[0].occurredAt'],
  ['ingestEvents', event({ event: 'v3.post.didAddReaction', data: { posts: [], reactor: {} } }), 'data.posts'],
  ...Object.entries({
    'message.created': 'message.didCreate',
    'channel.created': 'channel.didCreate',
    'channel.joined': 'channel.didJoin',
    'channel.membersAdded': 'channel.didAddUsers',
    'v3.video-streaming.didRecord': 'video-streaming.didRecord',
    'v3.video-streaming.didStart': 'video-streaming.didStart',
    'v3.video-streaming.didStop': 'video-streaming.didStop',
  }).map(([deprecated, current]) => ['ingestEvents', event({ event: deprecated }), `use ${current}`] as const),
  ...[
    'no address',
    'a@b',
    'two@example.com,three@example.com',
    'Name <name@example.com>',
    'line@example.com\r\nBcc: other@example.com',
    `${'x'.repeat(65)}@example.com`,
    'ünïcode@example.com',
  ].map(
    (address) => ['changeNoticeSettings', { addresses: [address] }, 'addresses[0] must be an e-mail address'] as const,
  ),
  ['changeNoticeSettings', { addresses: ids(11).map((id) => `${id}@example.com`) }, 'addresses'],
  ['sendTestEvent', { data: [1] }, 'data must be a JSON object'],
  ...[
    ...['', '0', 7, null, trace.toUpperCase(), ` ${trace}`, `${trace}-00`, `${trace}, ${trace}`, `ff${trace.slice(2)}`],
    ...[`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`],
    ...[`01${trace.slice(2)}.`, `01${trace.slice(2)}-${'a'.repeat(300)}`],
  ].map(
    (traceparent) =>
      [
        'ingestEvents',
        { events: [{ event: 'shop.didSell', data: {}, traceparent }] },
        'events[0].traceparent must be a traceparent',
      ] as const,
  ),
  ['createAdminLink', {}, 'user is missing'],
  ['createAdminLink', { user: '' }, 'user must be a user id'],
  ['createAdminLink', { user: 'ada', role: 'server' }, 'role must be admin or viewer'],
  ...[59, 43_201].map(
    (sessionSeconds) =>
      [
        'createAdminLink',
        { user: 'ada', sessionSeconds },
        'sessionSeconds must be an integer from 60 to 43200',
      ] as const,
  ),
  ...[[], 5, null].map((body) => ['blockUser', body, 'the request body must be a JSON object'] as const),
  ...[{}, { url: 'https://hooks.example.com/', eventBus: 'arn:aws:events:eu-west-1:111122223333:event-bus/a' }].map(
    (webhook) =>
      ['createWebhook', webhook, 'the request body must have exactly one of url, eventBus and pull'] as const,
  ),
  ...['arn:aws:sqs:eu-west-1:111122223333:event-bus/a', 'community'].map(
    (eventBus) => ['createWebhook', { eventBus }, 'eventBus must be the ARN'] as const,
  ),
  // https://docs.aws.amazon.com/eventbridgev2/latest/APIReference/API_PutEvents.html
  [
    'createWebhook',
    { eventBus: 'arn:aws:events:eu-west-1:111122223333:event-busv2/orders/abcdefghijklmnopqrstuvwxy' },
    'buses of the new kind, event-busv2, are not supported',
  ],
  [
    'updateWebhook',
    { url: 'https://hooks.example.com/', eventBus: 'arn:aws:events:eu-west-1:111122223333:event-bus/a' },
    'exactly one of url, eventBus and pull',
  ],
  ...[{}, { unknown: 1 }].map(
    (changes) => ['updateWebhook', changes, 'at least one of url, eventBus, pull, events'] as const,
  ),
  ...[-1, 168.5, '1', null].map(
    (hours) => ['rotateSecret', { takesEffectInHours: hours }, 'takesEffectInHours must be a number of hours'] as const,
  ),
  ...[-0.001, 169, [24]].map(
    (hours) => ['rotateSecret', { overlapHours: hours }, 'overlapHours must be a number of hours from 0'] as const,
  ),
];

const url = 'https://hooks.example.com/';
const headers = (count: number) => Object.fromEntries(ids(count).map((name) => [name, '1']));
const patterns = (count: number) => ids(count).map((noun) => `${noun}.*`);

/** Wrong values of each field of a webhook, and words that the message must have in addition to the field's name. */
const webhookFields: readonly (readonly [field: string, value: unknown, why: string])[] = [
  ['url', '', 'URL'],
  ['url', null, 'URL'],
  ['url', 'https://hooks.example.com/a b', 'spaces'],
  ['url', 'https://hooks.example.com/a\nb', 'spaces'],
  ['url', `https://hooks.example.com/${'x'.repeat(2048)}`, '2048'],
  ['events', [], '1 to 50'],
  ['events', '*', 'array'],
  ['events', patterns(51), '1 to 50'],
  ['events[0]', [7], 'event pattern'],
  ['events[0]', ['channel'], 'event pattern'],
  ['events[0]', ['*.didCreate'], 'event pattern'],
  ['events[0]', ['channel*'], 'event pattern'],
  ['events[0]', ['Channel.*'], 'event pattern'],
  ['events[0]', ['a.b.c.d.*'], 'event pattern'],
  ['events[0]', [`a.${'b'.repeat(99)}`], 'event pattern'],
  ['events[1]', ['*', 'message.created'], 'message.didCreate'],
  ['filter', ['x'], 'event pattern'],
  ['filter.detail', { detail: { a: ['x'] } }, 'event or data'],
  ['filter.data.a[1].prefix', { data: { a: ['x', { prefix: 1 }] } }, 'string'],
  ['filter.$or[1].data', { $or: [{ event: ['app.opened'] }, { data: ['x'] }] }, 'object'],
  ['filter', { data: { a: ['x'.repeat(5_000)] } }, '4096 bytes'],
  ['description', 7, '200'],
  ['headers', [], 'object'],
  ['headers', headers(21), '20'],
  ['headers', { 'x-a': '1', 'X-A': '2' }, 'twice'],
  ['headers', JSON.parse('{"__proto__":"x"}'), '__proto__'],
  ['headers', { constructor: 'x' }, 'constructor'],
  ['headers', { prototype: 'x' }, 'prototype'],
  ['headers.', { '': 'x' }, 'header name'],
  ['headers.x a', { 'x a': '1' }, 'header name'],
  ['headers.x:a', { 'x:a': '1' }, 'header name'],
  ['headers.x-ä', { 'x-ä': '1' }, 'header name'],
  ['headers.x\r\ny', { 'x\r\ny': '1' }, 'header name'],
  ['headers.x-a', { 'x-a': 1 }, 'header value'],
  ['headers.x-a', { 'x-a': 'ä' }, 'header value'],
  ['headers.x-a', { 'x-a': 'a\r\nb: c' }, 'header value'],
  ['headers.x-a', { 'x-a': 'x'.repeat(1025) }, 'header value'],
  ...[
    ...[SERVICE_SIGNATURE, LEGACY_SIGNATURE, WEBHOOK_ID, WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE],
    ...['Host', 'CONTENT-LENGTH', 'content-type', 'Transfer-Encoding', 'Connection', 'Proxy-Authorization'],
    // With these, no request would be sent.
    ...['Expect', 'Keep-Alive', 'Upgrade'],
    ...['X-Forwarded-For', 'Forwarded', 'Via', 'Sec-Fetch-Mode', 'User-Agent', 'Date', 'Range', 'Accept-Encoding'],
    ...['TE', 'Trailer', 'HTTP2-Settings', 'Alt-Used', 'X-Event-Id', 'X-Event-Accepted-At'],
  ].map((name) => [`headers.${name}`, { [name]: 'x' }, 'must not be'] as const),
  ['legacySignature', 'true', 'true or false'],
  ['maxRequestsPerSecond', 0.09, 'a number from 0.1 to 1,000, or null for no ceiling'],
  ['maxRequestsPerSecond', 1000.5, 'a number from 0.1 to 1,000, or null for no ceiling'],
  ['maxRequestsPerSecond', '5', 'a number from 0.1 to 1,000, or null for no ceiling'],
  ['maxConcurrentRequests', 0, 'an integer from 1 to 64, or null for no ceiling'],
  ['maxConcurrentRequests', 1.5, 'an integer from 1 to 64, or null for no ceiling'],
  ['maxConcurrentRequests', 65, 'an integer from 1 to 64, or null for no ceiling'],
  ['enabled', null, 'true or false'],
];

test.each(webhookFields)('a webhook is refused for %s: %j', (field, value, why) => {
  const [name = ''] = field.split(/[.[]/);
  for (const { body } of [routes.createWebhook, routes.updateWebhook]) {
    const given = body === routes.createWebhook.body ? { url, [name]: value } : { [name]: value };
    expect(() => parseOrRefuse(body.schema, given)).toThrow(why);
    expect(() => parseOrRefuse(body.schema, given)).toThrow(field.replace(/\.$/, ''));
  }
});

test('a webhook may have any other header', () => {
  const headers = { authorization: 'x', 'x-api-key': 'x', cookie: 'x', accept: 'x', 'x-empty': '' };
  expect(parseOrRefuse(routes.createWebhook.body.schema, { url, headers })).toMatchObject({ headers });
});

test.each(bodies)('%s refuses %j, and names %s', (route, body, named) => {
  const { body: taken }: RouteDefinition = routes[route];
  expect(() => parseOrRefuse(taken?.schema ?? v.never(), body)).toThrow(named);
});

test('a refusal lists 50 errors at most', () => {
  const ingest = () => parseOrRefuse(routes.ingestEvents.body.schema, { events: Array(100).fill({}) });
  const messages = Array(50).fill(expect.stringContaining(' is missing; it must be '));
  expect(ingest).toThrow(expect.objectContaining({ detail: messages }));
});

const hour = '2024-11-24T11';
/** Ids of that hour, and one of another. */
const [first, second, third] = ['A', 'B', 'C'].map((last) => `01JDEXAMPQ7W3N5Y8T2V4X6Z9${last}`);
const other = '01JDFXAMPQ7W3N5Y8T2V4X6Z9A';

const accepts = (claim: object): boolean => v.is(reconcileLedger.body.schema, { networkId: 'demo', hour, ...claim });

test.each<[boolean, object]>([
  [true, { deliveryIds: [] }],
  [true, { deliveryIds: [third, first, first] }],
  [true, { deliveryIds: [second], after: first, until: second }],
  [true, { deliveryIds: [], after: second, until: first }],
  [true, { deliveryIds: Array(1_000).fill(first), readAt: '2024-11-24T12:30:00.000Z' }],
  [false, {}],
  [false, { deliveryIds: [first], after: first }],
  [false, { deliveryIds: [third], until: second }],
  [false, { deliveryIds: [other] }],
  [false, { deliveryIds: [], after: other }],
  [false, { deliveryIds: [], until: other }],
  [false, { deliveryIds: Array(1_001).fill(first) }],
  [false, { deliveryIds: [], readAt: 'now' }],
])('%s: a claim is of one hour, with ids behind after and up to until', (expected, claim) => {
  expect(accepts(claim)).toBe(expected);
});

test('a ledger is read between ids of its hour', () => {
  const isRead = (range: object): boolean => v.is(readLedger.body.schema, { networkId: 'demo', hour, ...range });
  expect([{}, { after: first, until: second }, { after: other }, { until: other }].map(isRead)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ['2024-02-29T23', true],
  ['2023-02-29T23', false],
  ['2024-02-29T24', false],
  ['2024-02-29', false],
  ['2024-02-29T23:00', false],
])('%s is an hour: %s', (text, isHour) => {
  expect(v.is(LedgerHour, text)).toBe(isHour);
});
