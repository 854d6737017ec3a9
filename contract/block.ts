/** Blocking (docs/spec/blocking.md). */
import * as v from 'valibot';
import { HideMode } from './access.ts';
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
export const BlockUserId = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger(BLOCK_USER_ID))], BLOCK_USER_ID),
  v.transform(String),
  v.check((id) => v.is(UserId, id), BLOCK_USER_ID),
  v.transform((id) => v.parse(UserId, id)),
);

const BlockRequest = object({ blockUserId: BlockUserId });

/** An entry of the block list, and its pagination token (docs/spec/blocking.md#pagination-token). */
export const BlockedUser = v.object({ blocked_userId: v.string(), netid_uid: v.string() });
export type BlockedUser = v.InferOutput<typeof BlockedUser>;

const PAGINATION_TOKEN =
  'must be the paginationToken of the previous page: an object with the strings netid_uid and blocked_userId, or its JSON text';

const TokenObject = v.object({ netid_uid: v.string(PAGINATION_TOKEN), blocked_userId: UserId }, PAGINATION_TOKEN);

/** The token as an object or its JSON text; `undefined` for `null`, `{}` and `""`, which mean the first page. */
export const PaginationToken = v.pipe(
  v.union([v.string(), looseObject({}), v.null()], PAGINATION_TOKEN),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const token = typeof dataset.value === 'string' ? parseJson(dataset.value) : dataset.value;
    if (token === null || dataset.value === '' || isEmptyObject(token)) return undefined;
    const parsed = v.safeParse(TokenObject, token);
    if (parsed.success) return parsed.output;
    addIssue({ message: PAGINATION_TOKEN });
    return NEVER;
  }),
);

export const blockUser = defineRoute({
  operationId: 'blockUser',
  method: 'POST',
  path: '/block/members',
  summary: 'Block a user',
  description: 'The current user blocks one other user. Blocking a user who is blocked already changes nothing.',
  role: 'user',
  quota: 'writes',
  feature: 'blockUser',
  body: { schema: BlockRequest, maxBytes: SMALL_BODY_BYTES },
  response: { status: 200, description: 'The user is blocked.', body: Success },
});

export const unblockUser = defineRoute({
  operationId: 'unblockUser',
  method: 'DELETE',
  path: '/block/members',
  summary: 'Unblock a user',
  description: 'The current user unblocks one user. Unblocking a user who is not blocked changes nothing.',
  role: 'user',
  quota: 'writes',
  feature: 'blockUser',
  body: { schema: BlockRequest, maxBytes: SMALL_BODY_BYTES },
  response: { status: 200, description: 'The user is not blocked.', body: Success },
});

const WITH_HIDE_MODE = 'must be true, to get the hideMode of the network as well, or false';

export const listBlockedUsers = defineRoute({
  operationId: 'listBlockedUsers',
  method: 'POST',
  path: '/block',
  summary: 'List blocked users',
  description:
    'The users whom the current user has blocked, in ascending order of their ids, 20 on a page. The last page has no paginationToken.',
  role: 'user',
  quota: 'reads',
  feature: 'blockUser',
  body: {
    schema: object({
      paginationToken: v.optional(PaginationToken),
      withHideMode: v.optional(v.boolean(WITH_HIDE_MODE)),
    }),
    maxBytes: SMALL_BODY_BYTES,
  },
  response: {
    status: 200,
    description: 'One page.',
    body: v.object({
      results: v.array(BlockedUser),
      paginationToken: v.optional(BlockedUser),
      hideMode: v.optional(HideMode),
    }),
  },
});

const CHECK_LIST = 'must be 1 to 20 distinct user ids, each in a checkList parameter of its own';

export const checkHidden = defineRoute({
  operationId: 'checkHidden',
  method: 'GET',
  path: '/block/members',
  summary: 'Check whether content should be hidden',
  description: "For each requested user id, whether that user's content is to be hidden from the current user.",
  role: 'user',
  quota: 'reads',
  feature: 'blockUser',
  query: object({
    checkList: distinctUpTo(UserId, MAX_CHECKED_USERS, CHECK_LIST),
  }),
  repeatable: ['checkList'],
  response: {
    status: 200,
    description: 'Each requested user id, with true where the content is to be hidden.',
    body: v.record(v.string(), v.boolean()),
  },
});

const AUDIENCE = 'must be a list of 1 to 100 distinct user ids';

/** Blocks between a user and the actor (docs/spec/blocking.md#audience). */
export const BlockRelation = v.object({ hasBlocked: v.boolean(), isBlocked: v.boolean() });
export type BlockRelation = v.InferOutput<typeof BlockRelation>;

export const checkAudience = defineRoute({
  operationId: 'checkAudience',
  method: 'POST',
  path: '/block/audience',
  summary: 'Check the blocks between a user and others',
  description:
    'For each of userIds: hasBlocked, whether that user has blocked the actor; and isBlocked, whether the actor has blocked that user. Between the actor and itself both are false.',
  role: 'server',
  quota: 'reads',
  feature: 'blockUser',
  body: {
    schema: object({
      actorId: UserId,
      userIds: distinctUpTo(UserId, MAX_AUDIENCE, AUDIENCE),
    }),
    maxBytes: AUDIENCE_BODY_BYTES,
  },
  response: {
    status: 200,
    description: 'Each of userIds, with the blocks between that user and the actor.',
    body: v.object({ results: v.record(v.string(), BlockRelation) }),
  },
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isEmptyObject = (value: unknown): boolean => isJsonObject(value) && Object.keys(value).length === 0;
