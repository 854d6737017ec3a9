/**
 * The events of the catalogue, with the documented members of their `data`. Generated from `contract/` by `npm run generate`.
 *
 * The service only checks the members that are required here. Optional ones may also be null, and platforms may send other
 * types and further members: these types are documentation for them, not a promise.
 */

/** An object whose members are not documented. */
export type JsonObject = { readonly [member: string]: unknown };

export type Channel = {
  readonly channelId?: string | null;
  readonly type?: string | null;
  readonly isDistinct?: boolean | null;
  readonly isMuted?: boolean | null;
  readonly isRateLimited?: boolean | null;
  readonly rateLimitWindow?: number | null;
  readonly memberCount?: number | null;
  readonly messageCount?: number | null;
  readonly metadata?: JsonObject | null;
  readonly tags?: readonly unknown[] | null;
  readonly createdAt?: string | null;
  readonly updatedAt?: string | null;
  readonly lastActivity?: string | null;
  readonly [member: string]: unknown;
};

export type User = {
  readonly userId?: string | null;
  readonly displayName?: string | null;
  readonly roles?: readonly unknown[] | null;
  readonly flagCount?: number | null;
  readonly hashflag?: {
    readonly bits?: number | null;
    readonly hashes?: number | null;
    readonly hash?: readonly unknown[] | null;
    readonly [member: string]: unknown;
  } | null;
  readonly createdAt?: string | null;
  readonly updatedAt?: string | null;
  readonly [member: string]: unknown;
};

export type Post = {
  readonly postId?: string | null;
  readonly [member: string]: unknown;
};

export type Comment = {
  readonly commentId?: string | null;
  readonly userId?: string | null;
  readonly parentId?: string | null;
  readonly referenceId?: string | null;
  readonly referenceType?: string | null;
  readonly isDeleted?: boolean | null;
  readonly [member: string]: unknown;
};

export type Reactor = {
  readonly reactionId?: string | null;
  readonly reactionName?: string | null;
  readonly userId?: string | null;
  readonly createdAt?: string | null;
  readonly [member: string]: unknown;
};

export type ReactedPost = {
  readonly postId: string;
  readonly [member: string]: unknown;
};

export type ReactedComment = {
  readonly commentId: string;
  readonly userId?: string | null;
  readonly parentId?: string | null;
  readonly referenceId: string;
  readonly referenceType: 'post';
  readonly isDeleted?: boolean | null;
  readonly [member: string]: unknown;
};

export type WrittenComment = {
  readonly commentId: string;
  readonly userId: string;
  readonly parentId?: string | null;
  readonly referenceId: string;
  readonly referenceType: 'post';
  readonly isDeleted?: boolean | null;
  readonly [member: string]: unknown;
};

export type WrittenReply = {
  readonly commentId: string;
  readonly userId: string;
  readonly parentId: string;
  readonly referenceId: string;
  readonly referenceType: 'post';
  readonly isDeleted?: boolean | null;
  readonly [member: string]: unknown;
};

export type CommentElsewhere = {
  readonly commentId?: string | null;
  readonly userId?: string | null;
  readonly parentId?: string | null;
  readonly referenceId?: string | null;
  readonly referenceType: string;
  readonly isDeleted?: boolean | null;
  readonly [member: string]: unknown;
};

export type ReplyElsewhere = {
  readonly commentId?: string | null;
  readonly userId?: string | null;
  readonly parentId: string;
  readonly referenceId?: string | null;
  readonly referenceType: string;
  readonly isDeleted?: boolean | null;
  readonly [member: string]: unknown;
};

export type RecordedReactor = {
  readonly reactionId: string;
  readonly reactionName: string;
  readonly userId: string;
  readonly createdAt?: string | null;
  readonly [member: string]: unknown;
};

export type NoticedWebhook = {
  readonly webhookId?: string | null;
  readonly host?: string | null;
  readonly description?: string | null;
  readonly [member: string]: unknown;
};

