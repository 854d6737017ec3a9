/** A user's data: export and erasure by the platform's back end (docs/spec/user-data.md). */
import * as v from 'valibot';
import { ActivityRecord } from './activity.ts';
import { BlockedUser } from './block-list.ts';
import { doc, field, routeDoc } from './documentation.ts';
import { UserId } from './ids.ts';
import { defineRoute } from './route.ts';
import { integer, object, oneOf } from './schema.ts';

/** Activity records on a page of an export. */
export const MAX_EXPORTED_ACTIVITIES = 50;

/** What is erased; entries of the audit trail about links for the user stay, without the user's id. */
const ItemKind = oneOf({
  blocks: doc('The blocks that the user made.'),
  blockedBy: doc('The blocks that other users have set on this user.'),
  activities: doc('The activity records of the user.'),
  markers: doc('The markers that prevent the service from recording a comment twice.'),
  auditEntries: doc('The id of the user in audit entries about the creation of admin links for this user.'),
});
export type ItemKind = v.InferOutput<typeof ItemKind>;
export const itemKinds = ItemKind.options;

/** What an erasure did. */
export const Erasure = v.object({
  status: field(
    oneOf({
      success: doc('The erasure is complete.'),
      pending: doc('Some of the data may remain. Repeat the request.'),
    }),
    doc('The status of the erasure.'),
  ),
  removed: field(
    v.object({
      blocks: field(integer(), doc('The number of blocks that the user made.', 0)),
      blockedBy: field(integer(), doc('The number of blocks that other users have set on this user.', 0)),
      activities: field(integer(), doc('The number of activity records of the user.', 1)),
      markers: field(
        integer(),
        doc('The number of markers. A marker prevents the service from recording a comment twice.', 0),
      ),
      auditEntries: field(
        integer(),
        doc(
          'The number of audit entries from which the request has removed the id of the user. These entries are about the creation of admin links for this user.',
          0,
        ),
      ),
    } satisfies Record<ItemKind, ReturnType<typeof integer>>),
    doc('The numbers of items that this request has removed.'),
  ),
  left: field(v.array(ItemKind), doc('The kinds of data that may remain.', [])),
});
export type Erasure = v.InferOutput<typeof Erasure>;

const server = { role: 'server', quota: 'userData', path: '/users/{userId}/data' } as const;
const parameters = object({ userId: field(UserId, doc('The id of the user.', 'ada')) });

export const eraseUser = defineRoute(
  {
    ...server,
    operationId: 'eraseUser',
    method: 'DELETE',
    parameters,
    response: { status: 200, body: Erasure, pendingStatus: 202 },
    afterFailure: 'Some of the data may already have been erased. Repeat the request. A repetition does no harm.',
  },
  routeDoc(() => ({
    group: "Users' data",
    summary: "Erase a user's data",
    description:
      'Erases the blocks that the user made, the blocks that other users have set on this user, and the activity records of the user. Audit entries about the creation of an admin link contain the id of the user for whom the link was made. The request also removes the id of the user from these entries. Stop issuing access tokens for the user before you send the request, because requests with a valid token of the user can store new data. Repeat the request as long as the response is 202. Repeat the request once more a day later, because events that were posted before the erasure can still create activity records. If an access token of the user is valid for more than a day, repeat the request when this token has expired. The request does not erase payloads of events, or responses of receivers. The service deletes payloads and responses at the end of their retention period. To erase payloads and responses earlier, send `DELETE /events/{eventId}/data` for each event. The request does not change audit entries about actions that the user took as an admin. You can send this request even if all features of the network are off. If the id contains `/`, `?`, `#` or `%`, the response is 400. For such an id, an operator must use the command line.',
    response: 'The erasure is complete.',
    pending: 'Some of the data may remain. Repeat the request.',
    example: {
      parameters: { userId: 'ada' },
      response: {
        status: 'success',
        removed: { blocks: 0, blockedBy: 0, activities: 1, markers: 0, auditEntries: 0 },
        left: [],
      },
    },
  })),
);

const PAGE_TOKEN = 'must be the value of pageToken in the previous page';

/** Where a page of an export begins: after a blocked user, or after an activity record's `createdAt`. */
const Position = v.object({ of: v.picklist(['blocks', 'activities']), after: UserId });

/** In Base64 for URLs, so that a caller who does not percent-encode the token still gets the next page. */
export function pageTokenOf({ of, after }: v.InferInput<typeof Position>): string {
  const bytes = new TextEncoder().encode(`${of}:${after}`);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The text of the token, or undefined if it is not UTF-8 in Base64 for URLs. */
function decoded(token: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(token.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const DataPageToken = v.pipe(
  v.string(PAGE_TOKEN),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const [, of, after] = /^(\w+):(.+)$/s.exec(decoded(dataset.value) ?? '') ?? [];
    const position = v.safeParse(Position, { of, after });
    if (position.success) return position.output;
    addIssue({ message: PAGE_TOKEN });
    return NEVER;
  }),
);

export const exportUser = defineRoute(
  {
    ...server,
    operationId: 'exportUser',
    method: 'GET',
    parameters,
    query: object({
      pageToken: field(
        v.optional(DataPageToken),
        doc(
          'The value of `pageToken` in the previous page. If this parameter is absent, the response is the first page.',
          'YmxvY2tzOmdyYWNl',
        ),
      ),
    }),
    response: {
      status: 200,
      body: v.object({
        blocks: field(v.array(BlockedUser), doc('The blocks that the user made.')),
        activities: field(v.array(ActivityRecord), doc('The activity records of the user.')),
        pageToken: field(
          v.optional(v.string()),
          doc(
            'The position after which the next page begins. To get the next page, pass this value as `pageToken` in the next request. The field is absent on the last page.',
            'YmxvY2tzOmdyYWNl',
          ),
        ),
      }),
    },
  },
  routeDoc(({ activity }) => ({
    group: "Users' data",
    summary: "Export a user's data",
    description:
      'Returns one page of the blocks and the activity records of a user. The blocks that the user made come first, and the activity records of the user follow. One page can contain both. The pages do not show which other users have blocked this user. No page contains events, because your own back end has posted the events of your product. The last page does not contain `pageToken`. You can send this request even if all features of the network are off. If the id contains `/`, `?`, `#` or `%`, the response is 400. For such an id, an operator must use the command line.',
    response: 'One page of the data.',
    example: { parameters: { userId: 'ada' }, response: { blocks: [], activities: [activity] } },
  })),
);

/** Those of this file. */
export const userDataRoutes = { exportUser, eraseUser };
