/** A user's data: export and erasure by the platform's back end (docs/spec/user-data.md). */
import * as v from 'valibot';
import { ActivityRecord } from './activity.ts';
import { BlockedUser } from './block.ts';
import { UserId } from './ids.ts';
import { defineRoute } from './route.ts';
import { integer, object } from './schema.ts';

/** Activity records on a page of an export. */
export const MAX_EXPORTED_ACTIVITIES = 50;

/**
 * What is erased: blocks by and of the user, activity records, markers of recorded comments, and the user's id in
 * entries of the audit trail that are about the user, which stay.
 */
export const itemKinds = ['blocks', 'blockedBy', 'activities', 'markers', 'auditEntries'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** What an erasure did. */
export const Erasure = v.object({
  status: v.picklist(['success', 'pending']),
  removed: v.object({
    blocks: integer(),
    blockedBy: integer(),
    activities: integer(),
    markers: integer(),
    auditEntries: integer(),
  } satisfies Record<ItemKind, ReturnType<typeof integer>>),
  left: v.array(v.picklist(itemKinds)),
});
export type Erasure = v.InferOutput<typeof Erasure>;

const server = { role: 'server', quota: 'userData' } as const;
const parameters = object({ userId: UserId });

export const eraseUser = defineRoute({
  ...server,
  operationId: 'eraseUser',
  method: 'DELETE',
  path: '/users/{userId}/data',
  summary: "Erase a user's data",
  description:
    "Erases the user's blocks, the blocks of the user by others, the activity records, and the id in entries of the audit trail that are about the user. Repeat it as long as the response is 202, and once more a day later, for events that were on their way. Texts of events and of responses to them end with their retention. It needs no feature.",
  parameters,
  response: {
    status: 200,
    description: 'Nothing is left.',
    body: Erasure,
    unfinished: { status: 202, description: 'Something may be left: repeat the request.' },
  },
  afterFailure: 'Some of it may be erased. Erasing again is harmless.',
});

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

export const exportUser = defineRoute({
  ...server,
  operationId: 'exportUser',
  method: 'GET',
  path: '/users/{userId}/data',
  summary: "Export a user's data",
  description:
    "A page of what is stored under a user's id: the user's blocks, then the activity records. Blocks by others, and events, which the platform has posted itself, are not part of it. The last page has no pageToken. It needs no feature.",
  parameters,
  query: object({ pageToken: v.optional(DataPageToken) }),
  response: {
    status: 200,
    description: 'One page.',
    body: v.object({
      blocks: v.array(BlockedUser),
      activities: v.array(ActivityRecord),
      pageToken: v.optional(v.string()),
    }),
  },
});
