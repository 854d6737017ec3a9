/** The routes of blocking (docs/spec/blocking.md). */
import * as v from 'valibot';
import { HideMode } from './access.ts';
import { BLOCKED_USERS_PER_PAGE, BlockedUser, BlockListPosition, PaginationToken } from './block-list.ts';
import { BlockRequest, UnblockRequest } from './block-requests.ts';
import { doc, field, routeDoc } from './documentation.ts';
import { UserId } from './ids.ts';
import { defineRoute, SMALL_BODY_BYTES } from './route.ts';
import { distinctUpTo, object, Success, time } from './schema.ts';

/** The most distinct user ids of a hide check. */
export const MAX_CHECKED_USERS = 20;
/** The most distinct user ids of an audience. */
export const MAX_AUDIENCE = 100;
/** Enough for 100 of the longest ids, even where JSON escapes each of their characters beyond ASCII. */
const AUDIENCE_BODY_BYTES = 64 * 1024;

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
    description:
      'The current user blocks another user. If the request contains `expiresAt` or `expiresInSeconds`, the block ends at the time that this field sets. Otherwise, the block has no end. If the user in `blockUserId` is already blocked, the request only changes the end of the block.',
    response: 'The user is blocked.',
    example: { body: { blockUserId: 'grace', expiresInSeconds: 3_600 }, response: success },
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
    body: { schema: UnblockRequest, maxBytes: SMALL_BODY_BYTES },
    response: { status: 200, body: Success },
  },
  routeDoc(({ success }) => ({
    group: 'Blocking',
    summary: 'Unblock a user',
    description:
      'The current user unblocks one user. If the current user has not blocked this user, the request changes nothing.',
    response: 'The user is not blocked.',
    example: { body: { blockUserId: 'grace' }, response: success },
  })),
);

const WITH_HIDE_MODE = 'must be true, to get the hideMode of the network and the time of the service as well, or false';

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
          doc(
            'If true, the response also contains `hideMode`. If the value is true and at least one block on the page contains `expiresAt`, the response also contains `now`.',
            true,
          ),
        ),
      }),
      maxBytes: SMALL_BODY_BYTES,
    },
    response: {
      status: 200,
      body: v.object({
        results: field(v.array(BlockedUser), doc('The users whom the current user has blocked.')),
        paginationToken: field(
          v.optional(BlockListPosition),
          doc(
            'The position after which the next page begins. To get the next page, pass this value as `paginationToken` in the next request. The field is absent on the last page.',
          ),
        ),
        hideMode: v.optional(HideMode),
        now: field(
          v.optional(time),
          doc(
            'The current time according to the clock of the service. This clock decides when blocks end. The field is present only if `withHideMode` is true and at least one block on the page contains `expiresAt`.',
            '2026-03-02T09:15:00.000Z',
          ),
        ),
      }),
    },
  },
  routeDoc(() => ({
    group: 'Blocking',
    summary: 'List blocked users',
    description: `Lists the users whom the current user has blocked, in ascending order of their ids. A page contains ${BLOCKED_USERS_PER_PAGE} users. The last page can contain fewer users, and does not contain \`paginationToken\`. The list does not contain blocks that have ended. However, the service deletes a block only some time after the block has ended. If more than about 1,500 blocks in a row have ended but are not deleted yet, a page before the last page can also contain fewer than ${BLOCKED_USERS_PER_PAGE} users, or no users.`,
    response: 'One page of blocked users.',
    example: {
      body: {},
      response: {
        results: [
          {
            blocked_userId: 'grace',
            netid_uid: 'demo_ada',
            createdAt: '2026-03-02T09:10:00.000Z',
            expiresAt: '2026-03-02T10:10:00.000Z',
          },
        ],
      },
    },
  })),
);

const CHECK_LIST = `must be 1 to ${MAX_CHECKED_USERS} distinct user ids, each in its own checkList parameter`;

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
        doc('The ids of the authors. Repeat the parameter for each author.', ['grace', 'linus']),
      ),
    }),
    repeatable: ['checkList'],
    response: { status: 200, body: v.record(v.string(), v.boolean()) },
  },
  routeDoc(() => ({
    group: 'Blocking',
    summary: 'Check whether content should be hidden',
    description:
      'For each author in `checkList`, the response says whether you should hide the content of this author from the current user.',
    response:
      'For each user id in the request, the response contains `true` if you should hide the content of this user, and `false` otherwise.',
    example: { query: { checkList: ['grace', 'linus'] }, response: { grace: true, linus: false } },
  })),
);

const AUDIENCE = `must be a list of 1 to ${MAX_AUDIENCE} distinct user ids`;

/** Blocks between a user and the actor (docs/spec/blocking.md#audience). */
export const BlockRelation = v.object({
  hasBlocked: field(v.boolean(), doc('True if this user has blocked the actor.')),
  isBlocked: field(v.boolean(), doc('True if the actor has blocked this user.')),
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
          doc(
            'The id of the actor, such as the author of a message. The service checks the blocks between the actor and each user in `userIds`.',
            'ada',
          ),
        ),
        userIds: field(
          distinctUpTo(UserId, MAX_AUDIENCE, AUDIENCE),
          doc('The ids of the other users, such as the members of a channel.', ['grace', 'linus']),
        ),
      }),
      maxBytes: AUDIENCE_BODY_BYTES,
    },
    response: {
      status: 200,
      body: v.object({
        results: field(
          v.record(v.string(), BlockRelation),
          doc(
            'For each user in `userIds`, an object that says whether there are blocks between this user and the actor.',
          ),
        ),
      }),
    },
  },
  routeDoc(() => ({
    group: 'Blocking',
    summary: 'Check the blocks between a user and others',
    description:
      'For each user in `userIds`, the response says whether this user has blocked the actor (`hasBlocked`), and whether the actor has blocked this user (`isBlocked`). If `userIds` contains the actor, both values are `false` for the actor.',
    response: 'The result for each user in `userIds`.',
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
