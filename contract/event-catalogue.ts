/** Event names with their payloads' documented keys, and the route that lists them (docs/spec/events.md#catalogue). */
import * as v from 'valibot';
import { doc, field, routeDoc } from './documentation.ts';
import { defineRoute } from './route.ts';

const keysOf = {
  channel: ['channel', 'users', 'userIds'],
  channelChange: ['channel', 'users', 'userId'],
  message: ['messages', 'users'],
  subchannel: ['files', 'messageFeeds', 'messages', 'reactions', 'users'],
  user: ['users', 'files'],
  block: ['userId', 'blockedUserId', 'createdAt', 'expiresAt'],
  follow: ['from', 'to', 'status', 'createdAt', 'updatedAt'],
  post: [
    'posts',
    'postChildren',
    'comments',
    'users',
    'files',
    'communities',
    'communityUsers',
    'categories',
    'feeds',
    'videoStreamings',
  ],
  comment: ['comments', 'commentChildren', 'communityUsers', 'users', 'files'],
  community: ['communities', 'communityUsers', 'files', 'users', 'categories', 'feeds'],
  poll: ['polls', 'users'],
  stream: ['videoStreamings', 'users', 'files'],
  /** The service sends notices itself. */
  notice: ['webhook', 'since'],
} as const;

/** By name: the documented keys of `data`, and a sentence about the event. */
const catalogue = {
  'channel.didCreate': [keysOf.channel, 'A channel was created.'],
  'channel.didJoin': [keysOf.channel, 'Users joined a channel of their own accord.'],
  'channel.didLeave': [keysOf.channel, 'Users left a channel of their own accord.'],
  'channel.didAddUsers': [[...keysOf.channel, 'adderId'], 'A member added users to a channel.'],
  'channel.didRemoveUsers': [[...keysOf.channel, 'removerId'], 'A member removed users from a channel.'],
  'channel.didBan': [[...keysOf.channel, 'actorId'], 'Users were banned from a channel.'],
  'channel.didUpdate': [keysOf.channelChange, 'The name, tags or other settings of a channel were changed.'],
  'channel.didUpdateMeta': [keysOf.channelChange, 'The metadata of a channel was changed.'],
  'channel.didClose': [['channel'], 'A channel was closed; nobody can write in it any more.'],
  'message.didCreate': [keysOf.message, 'A message was sent.'],
  'message.didUpdate': [keysOf.message, 'The content of a message was edited.'],
  'message.didDelete': [keysOf.message, 'A message was deleted.'],
  'message.didFlag': [keysOf.message, 'A user reported a message to the moderators.'],
  'message.didUnflag': [keysOf.message, 'A user took back the report of a message.'],
  'message.didClearflag': [keysOf.message, 'A moderator cleared every report of a message.'],
  'message.didAddReaction': [[...keysOf.message, 'files', 'reactor'], 'A user reacted to a message.'],
  'message.didRemoveReaction': [[...keysOf.message, 'files', 'reactor'], 'A user took back a reaction to a message.'],
  'v5.message.didCreate': [keysOf.subchannel, 'A message was sent to a subchannel.'],
  'v5.message.didUpdate': [keysOf.subchannel, 'The content of a message in a subchannel was edited.'],
  'v5.message.didDelete': [keysOf.subchannel, 'A message in a subchannel was deleted.'],
  'moderation.didBan': [keysOf.channelChange, 'A moderator banned users from a channel.'],
  'user.didCreate': [keysOf.user, 'A user was registered.'],
  'user.didUpdate': [keysOf.user, 'The profile of a user was changed.'],
  'user.didFlag': [keysOf.user, 'A user was reported to the moderators.'],
  'user.didUnflag': [keysOf.user, 'The report of a user was taken back.'],
  'user.didClearFlag': [keysOf.user, 'A moderator cleared every report of a user.'],
  'user.didBlock': [keysOf.block, 'A user blocked another, or changed when the block ends.'],
  'user.didUnblock': [keysOf.block, 'A user unblocked another.'],
  'follow.didCreate': [keysOf.follow, 'A user began to follow another, who does not have to agree.'],
  'follow.didRequest': [keysOf.follow, 'A user asked to follow another.'],
  'follow.didAcceptRequest': [keysOf.follow, 'A user accepted a request to be followed.'],
  'follow.didDeclineRequest': [keysOf.follow, 'A user declined a request to be followed.'],
  'follow.didCancelRequest': [keysOf.follow, 'A user took back a request to follow another.'],
  'follow.didUnfollow': [keysOf.follow, 'A user stopped following another.'],
  'follow.didDeleteFollower': [keysOf.follow, 'A user removed one of their followers.'],
  'v3.post.didCreate': [keysOf.post, 'A post was published on a feed.'],
  'v3.post.didUpdate': [keysOf.post, 'A post was edited.'],
  'v3.post.didDelete': [keysOf.post, 'A post was deleted.'],
  'v3.post.didApprove': [keysOf.post, 'A moderator approved a post that waited for review.'],
  'v3.post.didDecline': [keysOf.post, 'A moderator declined a post that waited for review.'],
  'v3.post.didFlag': [[...keysOf.post, 'flaggedUserId'], 'A user reported a post to the moderators.'],
  'v3.post.didUnflag': [[...keysOf.post, 'flaggedUserId'], 'The report of a post was taken back or cleared.'],
  'v3.post.didAddReaction': [[...keysOf.post, 'reactor'], 'A user reacted to a post.'],
  'v3.post.didRemoveReaction': [[...keysOf.post, 'reactor'], 'A user took back a reaction to a post.'],
  'v3.comment.didCreate': [keysOf.comment, 'A user commented on a post.'],
  'v3.comment.didReply': [keysOf.comment, 'A user replied to a comment.'],
  'v3.comment.didUpdate': [keysOf.comment, 'A comment or reply was edited.'],
  'v3.comment.didDelete': [keysOf.comment, 'A comment or reply was deleted.'],
  'v3.comment.didFlag': [[...keysOf.comment, 'flaggedUserId'], 'A user reported a comment to the moderators.'],
  'v3.comment.didUnflag': [[...keysOf.comment, 'flaggedUserId'], 'The report of a comment was taken back or cleared.'],
  'v3.comment.didAddReaction': [[...keysOf.comment, 'reactor'], 'A user reacted to a comment.'],
  'v3.comment.didRemoveReaction': [[...keysOf.comment, 'reactor'], 'A user took back a reaction to a comment.'],
  'v3.community.didCreate': [keysOf.community, 'A community was created.'],
  'v3.community.didUpdate': [keysOf.community, 'The profile or settings of a community were changed.'],
  'v3.community.didDelete': [keysOf.community, 'A community was deleted.'],
  'v3.community.didJoin': [keysOf.community, 'Users joined a community of their own accord.'],
  'v3.community.didLeave': [keysOf.community, 'Users left a community of their own accord.'],
  'v3.community.didAddUsers': [keysOf.community, 'A moderator added users to a community.'],
  'v3.community.didRemoveUsers': [keysOf.community, 'A moderator removed users from a community.'],
  'v3.community.didBan': [keysOf.community, 'Users were banned from a community.'],
  'v3.community.didUnban': [keysOf.community, 'The ban of users from a community was lifted.'],
  'v3.community.didRoleChange': [keysOf.community, 'Members of a community were given other roles.'],
  'poll.didCreate': [keysOf.poll, 'A poll was created.'],
  'poll.didUpdate': [keysOf.poll, 'A poll was edited or closed.'],
  'poll.didVote': [keysOf.poll, 'A user voted in a poll.'],
  'video-streaming.didStart': [keysOf.stream, 'A live stream began.'],
  'video-streaming.didStop': [keysOf.stream, 'A live stream ended.'],
  'video-streaming.didRecord': [keysOf.stream, 'The recording of a live stream is ready to be watched.'],
  'webhook.didComeBack': [keysOf.notice, 'Another webhook, about which there was a notice, takes requests again.'],
  'webhook.didStruggle': [
    [...keysOf.notice, 'delivery'],
    'A notable share of the requests to another webhook has failed for ten minutes.',
  ],
  'webhook.didFailDeliveries': [
    [...keysOf.notice, 'delivery'],
    'Deliveries to another webhook have failed for good today.',
  ],
  'webhook.didGoDown': [
    [...keysOf.notice, 'delivery', 'disablesAt'],
    'Every request to another webhook has failed for five minutes.',
  ],
  'webhook.willDisable': [
    [...keysOf.notice, 'delivery', 'disablesAt'],
    'Another webhook is disabled within a day, since its receiver has only failed for days.',
  ],
  'webhook.didDisable': [
    [...keysOf.notice, 'delivery', 'reason'],
    'Another webhook was disabled because of its receiver.',
  ],
  'webhook.didRefuseSecret': [
    [...keysOf.notice, 'secretsChangeAt'],
    'The receiver of another webhook does not accept its newest secret, which it must within an hour.',
  ],
} as const satisfies Readonly<Record<string, readonly [keys: readonly string[], description: string]>>;

