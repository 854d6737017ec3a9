/** A user's data: export and erasure by the platform's back end (docs/spec/user-data.md#by-a-back-end). */
import * as v from 'valibot';
import { ActivityRecord } from './activity.ts';
import { BlockedUser } from './block.ts';
import { UserId } from './ids.ts';
import { defineRoute, noBody, nothing } from './route.ts';
import { integer, object } from './schema.ts';

/** The most users of one erasure. */
export const MAX_ERASED_USERS = 100;
/** Activity records on a page of an export. */
export const MAX_EXPORTED_ACTIVITIES = 50;
/** The most erasures of a network that are not done. */
export const MAX_PENDING_ERASURES = 100;
/** Enough for 100 of the longest ids, even where JSON escapes each of their characters beyond ASCII. */
const ERASURE_BODY_BYTES = 64 * 1024;

const USERS = `must be a list of 1 to ${MAX_ERASED_USERS} distinct user ids`;
const ERASURE_ID = 'must be the id of an erasure: er_ and 32 of 0-9 and a-f';

export const ErasureId = v.pipe(v.string(ERASURE_ID), v.regex(/^er_[0-9a-f]{32}$/, ERASURE_ID), v.brand('ErasureId'));
export type ErasureId = v.InferOutput<typeof ErasureId>;

/** `blockedBy` are blocks of a user by others, `markers` those of recorded comments, `responses` what deliveries have of responses. */
export const itemKinds = ['blocks', 'blockedBy', 'activities', 'markers', 'events', 'responses'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Numbers of items by kind. */
export const ItemCounts = v.object({
  blocks: integer(),
  blockedBy: integer(),
  activities: integer(),
  markers: integer(),
  events: integer(),
  responses: integer(),
} satisfies Record<ItemKind, ReturnType<typeof integer>>);
export type ItemCounts = v.InferOutput<typeof ItemCounts>;

/** Something that is not erased, why, and when it is gone (ISO 8601). */
const Remainder = v.object({
  what: v.picklist(['events', 'backups', 'messages']),
  why: v.string(),
  goneBy: v.string(),
});
export type Remainder = v.InferOutput<typeof Remainder>;

/** What was found and removed, what is left of it, and what stays by design. */
export const ErasureReport = v.object({
  found: ItemCounts,
  removed: ItemCounts,
  left: ItemCounts,
  remains: v.array(Remainder),
});
export type ErasureReport = v.InferOutput<typeof ErasureReport>;

/** An erasure of some users. Times are ISO 8601. */
export const Erasure = v.object({
  erasureId: v.string(),
  /** `done` once a pass, a day or more after the first one, has found nothing. */
  state: v.picklist(['pending', 'done']),
  requestedAt: v.string(),
  /** The number of users. */
  users: integer(),
  /** Times that everything was searched. */
  passes: integer(),
  /** When the next pass may begin; absent when it is done. */
  nextPassAt: v.optional(v.string()),
  finishedAt: v.optional(v.string()),
  /** Absent before the first pass has ended. */
  report: v.optional(ErasureReport),
});
export type Erasure = v.InferOutput<typeof Erasure>;

const server = { role: 'server', quota: 'administration', query: nothing, body: noBody } as const;

export const eraseUsers = defineRoute({
  ...server,
  operationId: 'eraseUsers',
  method: 'POST',
  path: '/user-erasures',
  summary: 'Erase users',
  description: `Asks for the erasure of what is stored about 1 to ${MAX_ERASED_USERS} users of the network. It begins within hours, and is searched again a day later. An erasure of users that are erased already is harmless. It needs no feature. 403: the network has ${MAX_PENDING_ERASURES} erasures that are not done.`,
  body: {
    schema: object({
      userIds: v.pipe(
        v.array(UserId, USERS),
        v.transform((ids) => [...new Set(ids)]),
        v.minLength(1, USERS),
        v.maxLength(MAX_ERASED_USERS, USERS),
      ),
    }),
    maxBytes: ERASURE_BODY_BYTES,
  },
  response: { status: 202, description: 'The erasure, which is pending.', body: Erasure },
  afterFailure: 'The erasure may have been accepted. Asking for it again is harmless.',
});

export const showErasure = defineRoute({
  ...server,
  operationId: 'showErasure',
  method: 'GET',
  path: '/user-erasures/{erasureId}',
  summary: 'Show an erasure',
  description: 'How far an erasure is, and its report. It is shown for 30 days after it is done.',
  parameters: object({ erasureId: ErasureId }),
  response: { status: 200, description: 'The erasure.', body: Erasure },
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
    "A page of what is stored under a user's id: the user's blocks, then the activity records. Blocks by others, and events, which the platform has posted itself, are exported by an operator. The last page has no pageToken. It needs no feature.",
  parameters: object({ userId: UserId }),
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
