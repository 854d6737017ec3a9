import { expect, test } from '@jest/globals';
import type { PostedEvent } from './load.ts';
import { type Evidence, verdictOn, type WebhookEvidence } from './verdict.ts';

type Logged = WebhookEvidence['log'][number];

const posted: readonly PostedEvent[] = [
  { id: 'sold', postedAt: 1_000, event: 'shop.didSell', data: {} },
  { id: 'liked', postedAt: 2_000, event: 'v3.post.didAddReaction', data: {}, userId: 'ada' },
];
const delivered: Logged = { deliveryId: 'D1', eventId: 'sold', state: 'delivered', attemptCount: 1 };
const failed: Logged = { deliveryId: 'D2', eventId: 'liked', state: 'failed', attemptCount: 6 };
const webhook = { webhookId: 'w', patterns: ['*'], log: [delivered, failed], accepted: new Set(['D1']) };
const stored = {
  activities: [{ networkId_userId: 'storm_ada', eventId: 'liked' }],
  events: ['sold', 'liked'].map((id) => ({
    networkId_eventId: `storm_${id}`,
    event: 'shop.didSell',
    body: '{}',
    acceptedAt: 2_000,
  })),
};
const readOf = (...ids: readonly string[]) => new Map(ids.map((id) => [id, '']));
const fine: Evidence = {
  reader: readOf('sold', 'liked'),
  others: {},
  posted,
  stored,
  webhooks: [webhook],
  visible: 0,
  timed: 0,
  notPutBack: [],
};

/** What is wrong, without what is not. */
const wrongIn = (evidence: Evidence) =>
  Object.fromEntries(Object.entries(verdictOn(evidence).wrong).filter(([, examples]) => examples.length > 0));
const withLog = (log: readonly Logged[]) => ({ ...fine, webhooks: [{ ...webhook, log }] });

test('a verdict finds nothing wrong where everything has arrived, or failed after its attempts', () => {
  expect(wrongIn(fine)).toEqual({});
});

test('a verdict names what is lost, and what is there twice', () => {
  expect(wrongIn({ ...fine, stored: { ...stored, events: [] } })).toEqual({ lostEvents: [expect.any(String)] });
  expect(wrongIn({ ...fine, stored: { ...stored, activities: [] } })).toEqual({
    lostActivities: ['liked'],
  });
  const twice = [...stored.activities, ...stored.activities];
  expect(wrongIn({ ...fine, stored: { ...stored, activities: twice } })).toEqual({
    duplicatedActivities: ['liked'],
  });
  expect(wrongIn(withLog([delivered]))).toEqual({ lostDeliveries: ['liked'] });
  expect(wrongIn(withLog([delivered, delivered, failed]))).toEqual({
    duplicatedDeliveries: ['sold'],
  });
});

test('a verdict names deliveries that claim what did not happen, and those that nobody will look at again', () => {
  expect(wrongIn({ ...fine, webhooks: [{ ...webhook, accepted: new Set() }] })).toEqual({
    deliveredToNobody: ['sold'],
  });
  expect(wrongIn(withLog([delivered, { ...failed, attemptCount: 5 }]))).toEqual({ failedTooEarly: ['liked'] });
  const waiting = [delivered, failed].map((one) => ({ ...one, state: 'retrying' as const }));
  expect(wrongIn(withLog(waiting))).toEqual({ waitingWithoutReason: ['sold', 'liked'] });
});

test('a verdict names what a receiver has not read, or not in order, and what was not erased', () => {
  expect(wrongIn({ ...fine, reader: readOf('sold', 'what?') })).toEqual({ notRead: ['liked'], readInVain: ['what?'] });
  // The clock of the process was behind, so that the event is older than the reader looks back.
  const early = stored.events.map((event) => ({ ...event, acceptedAt: 1_999 }));
  expect(wrongIn({ ...fine, reader: readOf('sold'), stored: { ...stored, events: early } })).toEqual({});
  const reversed = new Map([
    ['sold', '2026-11-28T10:00:02.000Z'],
    ['liked', '2026-11-28T10:00:01.000Z'],
  ]);
  expect(wrongIn({ ...fine, reader: reversed })).toEqual({ readOutOfOrder: ['liked'] });
  const erased = posted.map((event) => (event.id === 'sold' ? { ...event, isErased: true as const } : event));
  expect(wrongIn({ ...fine, posted: erased })).toEqual({ notErased: ['storm_sold'] });
  const events = stored.events.map((event) =>
    event.networkId_eventId === 'storm_sold' ? { ...event, body: '' } : event,
  );
  const neverSent = {
    ...fine,
    posted: erased,
    stored: { ...stored, events },
    webhooks: [{ ...webhook, log: [failed] }],
  };
  expect(wrongIn({ ...neverSent, reader: readOf('liked') })).toEqual({});
  // An event that was read before its erasure does not come again with those around it.
  expect(wrongIn({ ...neverSent, reader: reversed })).toEqual({});
});

test('a verdict names messages that could not be put back', () => {
  expect(wrongIn({ ...fine, notPutBack: ['what?'] })).toEqual({ notPutBack: ['what?'] });
});