/** A documented key of `data`. */
export type EventKey = (typeof catalogue)[keyof typeof catalogue][0][number];

/** An event name of the catalogue. */
export interface EventType {
  readonly name: string;
  /** The documented keys of `data`. */
  readonly keys: readonly EventKey[];
  readonly description: string;
}

/** Every event type of the catalogue, by name. Other well-formed names are accepted and delivered, too. */
export const eventTypes: ReadonlyMap<string, EventType> = new Map(
  Object.entries(catalogue).map(([name, [keys, description]]) => [name, { name, keys, description }]),
);

/**
 * An event name, what it means, the documented keys of `data`, a sample of `data` that ingest accepts, and the JSON
 * Schema (draft 2020-12) of the documented `data`.
 */
export const EventTypeEntry = v.object({
  event: field(v.string(), doc('The name of the event type.', 'channel.didCreate')),
  description: field(v.string(), doc('The meaning of an event of this type.', 'A channel was created.')),
  keys: field(v.array(v.string()), doc('The documented members of `data`.', ['channel', 'users', 'userIds'])),
  sample: field(
    v.record(v.string(), v.unknown()),
    doc('An example of `data` that the service accepts.', {
      channel: { channelId: 'channel-hiking' },
      users: [{ userId: 'ada' }],
      userIds: ['ada', 'grace'],
    }),
  ),
  schema: field(
    v.record(v.string(), v.unknown()),
    doc('The JSON Schema (draft 2020-12) of the documented `data`.', { type: 'object' }),
  ),
});
export type EventTypeEntry = v.InferOutput<typeof EventTypeEntry>;

