/** User activity (docs/spec/activity.md). */
import * as v from 'valibot';
import { defineRoute } from './route.ts';
import { countUpTo, object } from './schema.ts';

/** Records on a page when the caller names no limit. */
const DEFAULT_ACTIVITIES_PER_PAGE = 10;
/** The most records on a page. */
export const MAX_ACTIVITIES_PER_PAGE = 50;

/** Whether a value is the type of an activity's object: `comment`, or `reaction_` and the type of the reaction. */
export const isReactionOrComment = (type: unknown): type is 'comment' | `reaction_${string}` =>
  type === 'comment' || (typeof type === 'string' && type.startsWith('reaction_'));

/** What was acted on, what was created, and its post; the same for an addition and its removal. */
export const Action = v.object({
  targetId: v.string(),
  targetType: v.picklist(['post', 'comment']),
  objectId: v.string(),
  objectType: v.pipe(
    v.custom<'comment' | `reaction_${string}`>(
      isReactionOrComment,
      'must be comment, or reaction_ and the type of the reaction',
    ),
    v.metadata({ type: 'string' }),
  ),
  parentType: v.literal('post'),
  parentId: v.string(),
  /** Only the record of a removal has it (docs/spec/activity.md#removals). */
  action: v.optional(v.literal('removed')),
});
export type Action = v.InferOutput<typeof Action>;

/** Where a page ends: the key of its last record. */
export const ActivityPosition = v.object({ createdAt: v.string(), networkId_userId: v.string() });
export type ActivityPosition = v.InferOutput<typeof ActivityPosition>;

/** One record, as `GET /user-activities` returns it. */
export const ActivityRecord = v.object({ ...ActivityPosition.entries, ...Action.entries });
export type ActivityRecord = v.InferOutput<typeof ActivityRecord>;

const CREATED_AT = "must be the createdAt of the previous page's start, such as 2024-02-28T12:00:00.000123Z";
const NETWORK_USER = "must be the networkId_userId of the previous page's start";

/** Empty keys mean the first page (docs/spec/activity.md#pages-of-the-activity-list). */
const absentIfEmpty = (key: string): string | undefined => (key === '' ? undefined : key);

export const listActivities = defineRoute({
  operationId: 'listActivities',
  method: 'GET',
  path: '/user-activities',
  summary: 'Retrieve user activities',
  description:
    "The current user's reactions, comments and replies, and their removals, newest first. The last page has no start.",
  role: 'user',
  quota: 'reads',
  feature: 'userActivity',
  query: v.pipe(
    object({
      limit: countUpTo(MAX_ACTIVITIES_PER_PAGE, DEFAULT_ACTIVITIES_PER_PAGE),
      createdAt: v.optional(
        v.pipe(
          v.string(CREATED_AT),
          v.regex(/^(([+-]\d\d)?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)?$/, CREATED_AT),
          v.transform(absentIfEmpty),
        ),
      ),
      networkId_userId: v.optional(v.pipe(v.string(NETWORK_USER), v.transform(absentIfEmpty))),
    }),
    v.check(
      (query) => (query.createdAt === undefined) === (query.networkId_userId === undefined),
      "createdAt and networkId_userId must be given together, as in the previous page's start",
    ),
  ),
  response: {
    status: 200,
    description: 'One page.',
    body: v.object({ data: v.array(ActivityRecord), start: v.optional(ActivityPosition) }),
  },
});
