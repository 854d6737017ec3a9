/** What is stored of an event is bounded, so no list is too large to return (docs/spec/events.md#payload-checks). */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { listActivities } from '../../contract/activity.ts';
import { activityEventNames } from '../../contract/activity-payloads.ts';
import { defaultSettings } from '../../contract/delivery-settings.ts';
import { eventTypes } from '../../contract/event-catalogue.ts';
import { asksFor, isNotice, NoticeName } from '../../contract/event-names.ts';
import { ingestEvents } from '../../contract/events.ts';
import { capacityOf, type QuotaName, quotas } from '../../contract/quotas.ts';
import { timePrefix } from '../../contract/time-ids.ts';

const complaintsAbout = (event: object): readonly string[] =>
  (v.safeParse(ingestEvents.body.schema, { events: [event] }).issues ?? []).map(
    (issue) => `${v.getDotPath(issue)} ${issue.message}`,
  );

const comment = { commentId: 'c', referenceId: 'p', referenceType: 'post', userId: 'u', parentId: 'c0' };
const reactor = { reactionId: 'r', reactionName: 'like', userId: 'u' };
const posts = [{ postId: 'p' }];
const events = {
  commentId: (id: string) => ({ event: 'v3.comment.didCreate', data: { comments: [{ ...comment, commentId: id }] } }),
  referenceId: (id: string) => ({
    event: 'v3.comment.didCreate',
    data: { comments: [{ ...comment, referenceId: id }] },
  }),
  parentId: (id: string) => ({ event: 'v3.comment.didDelete', data: { comments: [{ ...comment, parentId: id }] } }),
  'parentId of a reply': (id: string) => ({
    event: 'v3.comment.didReply',
    data: { comments: [{ ...comment, parentId: id }] },
  }),
  postId: (id: string) => ({ event: 'v3.post.didAddReaction', data: { posts: [{ postId: id }], reactor } }),
  reactionId: (id: string) => ({
    event: 'v3.post.didRemoveReaction',
    data: { posts, reactor: { ...reactor, reactionId: id } },
  }),
} as const;

describe('ids of events that become activity records', () => {
  test.each(Object.entries(events))('%s has at most 128 UTF-8 bytes', (_, eventOf) => {
    for (const id of ['x'.repeat(128), '😀'.repeat(32)]) expect(complaintsAbout(eventOf(id))).toEqual([]);
    for (const id of ['x'.repeat(129), '😀'.repeat(33), 'x'.repeat(255 * 1024)]) {
      expect(complaintsAbout(eventOf(id))).toEqual([expect.stringMatching(/Id must be .*128 UTF-8 bytes/)]);
    }
  });

  test.each(Object.entries(events))('%s is refused with a lone surrogate, which has no UTF-8 form', (_, eventOf) => {
    expect(complaintsAbout(eventOf('\ud800'))).toEqual([expect.stringMatching(/Id must be /)]);
  });
});

describe('an odd event, which would cost the whole request', () => {
  const odd = [[], 'text', 7, null, {}, { channel: [[]] }];
  const ofCatalogue = [...eventTypes.keys()].filter(
    (event) => !activityEventNames.some((name) => name === event) && !isNotice(event),
  );

  test.each(ofCatalogue)('%s is accepted whatever its members are', (event) => {
    const { keys = [] } = eventTypes.get(event) ?? {};
    for (const value of odd) {
      expect(complaintsAbout({ event, data: Object.fromEntries(keys.map((key) => [key, value])) })).toEqual([]);
    }
  });

  test('is accepted where only members are odd that no activity record needs', () => {
    const rest = { users: 'none', files: null, channel: [], isDeleted: 'no', createdAt: 5 };
    const author = { userId: ['u'], parentId: 7 };
    const { userId: _, ...unsigned } = comment;
    for (const { event, data } of [
      { event: 'v3.post.didAddReaction', data: { posts: [{ postId: 'p', ...rest }, 'odd'], reactor, comments: {} } },
      { event: 'v3.comment.didRemoveReaction', data: { comments: [{ ...unsigned, ...author }, null], reactor } },
      {
        event: 'v3.comment.didCreate',
        data: { comments: [{ ...comment, parentId: null, ...rest }, { commentId: 5 }] },
      },
    ]) {
      expect(complaintsAbout({ event, data: { ...rest, ...data } })).toEqual([]);
    }
  });

  test('is accepted where the comment is on something that is not recorded', () => {
    const elsewhere = { referenceType: 'content', parentId: 'c0', commentId: ['c'], referenceId: null, userId: 5 };
    for (const event of ['didCreate', 'didReply', 'didDelete', 'didAddReaction']) {
      expect(complaintsAbout({ event: `v3.comment.${event}`, data: { comments: [elsewhere], reactor } })).toEqual([]);
    }
  });

  test.each([
    ['a reply without a parentId', 'didReply', { ...comment, parentId: undefined }, 'parentId is missing'],
    ['a reply with an empty parentId', 'didReply', { ...comment, parentId: '' }, 'parentId must be an id'],
    ['a parentId that is no string', 'didCreate', { ...comment, parentId: 7 }, 'parentId must be null or a string'],
    [
      'a comment without a referenceType',
      'didCreate',
      { ...comment, referenceType: undefined },
      'referenceType is missing',
    ],
    ['an author that is no string', 'didDelete', { ...comment, userId: 7 }, 'userId must be a user id'],
    [
      'a reply elsewhere without a parentId',
      'didReply',
      { referenceType: 'content', parentId: undefined },
      'parentId is missing',
    ],
  ])('is refused where it is %s', (_, event, subject, message) => {
    const complaints = complaintsAbout({
      event: `v3.comment.${event}`,
      data: { comments: [JSON.parse(JSON.stringify(subject))] },
    });
    expect(complaints).toEqual([expect.stringContaining(message)]);
  });
});