export const listEventTypes = defineRoute(
  {
    operationId: 'listEventTypes',
    method: 'GET',
    path: '/event-types',
    role: 'viewer',
    quota: 'administration',
    feature: 'webhooks',
    response: {
      status: 200,
      body: v.object({ results: field(v.array(EventTypeEntry), doc('All event types of the catalogue.')) }),
      cacheSeconds: 3_600,
    },
  },
  routeDoc(() => ({
    group: 'Events',
    summary: 'List event types',
    description:
      'Lists the event types of the catalogue. For each event type, the response contains the name, the meaning, a sample, and a JSON Schema (draft 2020-12) of `data`. The schema serves as documentation. When you post events, the service checks only the required members of the schema and the `parentId` of a comment. The service also accepts and delivers an event if its name is well-formed but not in the catalogue.',
    response: 'The whole catalogue.',
    example: {
      response: {
        results: [
          {
            event: 'channel.didCreate',
            description: 'A channel was created.',
            keys: ['channel', 'users', 'userIds'],
            sample: { userIds: ['ada', 'grace'], channel: { channelId: 'channel-hiking' }, users: [{ userId: 'ada' }] },
            schema: { type: 'object' },
          },
        ],
      },
    },
  })),
);

/** Those of this file. */
export const eventTypeRoutes = { listEventTypes };
