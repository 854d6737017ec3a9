/**
 * A sample of `data` for each event of the catalogue, for documentation and test events. All are about one small,
 * made-up community.
 *
 * Only the members in `documented-payloads.ts` are documented; the others are plausible ones.
 */
import { type EventKey, eventTypes } from './event-catalogue.ts';

const created = '2026-03-02T09:15:00.000Z';
const updated = '2026-03-02T09:30:00.000Z';
const times = { createdAt: created, updatedAt: updated };

const user = (userId: string, displayName: string) => ({
  ...times,
  userId,
  displayName,
  roles: ['member'],
  flagCount: 0,
  hashflag: { bits: 0, hashes: 0, hash: [] },
});
const ada = user('ada', 'Ada Lovelace');
const grace = user('grace', 'Grace Hopper');

const channel = {
  ...times,
  channelId: 'channel-hiking',
  type: 'standard',
  isDistinct: false,
  isMuted: false,
  isRateLimited: false,
  rateLimitWindow: 1000,
  lastActivity: updated,
  memberCount: 2,
  messageCount: 0,
  metadata: { region: 'Alps' },
  tags: ['outdoors'],
};

const message = {
  ...times,
  messageId: 'message-1',
  channelId: channel.channelId,
  userId: 'ada',
  type: 'text',
  data: { text: 'Who is coming on Sunday?' },
  flagCount: 0,
  isDeleted: false,
};

const post = {
  ...times,
  postId: 'post-1',
  postedUserId: 'ada',
  targetType: 'community',
  targetId: 'community-hikers',
  dataType: 'text',
  data: { text: 'The trail to the lake is open again.' },
  reactionsCount: 1,
  commentsCount: 1,
  isDeleted: false,
};

const comment = {
  ...times,
  commentId: 'comment-1',
  userId: 'grace',
  parentId: null,
  referenceType: 'post',
  referenceId: post.postId,
  dataType: 'text',
  data: { text: 'Good news!' },
  isDeleted: false,
};
const reply = { ...comment, commentId: 'comment-2', userId: 'ada', parentId: comment.commentId };

const reactor = { reactionId: 'reaction-1', reactionName: 'like', userId: 'grace', createdAt: updated };

const community = {
  ...times,
  communityId: 'community-hikers',
  displayName: 'Hikers',
  description: 'People who walk uphill for fun.',
  userId: 'ada',
  categoryIds: ['category-outdoors'],
  membersCount: 2,
  postsCount: 1,
  isPublic: true,
  isDeleted: false,
};
const communityUser = {
  ...times,
  communityId: community.communityId,
  userId: 'grace',
  communityMembership: 'member',
  roles: ['community-member'],
};

/** The usual value of each documented key. */
const usualValues: Readonly<Record<EventKey, unknown>> = {
  actorId: 'ada',
  adderId: 'ada',
  blockedUserId: 'grace',
  categories: [{ ...times, categoryId: 'category-outdoors', name: 'Outdoors' }],
  channel,
  commentChildren: [],
  comments: [comment],
  communities: [community],
  communityUsers: [communityUser],
  createdAt: created,
  delivery: {
    deliveryId: '01KJPZK5S0A1B2C3D4E5F6G7H8',
    event: 'v3.post.didAddReaction',
    eventId: 'event-1',
    class: 'http_5xx',
    statusCode: 503,
    path: '/webhooks/wh_01933b2c5d7e7f00a1b2c3d4e5f60718/deliveries/01KJPZK5S0A1B2C3D4E5F6G7H8',
  },
  disablesAt: '2026-03-07T09:15:00.000Z',
  expiresAt: '2026-03-09T09:15:00.000Z',
  secretsChangeAt: '2026-03-02T10:00:00.000Z',
  feeds: [
    { ...times, feedId: 'feed-1', feedType: 'published', targetType: 'community', targetId: community.communityId },
  ],
  files: [],
  flaggedUserId: 'grace',
  from: 'grace',
  messageFeeds: [
    { ...times, messageFeedId: 'message-feed-1', channelId: channel.channelId, name: 'Hiking on Sundays' },
  ],
  messages: [message],
  polls: [
    {
      ...times,
      pollId: 'poll-1',
      userId: 'ada',
      question: 'Which lake?',
      answerType: 'single',
      answers: [
        { id: 'answer-1', data: 'The upper one', voteCount: 1 },
        { id: 'answer-2', data: 'The lower one', voteCount: 0 },
      ],
      status: 'open',
    },
  ],
  postChildren: [],
  posts: [post],
  reactions: [],
  reactor,
  reason: 'failing',
  removerId: 'ada',
  since: created,
  status: 'accepted',
  to: 'ada',
  updatedAt: updated,
  userId: 'ada',
  userIds: ['ada', 'grace'],
  users: [ada, grace],
  videoStreamings: [{ ...times, streamId: 'stream-1', userId: 'ada', title: 'Live from the lake', status: 'live' }],
  webhook: {
    webhookId: 'wh_01933b2c5d7e7f00a1b2c3d4e5f60718',
    host: 'hooks.example.com',
    description: 'Moderation',
  },
};

