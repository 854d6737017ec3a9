/**
 * The events that become activity records, and what ingest checks of their `data`: the members that records are made
 * of, and nothing else (docs/spec/events.md#payload-checks, docs/spec/activity.md#events-that-become-records).
 */
import * as v from 'valibot';
import { UserId } from './ids.ts';
import { isJsonObject, looseObject, text, wellFormed } from './schema.ts';

export const ActivityEventName = v.picklist([
  'v3.post.didAddReaction',
  'v3.post.didRemoveReaction',
  'v3.comment.didAddReaction',
  'v3.comment.didRemoveReaction',
  'v3.comment.didCreate',
  'v3.comment.didReply',
  'v3.comment.didDelete',
]);
export type ActivityEventName = v.InferOutput<typeof ActivityEventName>;

export const activityEventNames = ActivityEventName.options;

/** The most bytes of an id in the payload of an activity. */
export const MAX_ID_BYTES = 128;
/** The most characters of a type of reaction. */
export const MAX_REACTION_TYPE_LENGTH = 100;
const ID = `must be an id: a string of 1 to ${MAX_ID_BYTES} UTF-8 bytes`;
const PARENT_ID = `must be null or a string of at most ${MAX_ID_BYTES} UTF-8 bytes`;
const REACTION_TYPE = `must be a reaction type: a string of 1 to ${MAX_REACTION_TYPE_LENGTH} characters`;

/** Activity records contain it, so its bound is what bounds the response that lists them. */
export const ActivityId = v.pipe(v.string(ID), v.minLength(1, ID), v.maxBytes(MAX_ID_BYTES, ID), wellFormed(ID));
/** Empty or null where a comment is no reply. */
const parentId = v.nullable(v.pipe(v.string(PARENT_ID), v.maxBytes(MAX_ID_BYTES, PARENT_ID), wellFormed(PARENT_ID)));
const reactionType = v.pipe(text(1, MAX_REACTION_TYPE_LENGTH, REACTION_TYPE), wellFormed(REACTION_TYPE));

/** Who reacted, and how. */
export const Reactor = looseObject({ reactionId: ActivityId, reactionName: reactionType, userId: UserId });
export type Reactor = v.InferOutput<typeof Reactor>;

const ReactedPost = looseObject({ postId: ActivityId });
export const ReactedComment = looseObject({
  commentId: ActivityId,
  referenceId: ActivityId,
  referenceType: v.literal('post'),
});
export type ReactedComment = v.InferOutput<typeof ReactedComment>;

export const WrittenComment = looseObject({
  ...ReactedComment.entries,
  userId: UserId,
  parentId: v.optional(parentId),
});
export type WrittenComment = v.InferOutput<typeof WrittenComment>;

const Reply = looseObject({ ...WrittenComment.entries, parentId: ActivityId });

/** Undefined for a comment on something else: it is not recorded (docs/spec/activity.md#comments-on-other-things). */
const CommentElsewhere = v.pipe(
  looseObject({ referenceType: v.string('must be a string') }),
  v.transform(() => undefined),
);
/** A reply names the comment that it replies to, wherever it is (docs/spec/activity.md#replies). */
const ReplyElsewhere = v.pipe(
  looseObject({ referenceType: v.string('must be a string'), parentId: ActivityId }),
  v.transform(() => undefined),
);

const isOnPost = (comment: unknown): boolean => isJsonObject(comment) && comment['referenceType'] === 'post';

/** A non-empty array. Only its first element, the subject of the event, is checked. */
// @__NO_SIDE_EFFECTS__
function subjectFirst<S extends v.GenericSchema<unknown, unknown>>(subject: S, what: string) {
  return v.looseTuple([subject], `must be an array of at least one of the ${what}`);
}

const commentsWith = <S extends v.GenericSchema<unknown, unknown>, E extends v.GenericSchema<unknown, unknown>>(
  onPost: S,
  elsewhere: E,
) =>
  subjectFirst(
    v.lazy((comment): S | E => (isOnPost(comment) ? onPost : elsewhere)),
    'comments',
  );

export const PostReaction = looseObject({ posts: subjectFirst(ReactedPost, 'posts'), reactor: Reactor });
export const CommentReaction = looseObject({
  comments: commentsWith(ReactedComment, CommentElsewhere),
  reactor: Reactor,
});
export const CommentWritten = looseObject({ comments: commentsWith(WrittenComment, CommentElsewhere) });
export const ReplyWritten = looseObject({ comments: commentsWith(Reply, ReplyElsewhere) });

/** The schema of each event's `data`. Of all other events only the type of `data` is checked. */
export const activityPayloads: Readonly<Record<ActivityEventName, v.GenericSchema<unknown, unknown>>> = {
  'v3.post.didAddReaction': PostReaction,
  'v3.post.didRemoveReaction': PostReaction,
  'v3.comment.didAddReaction': CommentReaction,
  'v3.comment.didRemoveReaction': CommentReaction,
  'v3.comment.didCreate': CommentWritten,
  'v3.comment.didReply': ReplyWritten,
  'v3.comment.didDelete': CommentWritten,
};
