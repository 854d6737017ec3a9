/** Random events: some describe what a user did, and the record that the service should make of it. */

import type { Action } from '../../../contract/activity.ts';
import fc from '../../support/fast-check.ts';
import { actors } from './colliding-ids.ts';
import type { Post } from './model.ts';

/** What a random event is made from; the rest follows from its number within the run. */
export interface Seed {
  readonly kind: (typeof kinds)[number];
  readonly userId: string;
  /** How long ago it occurred, in milliseconds. Many occurred at the same time. */
  readonly ago: number;
}

const kinds = ['sale', 'sale elsewhere', 'reaction', 'removed reaction', 'reaction to a comment', 'reply'] as const;
const HOUR = 3_600_000;

/** Names begin like one another, for the patterns of webhooks. */
const names = {
  sale: 'shop.didSell',
  'sale elsewhere': 'shops.didSell',
  reaction: 'v3.post.didAddReaction',
  'removed reaction': 'v3.post.didRemoveReaction',
  'reaction to a comment': 'v3.comment.didAddReaction',
  reply: 'v3.comment.didReply',
} as const;

export const eventSeed: fc.Arbitrary<Seed> = fc.record({
  kind: fc.constantFrom(...kinds),
  userId: fc.constantFrom(...actors),
  ago: fc.constantFrom(0, 0, 1, 2, HOUR, 72 * HOUR),
});

/** The event of a seed, and what it says. `now` is in milliseconds since 1970. */
export function eventOf(
  { kind, userId, ago }: Seed,
  n: number,
  now: number,
): Pick<Post, 'event' | 'data' | 'occurredAt' | 'done'> {
  const all = { event: names[kind], occurredAt: new Date(now - ago).toISOString() };
  const postId = `post ${n}`;
  const comment = { commentId: `comment ${n}`, referenceId: postId, referenceType: 'post' };
  const reactor = { reactionId: `reaction ${n}`, reactionName: 'like', userId };
  const onPost = { targetId: postId, targetType: 'post', parentType: 'post', parentId: postId } as const;
  const onComment = { ...onPost, targetId: comment.commentId, targetType: 'comment' } as const;
  const reaction = { objectId: reactor.reactionId, objectType: 'reaction_like' } as const;
  const did = (data: object, action: Action) => ({ ...all, data: { n, ...data }, done: { userId, action } });
  switch (kind) {
    case 'sale':
    case 'sale elsewhere':
      return { ...all, data: { n, text: `é "${userId}" \u2028 \\ </script>` } };
    case 'reaction':
      return did({ posts: [{ postId }], reactor }, { ...onPost, ...reaction });
    case 'removed reaction':
      return did({ posts: [{ postId }], reactor }, { ...onPost, ...reaction, action: 'removed' });
    case 'reaction to a comment':
      return did({ comments: [comment], reactor }, { ...onComment, ...reaction });
    case 'reply': {
      const reply = { ...comment, userId, parentId: `parent ${n}` };
      const object = { objectId: comment.commentId, objectType: 'comment' } as const;
      return did({ comments: [reply] }, { ...onPost, targetId: reply.parentId, targetType: 'comment', ...object });
    }
  }
}
