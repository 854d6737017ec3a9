import { describe, expect, test } from '@jest/globals';
import { actionOfEvent } from '../../lambdas/activity/action-of-event.ts';
import { candidateTimes } from '../../lambdas/activity/activities-table.ts';
import fc from '../support/fast-check.ts';

const reactor = { reactionId: 'r1', reactionName: 'like', userId: 'alice' };
const comment = { commentId: 'c1', userId: 'alice', referenceId: 'p1', referenceType: 'post' };
const reply = { ...comment, commentId: 'c2', parentId: 'c1' };

const onPost = { targetId: 'p1', targetType: 'post', parentType: 'post', parentId: 'p1' };
const onComment = { targetId: 'c1', targetType: 'comment', parentType: 'post', parentId: 'p1' };
const like = { objectId: 'r1', objectType: 'reaction_like' };
const written = { objectId: 'c1', objectType: 'comment' };
const replied = { objectId: 'c2', objectType: 'comment' };

/** docs/spec/activity.md#recorded-actions and docs/spec/activity.md#events-that-become-records, row by row. */
const scenarios = [
  ['v3.post.didAddReaction', { posts: [{ postId: 'p1' }], reactor }, { ...onPost, ...like }],
  ['v3.post.didRemoveReaction', { posts: [{ postId: 'p1' }], reactor }, { ...onPost, ...like, action: 'removed' }],
  ['v3.comment.didAddReaction', { comments: [comment], reactor }, { ...onComment, ...like }],
  ['v3.comment.didRemoveReaction', { comments: [comment], reactor }, { ...onComment, ...like, action: 'removed' }],
  ['v3.comment.didCreate', { comments: [comment] }, { ...onPost, ...written }],
  ['v3.comment.didCreate', { comments: [reply] }, { ...onComment, ...replied }],
  ['v3.comment.didReply', { comments: [reply] }, { ...onComment, ...replied }],
  ['v3.comment.didDelete', { comments: [comment] }, { ...onPost, ...written, action: 'removed' }],
  ['v3.comment.didDelete', { comments: [reply] }, { ...onComment, ...replied, action: 'removed' }],
] as const;

describe('the action of an event', () => {
  test.each(scenarios)('%s is recorded as its row says', (event, data, action) => {
    expect(actionOfEvent(event, data)).toEqual({ userId: 'alice', action });
  });

  test('a reaction to a comment is the reactor’s, not the author’s', () => {
    const data = { comments: [{ ...comment, userId: 'bob' }], reactor };
    expect(actionOfEvent('v3.comment.didAddReaction', data)?.userId).toBe('alice');
  });

  test.each([
    'v3.comment.didCreate',
    'v3.comment.didReply',
    'v3.comment.didDelete',
    'v3.comment.didAddReaction',
  ] as const)('%s on something other than a post is not recorded', (event) => {
    expect(actionOfEvent(event, { comments: [{ ...reply, referenceType: 'content' }], reactor })).toBeUndefined();
  });

  test.each([undefined, null, ''])('a parentId of %j means that nothing was replied to', (parentId) => {
    for (const event of ['v3.comment.didCreate', 'v3.comment.didDelete'] as const) {
      const data = { comments: [{ ...comment, parentId }] };
      expect(actionOfEvent(event, data)?.action).toMatchObject({ targetId: 'p1', targetType: 'post' });
    }
  });
});

describe('time stamps of actions', () => {
  const moment = Date.UTC(2024, 1, 28, 12, 0, 0, 123);

  test('are at most 14, the first four of them different ones of the action’s own millisecond, whatever the event id', () => {
    fc.assert(
      fc.property(fc.string(), (eventId) => {
        const times = [...candidateTimes(moment, eventId)];
        expect(times).toHaveLength(14);
        const own = times.slice(0, 4);
        expect(new Set(own).size).toBe(4);
        for (const time of own) expect(time).toMatch(/^2024-02-28T12:00:00\.123\d{3}Z$/);
        for (const time of times) expect(time).toMatch(/^2024-02-28T12:00:0[01]\.\d{6}Z$/);
      }),
    );
  });

  test.each([
    [1_100, 3, 64],
    [10_000, 8, 1_024],
  ])('of %i actions at one time are all different, after %i writes on average, within %i ms', (actions, writes, ms) => {
    const taken = new Set<string>();
    let tried = 0;
    for (let i = 0; i < actions; i++) {
      for (const time of candidateTimes(moment, `event-${i}`)) {
        tried += 1;
        if (taken.has(time)) continue;
        taken.add(time);
        break;
      }
    }
    expect(taken.size).toBe(actions);
    expect(tried / actions).toBeLessThan(writes);
    const latest = Math.max(...[...taken].map((time) => Date.parse(time)));
    expect(latest - moment).toBeLessThan(ms);
  });

  test('of different events mostly differ in the first candidate', () => {
    const firstCandidates = Array.from({ length: 200 }, (_, i) => candidateTimes(moment, `event-${i}`).next().value);
    expect(new Set(firstCandidates).size).toBeGreaterThan(150);
  });
});
