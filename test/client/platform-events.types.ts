/** Uses of typed events that the compiler must accept or refuse: `tsc` fails if one of these lines is wrong. */
import {
  type Client,
  type EventPayloads,
  isKnownEvent,
  isOnPost,
  type KnownEvent,
  type KnownEventName,
  type PlatformEvent,
  parseEvent,
} from '../../client/index.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isTrue = <Yes extends true>(): Yes | undefined => undefined;

const event: PlatformEvent = parseEvent(JSON.parse('{"event":"channel.didCreate","data":{}}'));

// An event is a text and an object. Platforms may post events that the catalogue does not have.
event.event satisfies string;
event.data satisfies object;
// @ts-expect-error Its members are unknown.
event.data['users'].length;

if (isKnownEvent(event)) {
  switch (event.event) {
    case 'channel.didCreate': {
      isTrue<Same<typeof event.data, EventPayloads['channel.didCreate']>>();
      isTrue<Same<typeof event.data.userIds, readonly string[] | null | undefined>>();
      event.data.users?.[0]?.displayName satisfies string | null | undefined;
      isTrue<Same<NonNullable<typeof event.data.channel>['further'], unknown>>();
      // @ts-expect-error A documented member may be missing or null.
      event.data.channel.channelId;
      break;
    }
    case 'v3.post.didAddReaction': {
      // What activity records need is there.
      const { posts, reactor } = event.data;
      isTrue<Same<typeof reactor.userId, string>>();
      isTrue<Same<(typeof posts)[0]['postId'], string>>();
      break;
    }
    case 'v3.comment.didReply': {
      const [comment] = event.data.comments;
      // A comment on something other than a post is not recorded, so only its parentId is checked.
      isTrue<Same<typeof comment.parentId, string>>();
      // @ts-expect-error Its author may be missing.
      comment.userId satisfies string;
      if (isOnPost(comment)) isTrue<Same<typeof comment.userId, string>>();
      break;
    }
    // @ts-expect-error The catalogue has no deprecated event.
    case 'channel.created':
      break;
    default:
      isTrue<Same<Extract<typeof event, { readonly event: 'channel.didCreate' }>, never>>();
  }
}

const reactor = { reactionId: 'r', reactionName: 'like', userId: 'u' };
const posted: KnownEvent = { event: 'v3.post.didAddReaction', data: { posts: [{ postId: 'p' }], reactor } };
// @ts-expect-error A reaction is to a post.
const withoutPost: KnownEvent = { event: 'v3.post.didAddReaction', data: { posts: [], reactor } };
declare const client: Client;
client.ingestEvents({ body: { events: [posted, { event: 'shop.didSell', data: {} }] } });
const name: KnownEventName = 'poll.didVote';

export { name, posted, withoutPost };
