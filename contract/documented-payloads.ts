/**
 * The documented payload of each event (docs/spec/events.md#payload-types), from which types and JSON Schemas are
 * generated. No function loads it, and ingest checks only what is in `activity-payloads.ts`: whatever activity records
 * don't need may be missing or null, or of another type.
 */
import * as v from 'valibot';
import { ActivityEventName } from './activity-payloads.ts';
import type { EventKey, EventType } from './event-catalogue.ts';

type Documented = v.GenericSchema<unknown, unknown>;

const string = v.nullish(v.string());
const number = v.nullish(v.number());
const boolean = v.nullish(v.boolean());
const time = v.nullish(v.pipe(v.string(), v.isoTimestamp()));
const array = v.nullish(v.array(v.unknown()));
const object = v.looseObject({});
const objects = v.nullish(v.array(object));

/** What activity records need is required, and never null. */
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const reactionType = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

const Channel = v.looseObject({
  channelId: string,
  type: string,
  isDistinct: boolean,
  isMuted: boolean,
  isRateLimited: boolean,
  rateLimitWindow: number,
  memberCount: number,
  messageCount: number,
  metadata: v.nullish(object),
  tags: array,
  createdAt: time,
  updatedAt: time,
  lastActivity: time,
});
const User = v.looseObject({
  userId: string,
  displayName: string,
  roles: array,
  flagCount: number,
  hashflag: v.nullish(v.looseObject({ bits: number, hashes: number, hash: array })),
  createdAt: time,
  updatedAt: time,
});
const Post = v.looseObject({ postId: string });
const Comment = v.looseObject({
  commentId: string,
  userId: string,
  parentId: string,
  referenceId: string,
  referenceType: string,
  isDeleted: boolean,
});
const Reactor = v.looseObject({ reactionId: string, reactionName: string, userId: string, createdAt: time });
const NoticedWebhook = v.looseObject({ webhookId: string, host: string, description: string });
const NoticedDelivery = v.looseObject({
  deliveryId: string,
  event: string,
  eventId: string,
  class: string,
  statusCode: v.nullish(v.number()),
  path: string,
});

const ReactedPost = v.looseObject({ ...Post.entries, postId: id });
const ReactedComment = v.looseObject({
  ...Comment.entries,
  commentId: id,
  referenceId: id,
  referenceType: v.literal('post'),
});
const WrittenComment = v.looseObject({
  ...ReactedComment.entries,
  userId: id,
  parentId: v.nullish(v.pipe(v.string(), v.maxLength(128))),
});
const WrittenReply = v.looseObject({ ...WrittenComment.entries, parentId: id });
const CommentElsewhere = v.looseObject({ ...Comment.entries, referenceType: v.pipe(v.string(), v.notValue('post')) });
const ReplyElsewhere = v.looseObject({ ...CommentElsewhere.entries, parentId: id });
const RecordedReactor = v.looseObject({ ...Reactor.entries, reactionId: id, reactionName: reactionType, userId: id });

/** Schemas that have a name in types and JSON Schemas. */
export const payloadParts = {
  Channel,
  User,
  Post,
  Comment,
  Reactor,
  ReactedPost,
  ReactedComment,
  WrittenComment,
  WrittenReply,
  CommentElsewhere,
  ReplyElsewhere,
  RecordedReactor,
  NoticedWebhook,
  NoticedDelivery,
} as const satisfies Readonly<Record<string, Documented>>;

/** The usual type of each key of `data`. */
const keyTypes: Readonly<Record<EventKey, Documented>> = {
  actorId: string,
  adderId: string,
  blockedUserId: string,
  categories: objects,
  channel: v.nullish(Channel),
  commentChildren: v.nullish(v.array(Comment)),
  comments: v.nullish(v.array(Comment)),
  communities: objects,
  communityUsers: objects,
  createdAt: time,
  delivery: v.nullish(NoticedDelivery),
  disablesAt: time,
  expiresAt: time,
  secretsChangeAt: time,
  feeds: objects,
  files: objects,
  flaggedUserId: string,
  from: string,
  messageFeeds: objects,
  messages: objects,
  polls: objects,
  postChildren: v.nullish(v.array(Post)),
  posts: v.nullish(v.array(Post)),
  reactions: objects,
  reactor: v.nullish(Reactor),
  reason: string,
  removerId: string,
  since: time,
  status: string,
  to: string,
  updatedAt: time,
  userId: string,
  userIds: v.nullish(v.array(v.string())),
  users: v.nullish(v.array(User)),
  videoStreamings: objects,
  webhook: v.nullish(NoticedWebhook),
};

/** An array whose first element is what the event is about. */
const first = (subject: Documented, others: Documented) => v.tupleWithRest([subject], others);
const commentOnPost = (onPost: Documented, elsewhere: Documented = CommentElsewhere) =>
  first(v.union([onPost, elsewhere]), Comment);

const postReaction = { posts: first(ReactedPost, Post), reactor: RecordedReactor };
const commentReaction = { comments: commentOnPost(ReactedComment), reactor: RecordedReactor };

/** By event: the types of keys that activity records need. */
const neededTypes: Readonly<Record<ActivityEventName, Partial<Record<EventKey, Documented>>>> = {
  'v3.post.didAddReaction': postReaction,
  'v3.post.didRemoveReaction': postReaction,
  'v3.comment.didAddReaction': commentReaction,
  'v3.comment.didRemoveReaction': commentReaction,
  'v3.comment.didCreate': { comments: commentOnPost(WrittenComment) },
  'v3.comment.didReply': { comments: commentOnPost(WrittenReply, ReplyElsewhere) },
  'v3.comment.didDelete': { comments: commentOnPost(WrittenComment) },
};

/** The schema of an event's documented `data`. */
export function documentedPayload({ name, keys }: EventType): Documented {
  const needed = v.is(ActivityEventName, name) ? neededTypes[name] : {};
  return v.looseObject(Object.fromEntries(keys.map((key) => [key, needed[key] ?? keyTypes[key]])));
}
