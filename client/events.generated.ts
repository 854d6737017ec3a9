/**
 * The events of the catalogue, with the documented members of their `data`. Generated from `contract/` by `npm run generate`.
 *
 * The service only checks the members that are required here. Optional ones may also be null, and platforms may send other
 * types and further members: these types are documentation for them, not a promise.
 */

/** An object whose members are not documented. */
export type JsonObject = { readonly [member: string]: unknown };

export type Channel = { readonly channelId?: string | null | undefined; readonly type?: string | null | undefined; readonly isDistinct?: boolean | null | undefined; readonly isMuted?: boolean | null | undefined; readonly isRateLimited?: boolean | null | undefined; readonly rateLimitWindow?: number | null | undefined; readonly memberCount?: number | null | undefined; readonly messageCount?: number | null | undefined; readonly metadata?: { readonly [name: string]: unknown } | null | undefined; readonly tags?: ReadonlyArray<unknown> | null | undefined; readonly createdAt?: string | null | undefined; readonly updatedAt?: string | null | undefined; readonly lastActivity?: string | null | undefined } & { readonly [name: string]: unknown };

export type User = { readonly userId?: string | null | undefined; readonly displayName?: string | null | undefined; readonly roles?: ReadonlyArray<unknown> | null | undefined; readonly flagCount?: number | null | undefined; readonly hashflag?: { readonly bits?: number | null | undefined; readonly hashes?: number | null | undefined; readonly hash?: ReadonlyArray<unknown> | null | undefined } & { readonly [name: string]: unknown } | null | undefined; readonly createdAt?: string | null | undefined; readonly updatedAt?: string | null | undefined } & { readonly [name: string]: unknown };

export type Post = { readonly postId?: string | null | undefined } & { readonly [name: string]: unknown };

export type Comment = { readonly commentId?: string | null | undefined; readonly userId?: string | null | undefined; readonly parentId?: string | null | undefined; readonly referenceId?: string | null | undefined; readonly referenceType?: string | null | undefined; readonly isDeleted?: boolean | null | undefined } & { readonly [name: string]: unknown };

export type Reactor = { readonly reactionId?: string | null | undefined; readonly reactionName?: string | null | undefined; readonly userId?: string | null | undefined; readonly createdAt?: string | null | undefined } & { readonly [name: string]: unknown };

export type ReactedPost = { readonly postId: string } & { readonly [name: string]: unknown };

export type ReactedComment = { readonly commentId: string; readonly userId?: string | null | undefined; readonly parentId?: string | null | undefined; readonly referenceId: string; readonly referenceType: 'post'; readonly isDeleted?: boolean | null | undefined } & { readonly [name: string]: unknown };

export type WrittenComment = { readonly commentId: string; readonly userId: string; readonly parentId?: string | null | undefined; readonly referenceId: string; readonly referenceType: 'post'; readonly isDeleted?: boolean | null | undefined } & { readonly [name: string]: unknown };

export type WrittenReply = { readonly commentId: string; readonly userId: string; readonly parentId: string; readonly referenceId: string; readonly referenceType: 'post'; readonly isDeleted?: boolean | null | undefined } & { readonly [name: string]: unknown };

export type CommentElsewhere = { readonly commentId?: string | null | undefined; readonly userId?: string | null | undefined; readonly parentId?: string | null | undefined; readonly referenceId?: string | null | undefined; readonly referenceType: string; readonly isDeleted?: boolean | null | undefined } & { readonly [name: string]: unknown };

export type ReplyElsewhere = { readonly commentId?: string | null | undefined; readonly userId?: string | null | undefined; readonly parentId: string; readonly referenceId?: string | null | undefined; readonly referenceType: string; readonly isDeleted?: boolean | null | undefined } & { readonly [name: string]: unknown };

export type RecordedReactor = { readonly reactionId: string; readonly reactionName: string; readonly userId: string; readonly createdAt?: string | null | undefined } & { readonly [name: string]: unknown };

