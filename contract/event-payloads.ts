/**
 * Schemas of payloads: channel.didCreate (docs/spec/events.md#channel-creation-payload), and those that activity records
 * are made of (docs/spec/activity.md#events-that-become-records).
 */
import * as v from 'valibot';
import { UserId } from './ids.ts';
import { looseObject, timestamp, wellFormed } from './schema.ts';

const string = v.string('must be a string');
const number = v.number('must be a number');
const boolean = v.boolean('must be true or false');
const array = v.array(v.unknown(), 'must be an array');
const anyObject = looseObject({});

const MAX_ID_BYTES = 128;
const ID = `must be an id: a string of 1 to ${MAX_ID_BYTES} UTF-8 bytes`;
const PARENT_ID = `must be null or a string of at most ${MAX_ID_BYTES} UTF-8 bytes`;
const REACTION_TYPE = 'must be a reaction type: a string of 1 to 100 characters';

/** Activity records contain it, so its bound is what bounds the response that lists them. */
const id = v.pipe(v.string(ID), v.minLength(1, ID), v.maxBytes(MAX_ID_BYTES, ID), wellFormed(ID));
/** Empty or null where a comment is no reply. */
const parentId = v.nullable(v.pipe(v.string(PARENT_ID), v.maxBytes(MAX_ID_BYTES, PARENT_ID), wellFormed(PARENT_ID)));
const reactionType = v.pipe(v.string(REACTION_TYPE), v.regex(/^.{1,100}$/su, REACTION_TYPE), wellFormed(REACTION_TYPE));

const Channel = looseObject({
  isDistinct: boolean,
  type: string,
  metadata: anyObject,
  tags: array,
  isMuted: boolean,
  lastActivity: timestamp(),
  updatedAt: timestamp(),
  createdAt: timestamp(),
  isRateLimited: boolean,
  rateLimitWindow: number,
  channelId: string,
  memberCount: number,
  messageCount: number,
});

const User = looseObject({
  displayName: string,
  updatedAt: timestamp(),
  createdAt: timestamp(),
  userId: string,
  roles: array,
  flagCount: number,
  hashflag: looseObject({ bits: number, hashes: number, hash: array }),
});

export const ChannelCreated = looseObject({
  userIds: v.array(string, 'must be an array of user ids'),
  channel: Channel,
  users: v.array(User, 'must be an array of users'),
});

/** Who reacted, and how. */
const Reactor = looseObject({
  reactionId: id,
  reactionName: reactionType,
  userId: UserId,
});

const Comment = looseObject({
  commentId: id,
  referenceId: id,
  referenceType: string,
  parentId: v.optional(parentId),
});
const WrittenComment = looseObject({ ...Comment.entries, userId: UserId });

/** A non-empty array whose first element is the subject of the event. */
// @__NO_SIDE_EFFECTS__
function subjects<S extends v.GenericSchema<unknown, unknown>>(schema: S, what: string) {
  return v.tupleWithRest([schema], schema, `must be an array of at least one of the ${what}`);
}

export const PostReaction = looseObject({ posts: subjects(looseObject({ postId: id }), 'posts'), reactor: Reactor });
export const CommentReaction = looseObject({ comments: subjects(Comment, 'comments'), reactor: Reactor });
export const CommentWritten = looseObject({ comments: subjects(WrittenComment, 'comments') });
export const ReplyWritten = looseObject({
  comments: subjects(looseObject({ ...WrittenComment.entries, parentId: id }), 'comments'),
});

const keyTypes = {
  arrays: [
    'categories',
    'commentChildren',
    'comments',
    'communities',
    'communityUsers',
    'feeds',
    'files',
    'messageFeeds',
    'messages',
    'polls',
    'postChildren',
    'posts',
    'reactions',
    'userIds',
    'users',
    'videoStreamings',
  ],
  objects: ['channel', 'reactor'],
  strings: ['actorId', 'adderId', 'flaggedUserId', 'removerId', 'status', 'userId'],
} as const;

/** A payload whose keys are documented by name only. A key that is present must have the type in `keyTypes`, if any. */
// @__NO_SIDE_EFFECTS__
export function documentedKeys(keys: readonly string[]) {
  return looseObject(Object.fromEntries(keys.map((key) => [key, v.optional(typeOfKey(key))])));
}

function typeOfKey(key: string) {
  if (keyTypes.arrays.some((name) => name === key)) return array;
  if (keyTypes.objects.some((name) => name === key)) return anyObject;
  if (keyTypes.strings.some((name) => name === key)) return string;
  return v.unknown();
}