/** The `data` of each event, by its name. */
export type EventPayloads = {
  /** A channel was created. */
  readonly 'channel.didCreate': {
    readonly channel?: Channel | null;
    readonly users?: readonly User[] | null;
    readonly userIds?: readonly string[] | null;
    readonly [member: string]: unknown;
  };
  /** Users joined a channel of their own accord. */
  readonly 'channel.didJoin': {
    readonly channel?: Channel | null;
    readonly users?: readonly User[] | null;
    readonly userIds?: readonly string[] | null;
    readonly [member: string]: unknown;
  };
  /** Users left a channel of their own accord. */
  readonly 'channel.didLeave': {
    readonly channel?: Channel | null;
    readonly users?: readonly User[] | null;
    readonly userIds?: readonly string[] | null;
    readonly [member: string]: unknown;
  };
  /** A member added users to a channel. */
  readonly 'channel.didAddUsers': {
    readonly channel?: Channel | null;
    readonly users?: readonly User[] | null;
    readonly userIds?: readonly string[] | null;
    readonly adderId?: string | null;
    readonly [member: string]: unknown;
  };
  /** A member removed users from a channel. */
  readonly 'channel.didRemoveUsers': {
    readonly channel?: Channel | null;
    readonly users?: readonly User[] | null;
    readonly userIds?: readonly string[] | null;
    readonly removerId?: string | null;
    readonly [member: string]: unknown;
  };
  /** Users were banned from a channel. */
  readonly 'channel.didBan': {
    readonly channel?: Channel | null;
    readonly users?: readonly User[] | null;
    readonly userIds?: readonly string[] | null;
    readonly actorId?: string | null;
    readonly [member: string]: unknown;
  };
  /** The name, tags or other settings of a channel were changed. */
  readonly 'channel.didUpdate': {
    readonly channel?: Channel | null;
    readonly users?: readonly User[] | null;
    readonly userId?: string | null;
    readonly [member: string]: unknown;
  };
  /** The metadata of a channel was changed. */
  readonly 'channel.didUpdateMeta': {
    readonly channel?: Channel | null;
    readonly users?: readonly User[] | null;
    readonly userId?: string | null;
    readonly [member: string]: unknown;
  };
  /** A channel was closed; nobody can write in it any more. */
  readonly 'channel.didClose': {
    readonly channel?: Channel | null;
    readonly [member: string]: unknown;
  };
  /** A message was sent. */
  readonly 'message.didCreate': {
    readonly messages?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly [member: string]: unknown;
  };
  /** The content of a message was edited. */
  readonly 'message.didUpdate': {
    readonly messages?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly [member: string]: unknown;
  };
  /** A message was deleted. */
  readonly 'message.didDelete': {
    readonly messages?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly [member: string]: unknown;
  };
  /** A user reported a message to the moderators. */
  readonly 'message.didFlag': {
    readonly messages?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly [member: string]: unknown;
  };
  /** A user took back the report of a message. */
  readonly 'message.didUnflag': {
    readonly messages?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly [member: string]: unknown;
  };
  /** A moderator cleared every report of a message. */
  readonly 'message.didClearflag': {
    readonly messages?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly [member: string]: unknown;
  };
  /** A user reacted to a message. */
  readonly 'message.didAddReaction': {
    readonly messages?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly reactor?: Reactor | null;
    readonly [member: string]: unknown;
  };
  /** A user took back a reaction to a message. */
  readonly 'message.didRemoveReaction': {
    readonly messages?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly reactor?: Reactor | null;
    readonly [member: string]: unknown;
  };
  /** A message was sent to a subchannel. */
  readonly 'v5.message.didCreate': {
    readonly files?: readonly JsonObject[] | null;
    readonly messageFeeds?: readonly JsonObject[] | null;
    readonly messages?: readonly JsonObject[] | null;
    readonly reactions?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly [member: string]: unknown;
  };
  /** The content of a message in a subchannel was edited. */
  readonly 'v5.message.didUpdate': {
    readonly files?: readonly JsonObject[] | null;
    readonly messageFeeds?: readonly JsonObject[] | null;
    readonly messages?: readonly JsonObject[] | null;
    readonly reactions?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly [member: string]: unknown;
  };
  /** A message in a subchannel was deleted. */
  readonly 'v5.message.didDelete': {
    readonly files?: readonly JsonObject[] | null;
    readonly messageFeeds?: readonly JsonObject[] | null;
    readonly messages?: readonly JsonObject[] | null;
    readonly reactions?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly [member: string]: unknown;
  };
  /** A moderator banned users from a channel. */
  readonly 'moderation.didBan': {
    readonly channel?: Channel | null;
    readonly users?: readonly User[] | null;
    readonly userId?: string | null;
    readonly [member: string]: unknown;
  };
  /** A user was registered. */
  readonly 'user.didCreate': {
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** The profile of a user was changed. */
  readonly 'user.didUpdate': {
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A user was reported to the moderators. */
  readonly 'user.didFlag': {
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** The report of a user was taken back. */
  readonly 'user.didUnflag': {
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A moderator cleared every report of a user. */
  readonly 'user.didClearFlag': {
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A user began to follow another, who does not have to agree. */
  readonly 'follow.didCreate': {
    readonly from?: string | null;
    readonly to?: string | null;
    readonly status?: string | null;
    readonly createdAt?: string | null;
    readonly updatedAt?: string | null;
    readonly [member: string]: unknown;
  };
  /** A user asked to follow another. */
  readonly 'follow.didRequest': {
    readonly from?: string | null;
    readonly to?: string | null;
    readonly status?: string | null;
    readonly createdAt?: string | null;
    readonly updatedAt?: string | null;
    readonly [member: string]: unknown;
  };
  /** A user accepted a request to be followed. */
  readonly 'follow.didAcceptRequest': {
    readonly from?: string | null;
    readonly to?: string | null;
    readonly status?: string | null;
    readonly createdAt?: string | null;
    readonly updatedAt?: string | null;
    readonly [member: string]: unknown;
  };
  /** A user declined a request to be followed. */
  readonly 'follow.didDeclineRequest': {
    readonly from?: string | null;
    readonly to?: string | null;
    readonly status?: string | null;
    readonly createdAt?: string | null;
    readonly updatedAt?: string | null;
    readonly [member: string]: unknown;
  };
  /** A user took back a request to follow another. */
  readonly 'follow.didCancelRequest': {
    readonly from?: string | null;
    readonly to?: string | null;
    readonly status?: string | null;
    readonly createdAt?: string | null;
    readonly updatedAt?: string | null;
    readonly [member: string]: unknown;
  };
  /** A user stopped following another. */
  readonly 'follow.didUnfollow': {
    readonly from?: string | null;
    readonly to?: string | null;
    readonly status?: string | null;
    readonly createdAt?: string | null;
    readonly updatedAt?: string | null;
    readonly [member: string]: unknown;
  };
  /** A user removed one of their followers. */
  readonly 'follow.didDeleteFollower': {
    readonly from?: string | null;
    readonly to?: string | null;
    readonly status?: string | null;
    readonly createdAt?: string | null;
    readonly updatedAt?: string | null;
    readonly [member: string]: unknown;
  };
  /** A post was published on a feed. */
  readonly 'v3.post.didCreate': {
    readonly posts?: readonly Post[] | null;
    readonly postChildren?: readonly Post[] | null;
    readonly comments?: readonly Comment[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly videoStreamings?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A post was edited. */
  readonly 'v3.post.didUpdate': {
    readonly posts?: readonly Post[] | null;
    readonly postChildren?: readonly Post[] | null;
    readonly comments?: readonly Comment[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly videoStreamings?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A post was deleted. */
  readonly 'v3.post.didDelete': {
    readonly posts?: readonly Post[] | null;
    readonly postChildren?: readonly Post[] | null;
    readonly comments?: readonly Comment[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly videoStreamings?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A moderator approved a post that waited for review. */
  readonly 'v3.post.didApprove': {
    readonly posts?: readonly Post[] | null;
    readonly postChildren?: readonly Post[] | null;
    readonly comments?: readonly Comment[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly videoStreamings?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A moderator declined a post that waited for review. */
  readonly 'v3.post.didDecline': {
    readonly posts?: readonly Post[] | null;
    readonly postChildren?: readonly Post[] | null;
    readonly comments?: readonly Comment[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly videoStreamings?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A user reported a post to the moderators. */
  readonly 'v3.post.didFlag': {
    readonly posts?: readonly Post[] | null;
    readonly postChildren?: readonly Post[] | null;
    readonly comments?: readonly Comment[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly videoStreamings?: readonly JsonObject[] | null;
    readonly flaggedUserId?: string | null;
    readonly [member: string]: unknown;
  };
  /** The report of a post was taken back or cleared. */
  readonly 'v3.post.didUnflag': {
    readonly posts?: readonly Post[] | null;
    readonly postChildren?: readonly Post[] | null;
    readonly comments?: readonly Comment[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly videoStreamings?: readonly JsonObject[] | null;
    readonly flaggedUserId?: string | null;
    readonly [member: string]: unknown;
  };
  /** A user reacted to a post. */
  readonly 'v3.post.didAddReaction': {
    readonly posts: readonly [ReactedPost, ...Post[]];
    readonly postChildren?: readonly Post[] | null;
    readonly comments?: readonly Comment[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly videoStreamings?: readonly JsonObject[] | null;
    readonly reactor: RecordedReactor;
    readonly [member: string]: unknown;
  };
  /** A user took back a reaction to a post. */
  readonly 'v3.post.didRemoveReaction': {
    readonly posts: readonly [ReactedPost, ...Post[]];
    readonly postChildren?: readonly Post[] | null;
    readonly comments?: readonly Comment[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly videoStreamings?: readonly JsonObject[] | null;
    readonly reactor: RecordedReactor;
    readonly [member: string]: unknown;
  };
  /** A user commented on a post. */
  readonly 'v3.comment.didCreate': {
    readonly comments: readonly [WrittenComment | CommentElsewhere, ...Comment[]];
    readonly commentChildren?: readonly Comment[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A user replied to a comment. */
  readonly 'v3.comment.didReply': {
    readonly comments: readonly [WrittenReply | ReplyElsewhere, ...Comment[]];
    readonly commentChildren?: readonly Comment[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A comment or reply was edited. */
  readonly 'v3.comment.didUpdate': {
    readonly comments?: readonly Comment[] | null;
    readonly commentChildren?: readonly Comment[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A comment or reply was deleted. */
  readonly 'v3.comment.didDelete': {
    readonly comments: readonly [WrittenComment | CommentElsewhere, ...Comment[]];
    readonly commentChildren?: readonly Comment[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A user reported a comment to the moderators. */
  readonly 'v3.comment.didFlag': {
    readonly comments?: readonly Comment[] | null;
    readonly commentChildren?: readonly Comment[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly flaggedUserId?: string | null;
    readonly [member: string]: unknown;
  };
  /** The report of a comment was taken back or cleared. */
  readonly 'v3.comment.didUnflag': {
    readonly comments?: readonly Comment[] | null;
    readonly commentChildren?: readonly Comment[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly flaggedUserId?: string | null;
    readonly [member: string]: unknown;
  };
  /** A user reacted to a comment. */
  readonly 'v3.comment.didAddReaction': {
    readonly comments: readonly [ReactedComment | CommentElsewhere, ...Comment[]];
    readonly commentChildren?: readonly Comment[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly reactor: RecordedReactor;
    readonly [member: string]: unknown;
  };
  /** A user took back a reaction to a comment. */
  readonly 'v3.comment.didRemoveReaction': {
    readonly comments: readonly [ReactedComment | CommentElsewhere, ...Comment[]];
    readonly commentChildren?: readonly Comment[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly reactor: RecordedReactor;
    readonly [member: string]: unknown;
  };
  /** A community was created. */
  readonly 'v3.community.didCreate': {
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** The profile or settings of a community were changed. */
  readonly 'v3.community.didUpdate': {
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A community was deleted. */
  readonly 'v3.community.didDelete': {
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** Users joined a community of their own accord. */
  readonly 'v3.community.didJoin': {
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** Users left a community of their own accord. */
  readonly 'v3.community.didLeave': {
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A moderator added users to a community. */
  readonly 'v3.community.didAddUsers': {
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A moderator removed users from a community. */
  readonly 'v3.community.didRemoveUsers': {
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** Users were banned from a community. */
  readonly 'v3.community.didBan': {
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** The ban of users from a community was lifted. */
  readonly 'v3.community.didUnban': {
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** Members of a community were given other roles. */
  readonly 'v3.community.didRoleChange': {
    readonly communities?: readonly JsonObject[] | null;
    readonly communityUsers?: readonly JsonObject[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly categories?: readonly JsonObject[] | null;
    readonly feeds?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A poll was created. */
  readonly 'poll.didCreate': {
    readonly polls?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly [member: string]: unknown;
  };
  /** A poll was edited or closed. */
  readonly 'poll.didUpdate': {
    readonly polls?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly [member: string]: unknown;
  };
  /** A user voted in a poll. */
  readonly 'poll.didVote': {
    readonly polls?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly [member: string]: unknown;
  };
  /** A live stream began. */
  readonly 'video-streaming.didStart': {
    readonly videoStreamings?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A live stream ended. */
  readonly 'video-streaming.didStop': {
    readonly videoStreamings?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** The recording of a live stream is ready to be watched. */
  readonly 'video-streaming.didRecord': {
    readonly videoStreamings?: readonly JsonObject[] | null;
    readonly users?: readonly User[] | null;
    readonly files?: readonly JsonObject[] | null;
    readonly [member: string]: unknown;
  };
  /** A notable share of the requests to another webhook has failed for ten minutes. */
  readonly 'webhook.didStruggle': {
    readonly webhook?: NoticedWebhook | null;
    readonly since?: string | null;
    readonly [member: string]: unknown;
  };
  /** Another webhook, about which there was a notice, takes requests again. */
  readonly 'webhook.didComeBack': {
    readonly webhook?: NoticedWebhook | null;
    readonly since?: string | null;
    readonly [member: string]: unknown;
  };
  /** Deliveries to another webhook have failed for good today. */
  readonly 'webhook.didFailDeliveries': {
    readonly webhook?: NoticedWebhook | null;
    readonly since?: string | null;
    readonly [member: string]: unknown;
  };
  /** Every request to another webhook has failed for five minutes. */
  readonly 'webhook.didGoDown': {
    readonly webhook?: NoticedWebhook | null;
    readonly since?: string | null;
    readonly disablesAt?: string | null;
    readonly [member: string]: unknown;
  };
  /** Another webhook is disabled within a day, since its receiver has only failed for days. */
  readonly 'webhook.willDisable': {
    readonly webhook?: NoticedWebhook | null;
    readonly since?: string | null;
    readonly disablesAt?: string | null;
    readonly [member: string]: unknown;
  };
  /** Another webhook was disabled because of its receiver. */
  readonly 'webhook.didDisable': {
    readonly webhook?: NoticedWebhook | null;
    readonly since?: string | null;
    readonly reason?: string | null;
    readonly [member: string]: unknown;
  };
  /** The receiver of another webhook does not accept its newest secret, which it must within an hour. */
  readonly 'webhook.didRefuseSecret': {
    readonly webhook?: NoticedWebhook | null;
    readonly since?: string | null;
    readonly secretsChangeAt?: string | null;
    readonly [member: string]: unknown;
  };
};

/** The names of the catalogue. */
export const knownEventNames = [
  'channel.didCreate',
  'channel.didJoin',
  'channel.didLeave',
  'channel.didAddUsers',
  'channel.didRemoveUsers',
  'channel.didBan',
  'channel.didUpdate',
  'channel.didUpdateMeta',
  'channel.didClose',
  'message.didCreate',
  'message.didUpdate',
  'message.didDelete',
  'message.didFlag',
  'message.didUnflag',
  'message.didClearflag',
  'message.didAddReaction',
  'message.didRemoveReaction',
  'v5.message.didCreate',
  'v5.message.didUpdate',
  'v5.message.didDelete',
  'moderation.didBan',
  'user.didCreate',
  'user.didUpdate',
  'user.didFlag',
  'user.didUnflag',
  'user.didClearFlag',
  'follow.didCreate',
  'follow.didRequest',
  'follow.didAcceptRequest',
  'follow.didDeclineRequest',
  'follow.didCancelRequest',
  'follow.didUnfollow',
  'follow.didDeleteFollower',
  'v3.post.didCreate',
  'v3.post.didUpdate',
  'v3.post.didDelete',
  'v3.post.didApprove',
  'v3.post.didDecline',
  'v3.post.didFlag',
  'v3.post.didUnflag',
  'v3.post.didAddReaction',
  'v3.post.didRemoveReaction',
  'v3.comment.didCreate',
  'v3.comment.didReply',
  'v3.comment.didUpdate',
  'v3.comment.didDelete',
  'v3.comment.didFlag',
  'v3.comment.didUnflag',
  'v3.comment.didAddReaction',
  'v3.comment.didRemoveReaction',
  'v3.community.didCreate',
  'v3.community.didUpdate',
  'v3.community.didDelete',
  'v3.community.didJoin',
  'v3.community.didLeave',
  'v3.community.didAddUsers',
  'v3.community.didRemoveUsers',
  'v3.community.didBan',
  'v3.community.didUnban',
  'v3.community.didRoleChange',
  'poll.didCreate',
  'poll.didUpdate',
  'poll.didVote',
  'video-streaming.didStart',
  'video-streaming.didStop',
  'video-streaming.didRecord',
  'webhook.didStruggle',
  'webhook.didComeBack',
  'webhook.didFailDeliveries',
  'webhook.didGoDown',
  'webhook.willDisable',
  'webhook.didDisable',
  'webhook.didRefuseSecret',
] as const satisfies readonly (keyof EventPayloads)[];

/** A name of the catalogue. */
export type KnownEventName = (typeof knownEventNames)[number];

/** An event of the catalogue: comparing `event` with a name narrows `data`. */
export type KnownEvent = {
  [Name in KnownEventName]: { readonly event: Name; readonly data: EventPayloads[Name] };
}[KnownEventName];

/** An event that may not be in the catalogue: platforms may post any well-formed name. */
export type UnknownEvent = { readonly event: string; readonly data: JsonObject };

/** Any event: the body of a webhook request. */
export type PlatformEvent = KnownEvent | UnknownEvent;