export type NoticedWebhook = { readonly webhookId?: string | null | undefined; readonly host?: string | null | undefined; readonly description?: string | null | undefined } & { readonly [name: string]: unknown };

export type NoticedDelivery = { readonly deliveryId?: string | null | undefined; readonly event?: string | null | undefined; readonly eventId?: string | null | undefined; readonly class?: string | null | undefined; readonly statusCode?: number | null | undefined; readonly path?: string | null | undefined } & { readonly [name: string]: unknown };

/** The `data` of each event, by its name. */
export type EventPayloads = {
  /** A channel was created. */
  readonly 'channel.didCreate': { readonly channel?: Channel | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly userIds?: ReadonlyArray<string> | null | undefined } & { readonly [name: string]: unknown };
  /** Users joined a channel of their own accord. */
  readonly 'channel.didJoin': { readonly channel?: Channel | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly userIds?: ReadonlyArray<string> | null | undefined } & { readonly [name: string]: unknown };
  /** Users left a channel of their own accord. */
  readonly 'channel.didLeave': { readonly channel?: Channel | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly userIds?: ReadonlyArray<string> | null | undefined } & { readonly [name: string]: unknown };
  /** A member added users to a channel. */
  readonly 'channel.didAddUsers': { readonly channel?: Channel | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly userIds?: ReadonlyArray<string> | null | undefined; readonly adderId?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A member removed users from a channel. */
  readonly 'channel.didRemoveUsers': { readonly channel?: Channel | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly userIds?: ReadonlyArray<string> | null | undefined; readonly removerId?: string | null | undefined } & { readonly [name: string]: unknown };
  /** Users were banned from a channel. */
  readonly 'channel.didBan': { readonly channel?: Channel | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly userIds?: ReadonlyArray<string> | null | undefined; readonly actorId?: string | null | undefined } & { readonly [name: string]: unknown };
  /** The name, tags or other settings of a channel were changed. */
  readonly 'channel.didUpdate': { readonly channel?: Channel | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly userId?: string | null | undefined } & { readonly [name: string]: unknown };
  /** The metadata of a channel was changed. */
  readonly 'channel.didUpdateMeta': { readonly channel?: Channel | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly userId?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A channel was closed; nobody can write in it any more. */
  readonly 'channel.didClose': { readonly channel?: Channel | null | undefined } & { readonly [name: string]: unknown };
  /** A message was sent. */
  readonly 'message.didCreate': { readonly messages?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined } & { readonly [name: string]: unknown };
  /** The content of a message was edited. */
  readonly 'message.didUpdate': { readonly messages?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined } & { readonly [name: string]: unknown };
  /** A message was deleted. */
  readonly 'message.didDelete': { readonly messages?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined } & { readonly [name: string]: unknown };
  /** A user reported a message to the moderators. */
  readonly 'message.didFlag': { readonly messages?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined } & { readonly [name: string]: unknown };
  /** A user took back the report of a message. */
  readonly 'message.didUnflag': { readonly messages?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined } & { readonly [name: string]: unknown };
  /** A moderator cleared every report of a message. */
  readonly 'message.didClearflag': { readonly messages?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined } & { readonly [name: string]: unknown };
  /** A user reacted to a message. */
  readonly 'message.didAddReaction': { readonly messages?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly reactor?: Reactor | null | undefined } & { readonly [name: string]: unknown };
  /** A user took back a reaction to a message. */
  readonly 'message.didRemoveReaction': { readonly messages?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly reactor?: Reactor | null | undefined } & { readonly [name: string]: unknown };
  /** A message was sent to a subchannel. */
  readonly 'v5.message.didCreate': { readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly messageFeeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly messages?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly reactions?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined } & { readonly [name: string]: unknown };
  /** The content of a message in a subchannel was edited. */
  readonly 'v5.message.didUpdate': { readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly messageFeeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly messages?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly reactions?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined } & { readonly [name: string]: unknown };
  /** A message in a subchannel was deleted. */
  readonly 'v5.message.didDelete': { readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly messageFeeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly messages?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly reactions?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined } & { readonly [name: string]: unknown };
  /** A moderator banned users from a channel. */
  readonly 'moderation.didBan': { readonly channel?: Channel | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly userId?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A user was registered. */
  readonly 'user.didCreate': { readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** The profile of a user was changed. */
  readonly 'user.didUpdate': { readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A user was reported to the moderators. */
  readonly 'user.didFlag': { readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** The report of a user was taken back. */
  readonly 'user.didUnflag': { readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A moderator cleared every report of a user. */
  readonly 'user.didClearFlag': { readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A user blocked another, or changed when the block ends. */
  readonly 'user.didBlock': { readonly userId?: string | null | undefined; readonly blockedUserId?: string | null | undefined; readonly createdAt?: string | null | undefined; readonly expiresAt?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A user unblocked another. */
  readonly 'user.didUnblock': { readonly userId?: string | null | undefined; readonly blockedUserId?: string | null | undefined; readonly createdAt?: string | null | undefined; readonly expiresAt?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A user began to follow another, who does not have to agree. */
  readonly 'follow.didCreate': { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly status?: string | null | undefined; readonly createdAt?: string | null | undefined; readonly updatedAt?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A user asked to follow another. */
  readonly 'follow.didRequest': { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly status?: string | null | undefined; readonly createdAt?: string | null | undefined; readonly updatedAt?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A user accepted a request to be followed. */
  readonly 'follow.didAcceptRequest': { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly status?: string | null | undefined; readonly createdAt?: string | null | undefined; readonly updatedAt?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A user declined a request to be followed. */
  readonly 'follow.didDeclineRequest': { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly status?: string | null | undefined; readonly createdAt?: string | null | undefined; readonly updatedAt?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A user took back a request to follow another. */
  readonly 'follow.didCancelRequest': { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly status?: string | null | undefined; readonly createdAt?: string | null | undefined; readonly updatedAt?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A user stopped following another. */
  readonly 'follow.didUnfollow': { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly status?: string | null | undefined; readonly createdAt?: string | null | undefined; readonly updatedAt?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A user removed one of their followers. */
  readonly 'follow.didDeleteFollower': { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly status?: string | null | undefined; readonly createdAt?: string | null | undefined; readonly updatedAt?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A post was published on a feed. */
  readonly 'v3.post.didCreate': { readonly posts?: ReadonlyArray<Post> | null | undefined; readonly postChildren?: ReadonlyArray<Post> | null | undefined; readonly comments?: ReadonlyArray<Comment> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly videoStreamings?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A post was edited. */
  readonly 'v3.post.didUpdate': { readonly posts?: ReadonlyArray<Post> | null | undefined; readonly postChildren?: ReadonlyArray<Post> | null | undefined; readonly comments?: ReadonlyArray<Comment> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly videoStreamings?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A post was deleted. */
  readonly 'v3.post.didDelete': { readonly posts?: ReadonlyArray<Post> | null | undefined; readonly postChildren?: ReadonlyArray<Post> | null | undefined; readonly comments?: ReadonlyArray<Comment> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly videoStreamings?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A moderator approved a post that waited for review. */
  readonly 'v3.post.didApprove': { readonly posts?: ReadonlyArray<Post> | null | undefined; readonly postChildren?: ReadonlyArray<Post> | null | undefined; readonly comments?: ReadonlyArray<Comment> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly videoStreamings?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A moderator declined a post that waited for review. */
  readonly 'v3.post.didDecline': { readonly posts?: ReadonlyArray<Post> | null | undefined; readonly postChildren?: ReadonlyArray<Post> | null | undefined; readonly comments?: ReadonlyArray<Comment> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly videoStreamings?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A user reported a post to the moderators. */
  readonly 'v3.post.didFlag': { readonly posts?: ReadonlyArray<Post> | null | undefined; readonly postChildren?: ReadonlyArray<Post> | null | undefined; readonly comments?: ReadonlyArray<Comment> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly videoStreamings?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly flaggedUserId?: string | null | undefined } & { readonly [name: string]: unknown };
  /** The report of a post was taken back or cleared. */
  readonly 'v3.post.didUnflag': { readonly posts?: ReadonlyArray<Post> | null | undefined; readonly postChildren?: ReadonlyArray<Post> | null | undefined; readonly comments?: ReadonlyArray<Comment> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly videoStreamings?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly flaggedUserId?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A user reacted to a post. */
  readonly 'v3.post.didAddReaction': { readonly posts: readonly [ReactedPost, ...ReadonlyArray<Post>]; readonly postChildren?: ReadonlyArray<Post> | null | undefined; readonly comments?: ReadonlyArray<Comment> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly videoStreamings?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly reactor: RecordedReactor } & { readonly [name: string]: unknown };
  /** A user took back a reaction to a post. */
  readonly 'v3.post.didRemoveReaction': { readonly posts: readonly [ReactedPost, ...ReadonlyArray<Post>]; readonly postChildren?: ReadonlyArray<Post> | null | undefined; readonly comments?: ReadonlyArray<Comment> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly videoStreamings?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly reactor: RecordedReactor } & { readonly [name: string]: unknown };
  /** A user commented on a post. */
  readonly 'v3.comment.didCreate': { readonly comments: readonly [WrittenComment | CommentElsewhere, ...ReadonlyArray<Comment>]; readonly commentChildren?: ReadonlyArray<Comment> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A user replied to a comment. */
  readonly 'v3.comment.didReply': { readonly comments: readonly [WrittenReply | ReplyElsewhere, ...ReadonlyArray<Comment>]; readonly commentChildren?: ReadonlyArray<Comment> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A comment or reply was edited. */
  readonly 'v3.comment.didUpdate': { readonly comments?: ReadonlyArray<Comment> | null | undefined; readonly commentChildren?: ReadonlyArray<Comment> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A comment or reply was deleted. */
  readonly 'v3.comment.didDelete': { readonly comments: readonly [WrittenComment | CommentElsewhere, ...ReadonlyArray<Comment>]; readonly commentChildren?: ReadonlyArray<Comment> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A user reported a comment to the moderators. */
  readonly 'v3.comment.didFlag': { readonly comments?: ReadonlyArray<Comment> | null | undefined; readonly commentChildren?: ReadonlyArray<Comment> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly flaggedUserId?: string | null | undefined } & { readonly [name: string]: unknown };
  /** The report of a comment was taken back or cleared. */
  readonly 'v3.comment.didUnflag': { readonly comments?: ReadonlyArray<Comment> | null | undefined; readonly commentChildren?: ReadonlyArray<Comment> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly flaggedUserId?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A user reacted to a comment. */
  readonly 'v3.comment.didAddReaction': { readonly comments: readonly [ReactedComment | CommentElsewhere, ...ReadonlyArray<Comment>]; readonly commentChildren?: ReadonlyArray<Comment> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly reactor: RecordedReactor } & { readonly [name: string]: unknown };
  /** A user took back a reaction to a comment. */
  readonly 'v3.comment.didRemoveReaction': { readonly comments: readonly [ReactedComment | CommentElsewhere, ...ReadonlyArray<Comment>]; readonly commentChildren?: ReadonlyArray<Comment> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly reactor: RecordedReactor } & { readonly [name: string]: unknown };
  /** A community was created. */
  readonly 'v3.community.didCreate': { readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** The profile or settings of a community were changed. */
  readonly 'v3.community.didUpdate': { readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A community was deleted. */
  readonly 'v3.community.didDelete': { readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** Users joined a community of their own accord. */
  readonly 'v3.community.didJoin': { readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** Users left a community of their own accord. */
  readonly 'v3.community.didLeave': { readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A moderator added users to a community. */
  readonly 'v3.community.didAddUsers': { readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A moderator removed users from a community. */
  readonly 'v3.community.didRemoveUsers': { readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** Users were banned from a community. */
  readonly 'v3.community.didBan': { readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** The ban of users from a community was lifted. */
  readonly 'v3.community.didUnban': { readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** Members of a community were given other roles. */
  readonly 'v3.community.didRoleChange': { readonly communities?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly communityUsers?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly categories?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly feeds?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A poll was created. */
  readonly 'poll.didCreate': { readonly polls?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined } & { readonly [name: string]: unknown };
  /** A poll was edited or closed. */
  readonly 'poll.didUpdate': { readonly polls?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined } & { readonly [name: string]: unknown };
  /** A user voted in a poll. */
  readonly 'poll.didVote': { readonly polls?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined } & { readonly [name: string]: unknown };
  /** A live stream began. */
  readonly 'video-streaming.didStart': { readonly videoStreamings?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** A live stream ended. */
  readonly 'video-streaming.didStop': { readonly videoStreamings?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** The recording of a live stream is ready to be watched. */
  readonly 'video-streaming.didRecord': { readonly videoStreamings?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined; readonly users?: ReadonlyArray<User> | null | undefined; readonly files?: ReadonlyArray<{ readonly [name: string]: unknown }> | null | undefined } & { readonly [name: string]: unknown };
  /** Another webhook, about which there was a notice, takes requests again. */
  readonly 'webhook.didComeBack': { readonly webhook?: NoticedWebhook | null | undefined; readonly since?: string | null | undefined } & { readonly [name: string]: unknown };
  /** A notable share of the requests to another webhook has failed for ten minutes. */
  readonly 'webhook.didStruggle': { readonly webhook?: NoticedWebhook | null | undefined; readonly since?: string | null | undefined; readonly delivery?: NoticedDelivery | null | undefined } & { readonly [name: string]: unknown };
  /** Deliveries to another webhook have failed for good today. */
  readonly 'webhook.didFailDeliveries': { readonly webhook?: NoticedWebhook | null | undefined; readonly since?: string | null | undefined; readonly delivery?: NoticedDelivery | null | undefined } & { readonly [name: string]: unknown };
  /** Every request to another webhook has failed for five minutes. */
  readonly 'webhook.didGoDown': { readonly webhook?: NoticedWebhook | null | undefined; readonly since?: string | null | undefined; readonly delivery?: NoticedDelivery | null | undefined; readonly disablesAt?: string | null | undefined } & { readonly [name: string]: unknown };
  /** Another webhook is disabled within a day, since its receiver has only failed for days. */
  readonly 'webhook.willDisable': { readonly webhook?: NoticedWebhook | null | undefined; readonly since?: string | null | undefined; readonly delivery?: NoticedDelivery | null | undefined; readonly disablesAt?: string | null | undefined } & { readonly [name: string]: unknown };
  /** Another webhook was disabled because of its receiver. */
  readonly 'webhook.didDisable': { readonly webhook?: NoticedWebhook | null | undefined; readonly since?: string | null | undefined; readonly delivery?: NoticedDelivery | null | undefined; readonly reason?: string | null | undefined } & { readonly [name: string]: unknown };
  /** The receiver of another webhook does not accept its newest secret, which it must within an hour. */
  readonly 'webhook.didRefuseSecret': { readonly webhook?: NoticedWebhook | null | undefined; readonly since?: string | null | undefined; readonly secretsChangeAt?: string | null | undefined } & { readonly [name: string]: unknown };
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
  'user.didBlock',
  'user.didUnblock',
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
  'webhook.didComeBack',
  'webhook.didStruggle',
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
