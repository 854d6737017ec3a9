import { describe, expect, test } from '@jest/globals';
import { actionOfEvent } from '../../lambdas/activity/action-of-event.ts';

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
