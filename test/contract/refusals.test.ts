/** Malformed requests, and what the 400 names. That it gets to the caller is shown once for each route, end to end. */
import { expect, test } from '@jest/globals';
import type { Schema } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import { parseOrRefuse, readQuery } from '../../lambdas/shared/request.ts';

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
    (query) => ['checkHidden', query, 'checkList'] as const,
  ),
  ['checkHidden', checking('x'.repeat(129)), 'checkList'],
  ['checkHidden', 'checkList=100%', '%25'],
  ['listDeliveries', 'state=lost', 'state'],
  ['listDeliveries', 'class=bad', 'class'],
  ['listDeliveries', 'statusCode=99', 'statusCode'],
  ['listDeliveries', 'since=yesterday', 'since'],
  ['listDeliveries', 'since=2026-02-02T00:00:00Z&until=2026-02-01T00:00:00Z', 'until'],
  ['listEvents', 'event=x', 'event'],
  ['listEvents', 'since=2026-02-02T00:00:00Z&until=2026-02-01T00:00:00Z', 'until'],
  ['listAudit', 'webhookId=x', 'webhookId'],
  ['listAudit', 'since=2027-01-01T00:00:00Z&until=2026-01-01T00:00:00Z', 'until'],
  ...(['listDeliveries', 'listAudit', 'listEvents'] as const).flatMap((route) => [
    [route, 'limit=0', 'limit'] as const,
    [route, 'limit=101', 'limit'] as const,
    [route, 'start=x', 'start'] as const,
  ]),
  ...[0, 721, 1.5].map((hours) => ['showWebhookStatistics', `hours=${hours}`, 'hours must be an integer'] as const),
];

test.each(queries)('%s refuses ?%s, and names %s', (route, query, named) => {
  const { query: schema, repeatable = [] }: { readonly query: Schema; readonly repeatable?: readonly string[] } =
    routes[route];
  expect(() => readQuery(schema, query, repeatable)).toThrow(named);
});

const event = (fields: object) => ({ events: [{ event: 'shop.didSell', data: {}, ...fields }] });
const reaction = { reactionId: 'r', reactionName: 'x'.repeat(101), userId: 'u' };
const comment = { commentId: 'c', userId: 'u', referenceId: 'p', referenceType: 'post' };
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
    (userIds) => ['checkAudience', { actorId: 'alice', userIds }, 'userIds '] as const,
  ),
  ['checkAudience', { actorId: 'alice', userIds: ['bob', 7] }, 'userIds[1] '],
  ['checkAudience', { actorId: 'alice', userIds: ['é'.repeat(65)] }, 'userIds[0] '],
  ['ingestEvents', { events: [] }, 'events must be an array of 1 to 100 events'],
  ['ingestEvents', { events: ids(101).map((id) => ({ id, event: 'a.b', data: {} })) }, 'events must be an array of 1'],
  ...[`a.${'b'.repeat(99)}`, 'a.b.c.d.e', 'Shop.didSell', 'nodots'].map(
    (name) => ['ingestEvents', event({ event: name }), 'events[0].event must be'] as const,
  ),
  ...['', 'x'.repeat(65), 5].map((id) => ['ingestEvents', event({ id }), 'events[0].id'] as const),
  ...['2024-02-28T12:00:00', '2024-02-32T12:00:00Z'].map(
    (occurredAt) => ['ingestEvents', event({ occurredAt }), 'events[0].occurredAt'] as const,
  ),
  ['ingestEvents', event({ event: 'v3.post.didAddReaction', data: { posts: [], reactor: {} } }), 'data.posts'],
  [
    'ingestEvents',
    event({ event: 'v3.post.didAddReaction', data: { posts: [{ postId: 'p' }], reactor: reaction } }),
    'reactionName',
  ],
  [
    'ingestEvents',
    event({ event: 'v3.comment.didCreate', data: { comments: [{ commentId: 'c' }] } }),
    'data.comments[0]',
  ],
  ['ingestEvents', event({ event: 'v3.comment.didReply', data: { comments: [comment] } }), 'parentId'],
  ['ingestEvents', event({ event: 'webhook.didGoDown' }), 'only the service itself sends notices'],
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
];

test.each(bodies)('%s refuses %j, and names %s', (route, body, named) => {
  expect(() => parseOrRefuse(routes[route].body.schema, body)).toThrow(named);
});
