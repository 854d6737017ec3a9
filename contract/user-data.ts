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

/** What is erased; entries of the audit trail stay, without the user's id. */
const ItemKind = oneOf({
  blocks: doc('The blocks that the user made.'),
  blockedBy: doc('The blocks that other users made of this user.'),
  activities: doc('The activity records of the user.'),
  markers: doc('The markers that prevent a comment from being recorded twice.'),
  auditEntries: doc("The user's id in entries of the audit trail about admin links for the user."),
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
    doc('Whether the erasure is complete.'),
  ),
  removed: field(
    v.object({
      blocks: field(integer(), doc('The number of blocks that the user made.', 0)),
      blockedBy: field(integer(), doc('The number of blocks that other users made of this user.', 0)),
      activities: field(integer(), doc('The number of activity records.', 1)),
      markers: field(integer(), doc('The number of markers. Markers prevent a comment from being recorded twice.', 0)),
      auditEntries: field(
        integer(),
        doc(
          'The number of entries of the audit trail from which the request has removed the id of the user. These entries are about admin links for the user.',
          0,
        ),
      ),
    } satisfies Record<ItemKind, ReturnType<typeof integer>>),
    doc('How many items this request has removed.'),
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
    afterFailure: 'A part of the data may be erased already. Repeat the request. Repeating it is harmless.',
  },
  routeDoc(() => ({
    group: "Users' data",
    summary: "Erase a user's data",
    description:
      'Erases the blocks that the user made, the blocks that other users made of this user, and the activity records of the user. If the audit trail has entries about admin links for the user, the request removes the id of the user from these entries. Repeat the request as long as the response is 202. Repeat it once more a day later, because events that were posted earlier can still create activity records. The request erases neither the payloads of events nor the responses of receivers to these events. The service deletes payloads and responses at the end of their retention. To erase them earlier, erase the payload of each event (`eraseEventData`). The audit trail keeps its entries about what the user did as an admin. The network needs no feature for this request.',
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

const PAGE_TOKEN = 'must be the pageToken of the previous page';

/** Where a page begins: after a blocked user, or after an activity record's `createdAt`. */
const DataPageToken = v.pipe(
  v.string(PAGE_TOKEN),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const separator = dataset.value.indexOf(':');
    const of = v.safeParse(v.picklist(['blocks', 'activities']), dataset.value.slice(0, separator));
    const after = v.safeParse(UserId, dataset.value.slice(separator + 1));
    if (of.success && after.success) return { of: of.output, after: after.output };
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
          'The `pageToken` of the previous page. If this parameter is absent, the response is the first page.',
          'blocks:grace',
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
            'The position where the page ends. Pass this value as `pageToken` to get the next page. The last page has no `pageToken`.',
            'blocks:grace',
          ),
        ),
      }),
    },
  },
  routeDoc(({ activity }) => ({
    group: "Users' data",
    summary: "Export a user's data",
    description:
      'Returns one page of what is stored about a user. The first pages have the blocks that the user made, and the later pages have the activity records of the user. No page contains the blocks that other users made of this user. No page contains events either, because your own back end has posted them. The last page has no `pageToken`. The network needs no feature for this request.',
    response: 'One page.',
    example: { parameters: { userId: 'ada' }, response: { blocks: [], activities: [activity] } },
  })),
);

/** Those of this file. */
export const userDataRoutes = { exportUser, eraseUser };