describe('the name of a notice', () => {
  test.each(NoticeName.options)('%s is refused, since receivers take it for one of the service itself', (event) => {
    expect(complaintsAbout({ event, data: {} })).toEqual([
      `events.0.event must not be ${event}: only the service itself sends notices`,
    ]);
  });

  test('is reserved, and no other name of its family', () => {
    expect(complaintsAbout({ event: 'webhook.didSomething', data: {} })).toEqual([]);
  });
});

describe('a reaction type', () => {
  const reactionOf = (reactionName: string) => ({
    event: 'v3.post.didAddReaction',
    data: { posts, reactor: { ...reactor, reactionName } },
  });

  test('has 1 to 100 characters of any script', () => {
    for (const name of ['x', '😀'.repeat(100), 'heart\n💛']) expect(complaintsAbout(reactionOf(name))).toEqual([]);
    for (const name of ['', 'x'.repeat(101), '😀'.repeat(101), '\udc00']) {
      expect(complaintsAbout(reactionOf(name))).toEqual([expect.stringMatching(/reactionName must be/)]);
    }
  });
});

describe('occurredAt', () => {
  const occurring = (occurredAt: string) => complaintsAbout({ event: 'shop.didSell', data: {}, occurredAt });
  const hoursAhead = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000).toISOString();

  test.each([
    '1970-01-01T00:00:00Z',
    '1970-01-01T05:30:00+05:30',
    '1969-12-31T16:00:00-08:00',
    '2016-12-31T23:59:59.999999999Z',
    '2024-02-28T12:00Z',
    hoursAhead(23),
  ])('may be %s', (time) => {
    expect(occurring(time)).toEqual([]);
  });

  test.each([
    ['year 0', '0000-01-01T00:00:00+01:00'],
    ['year 10,000 by its offset', '9999-12-31T23:59:59-01:00'],
    ['before 1970', '1969-12-31T23:59:59.999Z'],
    ['before 1970 by its offset', '1970-01-01T00:00:00+00:01'],
    ['more than a day ahead', hoursAhead(25)],
    ['a leap second, which has no time of its own', '2016-12-31T23:59:60Z'],
    ['in lower case', '2024-02-28t12:00:00z'],
  ])('is refused where it is %s', (_, time) => {
    expect(new Set(occurring(time))).toEqual(
      new Set([expect.stringMatching(/occurredAt must be .* between 1970 and a day from now/)]),
    );
  });
});

test('a page may start at a record of any year that was once accepted', () => {
  for (const year of ['0001', '-000001', '+010000']) {
    const createdAt = `${year}-12-31T23:59:59.000123Z`;
    expect(v.is(listActivities.query, { createdAt, networkId_userId: 'n_u' })).toBe(true);
  }
});

test.each<[QuotaName, number]>([
  ['events', 100],
  ['ingestBytes', 4 * 1024 * 1024],
  // Of 100 events to 50 webhooks, which may take two full buckets.
  ['deliveries', (100 * 50) / 2],
])('the smallest limit of the quota %s lets the largest request through', (quota, largest) => {
  expect(capacityOf(quota, quotas[quota].smallest)).toBeGreaterThanOrEqual(largest);
});

test('a receiver that is down is probed after a second, then at least every five minutes, for five days', () => {
  expect(defaultSettings).toMatchObject({ probeFirstSeconds: 1, probeMaxSeconds: 300, disableAfterSeconds: 432_000 });
});

test('a time before 1970 has the lowest ids', () => {
  expect(timePrefix(-1)).toBe('0'.repeat(10));
});

describe('the event catalogue', () => {
  test('has one sentence for each event, no two the same', () => {
    const sentences = Array.from(eventTypes.values(), ({ description }) => description);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^.]{10,}\.$/);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});

describe('event patterns', () => {
  test.each([
    [['*'], 'channel.didCreate', true],
    [['*'], 'webhook.didGoDown', false],
    [['*', 'webhook.*'], 'webhook.didGoDown', true],
    [['webhook.didGoDown'], 'webhook.didGoDown', true],
    [['*'], 'webhook.ofThePlatform', true],
    [['channel.*'], 'channel.didCreate', true],
    [['channel.*'], 'channels.didCreate', false],
    [['channel.*'], 'v3.channel.didCreate', false],
    [['v3.*'], 'v3.post.didCreate', true],
    [['v3.*'], 'v3x.didCreate', false],
    [['v3.post.*'], 'v3.post.didCreate', true],
    [['v3.post.*'], 'v3.comment.didCreate', false],
    [['channel.didCreate'], 'channel.didCreate', true],
    [['channel.didCreate'], 'channel.didCreateIt', false],
    [['message.*', 'channel.didCreate'], 'channel.didCreate', true],
    [[], 'channel.didCreate', false],
  ])('%j matches %s: %j', (patterns, event, matches) => {
    expect(asksFor(patterns, event)).toBe(matches);
  });
});
