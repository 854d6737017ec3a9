/** The client's generated types are those of the contract: `tsc` fails if one of them differs. */
import type * as v from 'valibot';
import type { DeliveryState } from '../../contract/delivery-states.ts';
import type { MissingOutcome } from '../../contract/ledger.ts';
import type { routes } from '../../contract/routes.ts';
import {
  type AnswerTo,
  type Client,
  createClient,
  type EventPayloads,
  isKnownEvent,
  isOnPost,
  type KnownEvent,
  type OperationId,
  type PlatformEvent,
  parseEvent,
  type RequestTo,
} from '../index.ts';
import type { MissingDelivery } from '../webhooks/reconcile.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type Route<O extends OperationId> = (typeof routes)[O];
type Parameters<O extends OperationId> = Route<O> extends { parameters: infer S } ? DeepReadonly<Input<S>> : unknown;
type Query<O extends OperationId> = Route<O> extends { query: infer S } ? QueryValues<Input<S>, Output<S>> : unknown;
type Body<O extends OperationId> = Route<O> extends { body: { schema: infer S } } ? DeepReadonly<Input<S>> : unknown;

type Input<S> = S extends v.GenericSchema ? v.InferInput<S> : unknown;
type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : unknown;

type DeepReadonly<T> = T extends readonly (infer Element)[]
  ? readonly DeepReadonly<Element>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T;

/** Query parameters are text, except that callers pass numbers for those that the service parses as numbers. */
type QueryValues<Text, Parsed> = unknown extends Text
  ? unknown
  : {
      readonly [Name in keyof Text]: Name extends keyof Parsed ? QueryValueOf<Text[Name], Parsed[Name]> : never;
    };
type QueryValueOf<Text, Parsed> =
  NonNullable<Parsed> extends number ? number | Extract<Text, undefined> : DeepReadonly<Text>;

/** A member of a request: absent if the route has none, optional if all of its fields are. */
type Member<Name extends string, Value> = unknown extends Value
  ? unknown
  : EmptyObject extends Value
    ? { readonly [N in Name]?: Value | undefined }
    : { readonly [N in Name]: Value };

type EmptyObject = Readonly<Record<string, never>>;

type Flat<T> = keyof T extends never ? EmptyObject : { [Name in keyof T]: T[Name] };

type ContractRequest<O extends OperationId> = Flat<
  Member<'parameters', Parameters<O>> & Member<'query', Query<O>> & Member<'body', Body<O>>
>;

/** The operations whose types differ. */
type Different = {
  [O in OperationId]: Same<RequestTo<O>, ContractRequest<O>> extends true
    ? Same<AnswerTo<O>, Output<Route<O>['response']['body']>> extends true
      ? never
      : `response of ${O}`
    : `request of ${O}`;
}[OperationId];

/** Those that need a token, or nothing. */
type Callable = {
  [O in keyof typeof routes]: (typeof routes)[O] extends { readonly alsoFor: readonly string[] }
    ? O
    : (typeof routes)[O]['role'] extends 'receiver'
      ? never
      : O;
}[keyof typeof routes];

export const everyOperation: Same<OperationId, Callable> = true;
export const noneDiffers: Same<Different, never> = true;

export const sameOutcomes: Same<MissingDelivery['outcome'], MissingOutcome> = true;

/** Calls that the compiler must accept or refuse: `tsc` fails if one of these lines is wrong. */

const isTrue = <Yes extends true>(): Yes | undefined => undefined;

declare const client: Client;
declare const userIds: readonly string[];
const webhook = { parameters: { webhookId: 'wh_01933b2c5d7e7f00a1b2c3d4e5f60718' } };

createClient({ baseUrl: 'https://api.example.com', token: async () => 'token' });
// @ts-expect-error A client needs a token.
createClient({ baseUrl: 'https://api.example.com' });

// Lists may be read-only.
client.blockUser({ body: { blockUserId: 'bob' } });
client.checkHidden({ query: { checkList: userIds } }, { signal: AbortSignal.timeout(100) });
client.listBlockedUsers({}, { onBehalfOf: 'alice' });
// @ts-expect-error A body with a required field can't be left out.
client.blockUser({});
// @ts-expect-error Nor can such a query.
client.checkHidden();

// Members with optional fields only may be left out.
client.listWebhooks();
client.listBlockedUsers();
client.sendTestEvent(webhook);
// @ts-expect-error The path parameter is required.
client.showWebhook();

export async function pagesAreTyped(): Promise<void> {
  for await (const { blocked_userId } of client.eachBlockedUser()) isTrue<Same<typeof blocked_userId, string>>();
  for await (const { state } of client.eachDelivery({ ...webhook, query: { limit: 100 } })) {
    isTrue<Same<typeof state, DeliveryState>>();
  }
  for await (const { items, next } of client.eachAuditEntry().pages()) {
    isTrue<Same<(typeof items)[number]['entryId'], string>>();
    if (next !== undefined) await client.listAudit(next);
  }
  // @ts-expect-error The path parameter is required here too.
  client.eachDelivery();
}

/** Uses of typed events that the compiler must accept or refuse: `tsc` fails if one of these lines is wrong. */

const event: PlatformEvent = parseEvent(JSON.parse('{"event":"channel.didCreate","data":{}}'));

// @ts-expect-error The members of an event that the catalogue may not have are unknown.
event.data['users'].length;

if (isKnownEvent(event)) {
  switch (event.event) {
    case 'channel.didCreate': {
      isTrue<Same<typeof event.data, EventPayloads['channel.didCreate']>>();
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
  }
}

const reactor = { reactionId: 'r', reactionName: 'like', userId: 'u' };
const posted: KnownEvent = { event: 'v3.post.didAddReaction', data: { posts: [{ postId: 'p' }], reactor } };
client.ingestEvents({ body: { events: [posted, { event: 'shop.didSell', data: {} }] } });

export { posted };
