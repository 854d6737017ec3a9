/** Event names with their payloads' documented keys, and the route that lists them (docs/spec/events.md#catalogue). */
import * as v from 'valibot';
import { defineRoute, noBody, nothing } from './route.ts';

const channelKeys = ['channel', 'users', 'userIds'] as const;
const postKeys = [
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
] as const;
const commentKeys = ['comments', 'commentChildren', 'communityUsers', 'users', 'files'] as const;

/** Those of notices, which the service sends itself. */
const noticeKeys = ['webhook', 'since'] as const;

const families = [
  { noun: 'channel', verbs: ['didCreate', 'didJoin', 'didLeave'], keys: channelKeys },
  { noun: 'channel', verbs: ['didAddUsers'], keys: [...channelKeys, 'adderId'] },
  { noun: 'channel', verbs: ['didRemoveUsers'], keys: [...channelKeys, 'removerId'] },
  { noun: 'channel', verbs: ['didBan'], keys: [...channelKeys, 'actorId'] },
  { noun: 'channel', verbs: ['didUpdate', 'didUpdateMeta'], keys: ['channel', 'users', 'userId'] },
  { noun: 'channel', verbs: ['didClose'], keys: ['channel'] },
  {
    noun: 'message',
    verbs: ['didCreate', 'didUpdate', 'didDelete', 'didFlag', 'didUnflag', 'didClearflag'],
    keys: ['messages', 'users'],
  },
  { noun: 'message', verbs: ['didAddReaction', 'didRemoveReaction'], keys: ['messages', 'users', 'files', 'reactor'] },
  {
    noun: 'v5.message',
    verbs: ['didCreate', 'didUpdate', 'didDelete'],
    keys: ['files', 'messageFeeds', 'messages', 'reactions', 'users'],
  },
  { noun: 'moderation', verbs: ['didBan'], keys: ['channel', 'users', 'userId'] },
  { noun: 'user', verbs: ['didCreate', 'didUpdate', 'didFlag', 'didUnflag', 'didClearFlag'], keys: ['users', 'files'] },
  {
    noun: 'follow',
    verbs: [
      'didCreate',
      'didRequest',
      'didAcceptRequest',
      'didDeclineRequest',
      'didCancelRequest',
      'didUnfollow',
      'didDeleteFollower',
    ],
    keys: ['from', 'to', 'status', 'createdAt', 'updatedAt'],
  },
  { noun: 'v3.post', verbs: ['didCreate', 'didUpdate', 'didDelete', 'didApprove', 'didDecline'], keys: postKeys },
  { noun: 'v3.post', verbs: ['didFlag', 'didUnflag'], keys: [...postKeys, 'flaggedUserId'] },
  { noun: 'v3.post', verbs: ['didAddReaction', 'didRemoveReaction'], keys: [...postKeys, 'reactor'] },
  { noun: 'v3.comment', verbs: ['didCreate', 'didReply', 'didUpdate', 'didDelete'], keys: commentKeys },
  { noun: 'v3.comment', verbs: ['didFlag', 'didUnflag'], keys: [...commentKeys, 'flaggedUserId'] },
  { noun: 'v3.comment', verbs: ['didAddReaction', 'didRemoveReaction'], keys: [...commentKeys, 'reactor'] },
  {
    noun: 'v3.community',
    verbs: [
      'didCreate',
      'didUpdate',
      'didDelete',
      'didJoin',
      'didLeave',
      'didAddUsers',
      'didRemoveUsers',
      'didBan',
      'didUnban',
      'didRoleChange',
    ],
    keys: ['communities', 'communityUsers', 'files', 'users', 'categories', 'feeds'],
  },
  { noun: 'poll', verbs: ['didCreate', 'didUpdate', 'didVote'], keys: ['polls', 'users'] },
  { noun: 'video-streaming', verbs: ['didStart', 'didStop', 'didRecord'], keys: ['videoStreamings', 'users', 'files'] },
  { noun: 'webhook', verbs: ['didComeBack'], keys: noticeKeys },
  { noun: 'webhook', verbs: ['didStruggle', 'didFailDeliveries'], keys: [...noticeKeys, 'delivery'] },
  { noun: 'webhook', verbs: ['didGoDown', 'willDisable'], keys: [...noticeKeys, 'delivery', 'disablesAt'] },
  { noun: 'webhook', verbs: ['didDisable'], keys: [...noticeKeys, 'delivery', 'reason'] },
  { noun: 'webhook', verbs: ['didRefuseSecret'], keys: [...noticeKeys, 'secretsChangeAt'] },
] as const;

/** A documented key of `data`. */
export type EventKey = (typeof families)[number]['keys'][number];

/** An event name of the catalogue. */
export interface EventType {
  readonly name: string;
  /** The documented keys of `data`. */
  readonly keys: readonly EventKey[];
}

/** Every event type of the catalogue, by name. Other well-formed names are accepted and delivered, too. */
export const eventTypes: ReadonlyMap<string, EventType> = new Map(
  families.flatMap(({ noun, verbs, keys }) =>
    verbs.map((verb) => {
      const name = `${noun}.${verb}`;
      return [name, { name, keys }];
    }),
  ),
);

