/** Blocking (docs/spec/blocking.md). */
import * as v from 'valibot';
import { HideMode } from './access.ts';
import { doc, field, named, routeDoc } from './documentation.ts';
import { UserId } from './ids.ts';
import { defineRoute, SMALL_BODY_BYTES } from './route.ts';
import { distinctUpTo, isJsonObject, looseObject, object, Success } from './schema.ts';

/** Entries on a page of the block list. */
export const BLOCKED_USERS_PER_PAGE = 20;
/** The most distinct user ids of a hide check. */
export const MAX_CHECKED_USERS = 20;
/** The most distinct user ids of an audience. */
export const MAX_AUDIENCE = 100;
/** Enough for 100 of the longest ids, even where JSON escapes each of their characters beyond ASCII. */
const AUDIENCE_BODY_BYTES = 64 * 1024;

const BLOCK_USER_ID =
  'must be the id of another user: a non-empty string of at most 128 UTF-8 bytes without control characters, or a safe integer';

/** A user id: a string, or a safe integer, which becomes decimal text (docs/spec/blocking.md#the-user-to-block). */
export const BlockUserId = named(
  'BlockUserId',
  v.pipe(
    v.union([v.string(), v.pipe(v.number(), v.safeInteger(BLOCK_USER_ID))], BLOCK_USER_ID),
    v.transform(String),
    v.check((id) => v.is(UserId, id), BLOCK_USER_ID),
    v.transform((id) => v.parse(UserId, id)),
  ),
  doc('The id of the user to block or unblock; an integer means its decimal text.', 'grace'),
);

const BlockRequest = object({ blockUserId: BlockUserId });

/** An entry of the block list, and its pagination token (docs/spec/blocking.md#pagination-token). */
export const BlockedUser = named(
  'BlockedUser',
  v.object({
    blocked_userId: field(v.string(), doc('The blocked user.', 'grace')),
    netid_uid: field(v.string(), doc('The network and the user who blocked, as `<networkId>_<userId>`.', 'demo_ada')),
  }),
);
export type BlockedUser = v.InferOutput<typeof BlockedUser>;

const PAGINATION_TOKEN =
  'must be the paginationToken of the previous page: an object with the strings netid_uid and blocked_userId, or its JSON text';

const TokenObject = v.object({ netid_uid: v.string(PAGINATION_TOKEN), blocked_userId: UserId }, PAGINATION_TOKEN);

/** The token as an object or its JSON text; `undefined` for `null`, `{}` and `""`, which mean the first page. */
const PaginationToken = named(
  'PaginationToken',
  v.pipe(
    v.union([v.string(), looseObject({}), v.null()], PAGINATION_TOKEN),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const token = typeof dataset.value === 'string' ? parseJson(dataset.value) : dataset.value;
      if (token === null || dataset.value === '' || isEmptyObject(token)) return undefined;
      const parsed = v.safeParse(TokenObject, token);
      if (parsed.success) return parsed.output;
      addIssue({ message: PAGINATION_TOKEN });
      return NEVER;
    }),
  ),
  doc('The `paginationToken` of the page before. `{}`, `""` and `null` mean the first page.'),
);

export const blockUser = defineRoute(
  {
    operationId: 'blockUser',
    method: 'POST',
    path: '/block/members',
    role: 'user',
    quota: 'writes',
    feature: 'blockUser',
    body: { schema: BlockRequest, maxBytes: SMALL_BODY_BYTES },
    response: { status: 200, body: Success },
  },
  routeDoc(({ success }) => ({
    group: 'Blocking',
    summary: 'Block a user',
    description: 'The current user blocks one other user. Blocking a user who is blocked already changes nothing.',
    response: 'The user is blocked.',
    example: { body: { blockUserId: 'grace' }, response: success },
  })),
);

export const unblockUser = defineRoute(
  {
    operationId: 'unblockUser',
    method: 'DELETE',
    path: '/block/members',
    role: 'user',
    quota: 'writes',
    feature: 'blockUser',
    body: { schema: BlockRequest, maxBytes: SMALL_BODY_BYTES },
    response: { status: 200, body: Success },
  },
  routeDoc(({ success }) => ({
    group: 'Blocking',
    summary: 'Unblock a user',
    description: 'The current user unblocks one user. Unblocking a user who is not blocked changes nothing.',
    response: 'The user is not blocked.',
    example: { body: { blockUserId: 'grace' }, response: success },
  })),
);

const WITH_HIDE_MODE = 'must be true, to get the hideMode of the network as well, or false';