const closedPoll = {
  polls: [{ pollId: 'poll-1', userId: 'ada', question: 'Which lake?', status: 'closed', ...times }],
};
const streamWithStatus = (status: string, more = {}) => ({
  videoStreamings: [{ ...times, streamId: 'stream-1', userId: 'ada', title: 'Live from the lake', status, ...more }],
});

/** By event: the values that differ from the usual ones. */
const otherValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'channel.didLeave': { userIds: ['grace'], users: [grace] },
  'channel.didAddUsers': { userIds: ['grace'], users: [grace] },
  'channel.didRemoveUsers': { userIds: ['grace'], users: [grace] },
  'channel.didBan': { userIds: ['grace'], users: [grace] },
  'message.didDelete': { messages: [{ ...message, isDeleted: true }] },
  'message.didFlag': { messages: [{ ...message, flagCount: 1 }] },
  'v5.message.didDelete': { messages: [{ ...message, isDeleted: true }] },
  'moderation.didBan': { users: [grace] },
  'user.didCreate': { users: [ada] },
  'user.didUpdate': { users: [ada] },
  'user.didFlag': { users: [{ ...grace, flagCount: 1 }] },
  'user.didUnflag': { users: [grace] },
  'user.didClearFlag': { users: [grace] },
  'follow.didRequest': { status: 'pending' },
  'follow.didDeclineRequest': { status: 'none' },
  'follow.didCancelRequest': { status: 'none' },
  'follow.didUnfollow': { status: 'none' },
  'follow.didDeleteFollower': { status: 'none' },
  'v3.post.didDelete': { posts: [{ ...post, isDeleted: true }] },
  'v3.comment.didReply': { comments: [reply] },
  'v3.comment.didDelete': { comments: [{ ...comment, isDeleted: true }] },
  'v3.community.didDelete': { communities: [{ ...community, isDeleted: true }] },
  'v3.community.didBan': { communityUsers: [{ ...communityUser, communityMembership: 'banned' }] },
  'v3.community.didRoleChange': { communityUsers: [{ ...communityUser, roles: ['community-moderator'] }] },
  'poll.didUpdate': closedPoll,
  'video-streaming.didStop': streamWithStatus('ended'),
  'video-streaming.didRecord': streamWithStatus('recorded', {
    recordings: [{ format: 'mp4', url: 'https://media.example.com/stream-1.mp4' }],
  }),
};

/** A sample of an event's `data`; `{}` for a name that is not in the catalogue. */
export function eventSample(event: string): Record<string, unknown> {
  const keys = eventTypes.get(event)?.keys ?? [];
  return { ...Object.fromEntries(keys.map((key) => [key, usualValues[key]])), ...otherValues[event] };
}