/** One sentence about each event. Only the function of GET /event-types loads them. */
export const eventDescriptions: Readonly<Record<string, string>> = {
  'channel.didCreate': 'A channel was created.',
  'channel.didJoin': 'Users joined a channel of their own accord.',
  'channel.didLeave': 'Users left a channel of their own accord.',
  'channel.didAddUsers': 'A member added users to a channel.',
  'channel.didRemoveUsers': 'A member removed users from a channel.',
  'channel.didBan': 'Users were banned from a channel.',
  'channel.didUpdate': 'The name, tags or other settings of a channel were changed.',
  'channel.didUpdateMeta': 'The metadata of a channel was changed.',
  'channel.didClose': 'A channel was closed; nobody can write in it any more.',
  'message.didCreate': 'A message was sent.',
  'message.didUpdate': 'The content of a message was edited.',
  'message.didDelete': 'A message was deleted.',
  'message.didFlag': 'A user reported a message to the moderators.',
  'message.didUnflag': 'A user took back the report of a message.',
  'message.didClearflag': 'A moderator cleared every report of a message.',
  'message.didAddReaction': 'A user reacted to a message.',
  'message.didRemoveReaction': 'A user took back a reaction to a message.',
  'v5.message.didCreate': 'A message was sent to a subchannel.',
  'v5.message.didUpdate': 'The content of a message in a subchannel was edited.',
  'v5.message.didDelete': 'A message in a subchannel was deleted.',
  'moderation.didBan': 'A moderator banned users from a channel.',
  'user.didCreate': 'A user was registered.',
  'user.didUpdate': 'The profile of a user was changed.',
  'user.didFlag': 'A user was reported to the moderators.',
  'user.didUnflag': 'The report of a user was taken back.',
  'user.didClearFlag': 'A moderator cleared every report of a user.',
  'follow.didCreate': 'A user began to follow another, who does not have to agree.',
  'follow.didRequest': 'A user asked to follow another.',
  'follow.didAcceptRequest': 'A user accepted a request to be followed.',
  'follow.didDeclineRequest': 'A user declined a request to be followed.',
  'follow.didCancelRequest': 'A user took back a request to follow another.',
  'follow.didUnfollow': 'A user stopped following another.',
  'follow.didDeleteFollower': 'A user removed one of their followers.',
  'v3.post.didCreate': 'A post was published on a feed.',
  'v3.post.didUpdate': 'A post was edited.',
  'v3.post.didDelete': 'A post was deleted.',
  'v3.post.didApprove': 'A moderator approved a post that waited for review.',
  'v3.post.didDecline': 'A moderator declined a post that waited for review.',
  'v3.post.didFlag': 'A user reported a post to the moderators.',
  'v3.post.didUnflag': 'The report of a post was taken back or cleared.',
  'v3.post.didAddReaction': 'A user reacted to a post.',
  'v3.post.didRemoveReaction': 'A user took back a reaction to a post.',
  'v3.comment.didCreate': 'A user commented on a post.',
  'v3.comment.didReply': 'A user replied to a comment.',
  'v3.comment.didUpdate': 'A comment or reply was edited.',
  'v3.comment.didDelete': 'A comment or reply was deleted.',
  'v3.comment.didFlag': 'A user reported a comment to the moderators.',
  'v3.comment.didUnflag': 'The report of a comment was taken back or cleared.',
  'v3.comment.didAddReaction': 'A user reacted to a comment.',
  'v3.comment.didRemoveReaction': 'A user took back a reaction to a comment.',
  'v3.community.didCreate': 'A community was created.',
  'v3.community.didUpdate': 'The profile or settings of a community were changed.',
  'v3.community.didDelete': 'A community was deleted.',
  'v3.community.didJoin': 'Users joined a community of their own accord.',
  'v3.community.didLeave': 'Users left a community of their own accord.',
  'v3.community.didAddUsers': 'A moderator added users to a community.',
  'v3.community.didRemoveUsers': 'A moderator removed users from a community.',
  'v3.community.didBan': 'Users were banned from a community.',
  'v3.community.didUnban': 'The ban of users from a community was lifted.',
  'v3.community.didRoleChange': 'Members of a community were given other roles.',
  'poll.didCreate': 'A poll was created.',
  'poll.didUpdate': 'A poll was edited or closed.',
  'poll.didVote': 'A user voted in a poll.',
  'video-streaming.didStart': 'A live stream began.',
  'video-streaming.didStop': 'A live stream ended.',
  'video-streaming.didRecord': 'The recording of a live stream is ready to be watched.',
  'webhook.didStruggle': 'A notable share of the requests to another webhook has failed for ten minutes.',
  'webhook.didGoDown': 'Every request to another webhook has failed for five minutes.',
  'webhook.didComeBack': 'Another webhook, about which there was a notice, takes requests again.',
  'webhook.willDisable': 'Another webhook is disabled within a day, since its receiver has only failed for days.',
  'webhook.didDisable': 'Another webhook was disabled because of its receiver.',
  'webhook.didFailDeliveries': 'Deliveries to another webhook have failed for good today.',
  'webhook.didRefuseSecret':
    'The receiver of another webhook does not accept its newest secret, which it must within an hour.',
};

/**
 * An event name, what it means, the documented keys of `data`, a sample of `data` that ingest accepts, and the JSON
 * Schema (draft 2020-12) of the documented `data`.
 */
export const EventTypeEntry = v.object({
  event: v.string(),
  description: v.string(),
  keys: v.array(v.string()),
  sample: v.record(v.string(), v.unknown()),
  schema: v.record(v.string(), v.unknown()),
});
export type EventTypeEntry = v.InferOutput<typeof EventTypeEntry>;

export const listEventTypes = defineRoute({
  operationId: 'listEventTypes',
  method: 'GET',
  path: '/event-types',
  summary: 'List event types',
  description:
    'Every event name of the catalogue: what the platform emits, with a sample and a JSON Schema (draft 2020-12) of its `data`. The schema is documentation: only its required members are checked when events are posted. Other well-formed names are accepted and delivered, too.',
  role: 'viewer',
  quota: 'administration',
  feature: 'webhooks',
  query: nothing,
  body: noBody,
  response: {
    status: 200,
    description: 'The whole catalogue.',
    body: v.object({ results: v.array(EventTypeEntry) }),
    cacheSeconds: 3_600,
  },
});
