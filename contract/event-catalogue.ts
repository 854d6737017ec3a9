/** The catalogue of event names, with the documented keys of each payload (docs/spec/events.md#catalogue). */
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
  { noun: 'webhook', verbs: ['didStruggle', 'didComeBack', 'didFailDeliveries'], keys: noticeKeys },
  { noun: 'webhook', verbs: ['didGoDown', 'willDisable'], keys: [...noticeKeys, 'disablesAt'] },
  { noun: 'webhook', verbs: ['didDisable'], keys: [...noticeKeys, 'reason'] },
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
