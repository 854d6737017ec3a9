/** The user's action that a platform event describes (docs/spec/activity.md#events-that-become-records): one case a row. */
import * as v from 'valibot';
import type { Action } from '../../contract/activity.ts';
import type { ActivityEventName } from '../../contract/activity-events.ts';
import { CommentReaction, CommentWritten, PostReaction, ReplyWritten } from '../../contract/event-payloads.ts';
import type { UserId } from '../../contract/ids.ts';

/** Who did what. */
export interface UserAction {
  readonly userId: UserId;
  readonly action: Action;
}

type ReactedPost = v.InferOutput<typeof PostReaction>;
type ReactedComment = v.InferOutput<typeof CommentReaction>;
type Comment = ReactedComment['comments'][0];
type WrittenComment = v.InferOutput<typeof CommentWritten>['comments'][0];
type Target = Pick<Action, 'targetId' | 'targetType'>;

/**
 * The action of an event, or undefined for a comment on something other than a post. Throws a ValiError where `data` is not
 * what ingest accepts.
 */
export function actionOfEvent(event: ActivityEventName, data: unknown): UserAction | undefined {
  switch (event) {
    case 'v3.post.didAddReaction':
      return reactionToPost(v.parse(PostReaction, data));
    case 'v3.post.didRemoveReaction':
      return removed(reactionToPost(v.parse(PostReaction, data)));
    case 'v3.comment.didAddReaction':
      return reactionToComment(v.parse(CommentReaction, data));
    case 'v3.comment.didRemoveReaction':
      return removed(reactionToComment(v.parse(CommentReaction, data)));
    case 'v3.comment.didCreate': {
      const [comment] = v.parse(CommentWritten, data).comments;
      return commentOn(post(comment), comment);
    }
    case 'v3.comment.didReply': {
      const [reply] = v.parse(ReplyWritten, data).comments;
      return commentOn({ targetId: reply.parentId, targetType: 'comment' }, reply);
    }
    case 'v3.comment.didDelete': {
      const [comment] = v.parse(CommentWritten, data).comments;
      return removed(commentOn(repliedTo(comment) ?? post(comment), comment));
    }
  }
}

function reactionToPost({ posts: [{ postId }], reactor }: ReactedPost): UserAction {
  const target: Target = { targetId: postId, targetType: 'post' };
  return { userId: reactor.userId, action: { ...target, ...reaction(reactor), parentType: 'post', parentId: postId } };
}

function reactionToComment({ comments: [comment], reactor }: ReactedComment): UserAction | undefined {
  if (!isUnderPost(comment)) return undefined;
  const target: Target = { targetId: comment.commentId, targetType: 'comment' };
  return { userId: reactor.userId, action: { ...target, ...reaction(reactor), ...parent(comment) } };
}

function commentOn(target: Target, comment: WrittenComment): UserAction | undefined {
  if (!isUnderPost(comment)) return undefined;
  const object = { objectId: comment.commentId, objectType: 'comment' } as const;
  return { userId: comment.userId, action: { ...target, ...object, ...parent(comment) } };
}

/** A removal keeps the target, object and parent of what was removed (docs/spec/activity.md#removals). */
const removed = (done: UserAction | undefined): UserAction | undefined =>
  done && { ...done, action: { ...done.action, action: 'removed' } };

const reaction = ({ reactionId, reactionName }: ReactedPost['reactor']) =>
  ({ objectId: reactionId, objectType: `reaction_${reactionName}` }) as const;

const isUnderPost = (comment: Comment): boolean => comment.referenceType === 'post';
const post = (comment: Comment): Target => ({ targetId: comment.referenceId, targetType: 'post' });
const parent = (comment: Comment) => ({ parentType: 'post', parentId: comment.referenceId }) as const;
const repliedTo = ({ parentId }: Comment): Target | undefined =>
  parentId ? { targetId: parentId, targetType: 'comment' } : undefined;
