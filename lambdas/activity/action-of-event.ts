/** The user's action in a platform event (docs/spec/activity.md#events-that-become-records): one case a row. */
import * as v from 'valibot';
import type { Action } from '../../contract/activity.ts';
import {
  type ActivityEventName,
  CommentReaction,
  CommentWritten,
  PostReaction,
  type ReactedComment,
  type Reactor,
  ReplyWritten,
  type WrittenComment,
} from '../../contract/activity-payloads.ts';
import type { UserId } from '../../contract/ids.ts';

/** Who did what. */
export interface UserAction {
  readonly userId: UserId;
  readonly action: Action;
}

type Target = Pick<Action, 'targetId' | 'targetType'>;

/**
 * The action of an event, or undefined for a comment on something other than a post. Throws a ValiError where `data` is
 * not what ingest accepts.
 */
export function actionOfEvent(event: ActivityEventName, data: unknown): UserAction | undefined {
  switch (event) {
    case 'v3.post.didAddReaction':
      return reactionToPost(data);
    case 'v3.post.didRemoveReaction':
      return removed(reactionToPost(data));
    case 'v3.comment.didAddReaction':
      return reactionToComment(data);
    case 'v3.comment.didRemoveReaction':
      return removed(reactionToComment(data));
    case 'v3.comment.didCreate':
      return writtenComment(v.parse(CommentWritten, data).comments[0]);
    case 'v3.comment.didReply':
      return writtenComment(v.parse(ReplyWritten, data).comments[0]);
    case 'v3.comment.didDelete':
      return removed(writtenComment(v.parse(CommentWritten, data).comments[0]));
  }
}

function reactionToPost(data: unknown): UserAction {
  const { posts, reactor } = v.parse(PostReaction, data);
  const { postId } = posts[0];
  const target: Target = { targetId: postId, targetType: 'post' };
  return { userId: reactor.userId, action: { ...target, ...reaction(reactor), parentType: 'post', parentId: postId } };
}

function reactionToComment(data: unknown): UserAction | undefined {
  const { comments, reactor } = v.parse(CommentReaction, data);
  const [comment] = comments;
  if (comment === undefined) return undefined;
  const target: Target = { targetId: comment.commentId, targetType: 'comment' };
  return { userId: reactor.userId, action: { ...target, ...reaction(reactor), ...parent(comment) } };
}

/** Its `parentId` makes a comment a reply, whatever the event's name (docs/spec/activity.md#replies). */
function writtenComment(comment: WrittenComment | undefined): UserAction | undefined {
  if (comment === undefined) return undefined;
  const { commentId, referenceId, parentId, userId } = comment;
  const target: Target = parentId
    ? { targetId: parentId, targetType: 'comment' }
    : { targetId: referenceId, targetType: 'post' };
  return { userId, action: { ...target, objectId: commentId, objectType: 'comment', ...parent(comment) } };
}

/** A removal keeps the target, object and parent of what was removed (docs/spec/activity.md#removals). */
const removed = (done: UserAction | undefined): UserAction | undefined =>
  done && { ...done, action: { ...done.action, action: 'removed' } };

const reaction = ({ reactionId, reactionName }: Reactor) =>
  ({ objectId: reactionId, objectType: `reaction_${reactionName}` }) as const;

const parent = ({ referenceId }: ReactedComment) => ({ parentType: 'post', parentId: referenceId }) as const;