export const listBlockedUsers = defineRoute(
  {
    operationId: 'listBlockedUsers',
    method: 'POST',
    path: '/block',
    role: 'user',
    quota: 'reads',
    feature: 'blockUser',
    body: {
      schema: object({
        paginationToken: v.optional(PaginationToken),
        withHideMode: field(
          v.optional(v.boolean(WITH_HIDE_MODE)),
          doc('Whether the response is to have `hideMode`.', true),
        ),
      }),
      maxBytes: SMALL_BODY_BYTES,
    },
    response: {
      status: 200,
      body: v.object({
        results: field(v.array(BlockedUser), doc('The users whom the current user has blocked.')),
        paginationToken: field(
          v.optional(BlockedUser),
          doc('Where the page ends: pass it back unchanged to get the next one. The last page has none.'),
        ),
        hideMode: v.optional(HideMode),
      }),
    },
  },
  routeDoc(() => ({
    group: 'Blocking',
    summary: 'List blocked users',
    description: `The users whom the current user has blocked, in ascending order of their ids, ${BLOCKED_USERS_PER_PAGE} on a page. The last page has no paginationToken.`,
    response: 'One page.',
    example: { body: {}, response: { results: [{ blocked_userId: 'grace', netid_uid: 'demo_ada' }] } },
  })),
);

const CHECK_LIST = `must be 1 to ${MAX_CHECKED_USERS} distinct user ids, each in a checkList parameter of its own`;

export const checkHidden = defineRoute(
  {
    operationId: 'checkHidden',
    method: 'GET',
    path: '/block/members',
    role: 'user',
    quota: 'reads',
    feature: 'blockUser',
    query: object({
      checkList: field(
        distinctUpTo(UserId, MAX_CHECKED_USERS, CHECK_LIST),
        doc('The authors of the content. Repeat the parameter for each.', ['grace', 'linus']),
      ),
    }),
    repeatable: ['checkList'],
    response: { status: 200, body: v.record(v.string(), v.boolean()) },
  },
  routeDoc(() => ({
    group: 'Blocking',
    summary: 'Check whether content should be hidden',
    description: "For each requested user id, whether that user's content is to be hidden from the current user.",
    response: 'Each requested user id, with true where the content is to be hidden.',
    example: { query: { checkList: ['grace', 'linus'] }, response: { grace: true, linus: false } },
  })),
);

const AUDIENCE = `must be a list of 1 to ${MAX_AUDIENCE} distinct user ids`;

/** Blocks between a user and the actor (docs/spec/blocking.md#audience). */
export const BlockRelation = v.object({
  hasBlocked: field(v.boolean(), doc('Whether this user has blocked the actor.')),
  isBlocked: field(v.boolean(), doc('Whether the actor has blocked this user.')),
});
export type BlockRelation = v.InferOutput<typeof BlockRelation>;

export const checkAudience = defineRoute(
  {
    operationId: 'checkAudience',
    method: 'POST',
    path: '/block/audience',
    role: 'server',
    quota: 'reads',
    feature: 'blockUser',
    body: {
      schema: object({
        actorId: field(
          UserId,
          doc('The user whose blocks with the others are looked up, such as the author of a message.', 'ada'),
        ),
        userIds: field(
          distinctUpTo(UserId, MAX_AUDIENCE, AUDIENCE),
          doc('The other users, such as the members of a channel.', ['grace', 'linus']),
        ),
      }),
      maxBytes: AUDIENCE_BODY_BYTES,
    },
    response: {
      status: 200,
      body: v.object({
        results: field(
          v.record(v.string(), BlockRelation),
          doc('By user id: the blocks between that user and the actor.'),
        ),
      }),
    },
  },
  routeDoc(() => ({
    group: 'Blocking',
    summary: 'Check the blocks between a user and others',
    description:
      'For each of userIds: hasBlocked, whether that user has blocked the actor; and isBlocked, whether the actor has blocked that user. Between the actor and itself both are false.',
    response: 'Each of userIds, with the blocks between that user and the actor.',
    example: {
      body: { actorId: 'ada', userIds: ['grace', 'linus'] },
      response: {
        results: { grace: { hasBlocked: false, isBlocked: true }, linus: { hasBlocked: false, isBlocked: false } },
      },
    },
  })),
);

/** Those of this file. */
export const blockRoutes = { blockUser, unblockUser, listBlockedUsers, checkHidden, checkAudience };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isEmptyObject = (value: unknown): boolean => isJsonObject(value) && Object.keys(value).length === 0;
