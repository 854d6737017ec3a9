/** User activity (docs/spec/activity.md). */
import * as v from 'valibot';
import { doc, field, named, routeDoc } from './documentation.ts';
import { defineRoute } from './route.ts';
import { countUpTo, object, oneOf, time } from './schema.ts';

/** Records on a page when the caller names no limit. */
const DEFAULT_ACTIVITIES_PER_PAGE = 10;
/** The most records on a page. */
export const MAX_ACTIVITIES_PER_PAGE = 50;

/** Whether a value is the type of an activity's object: `comment`, or `reaction_` and the type of the reaction. */
export const isReactionOrComment = (type: unknown): type is 'comment' | `reaction_${string}` =>
  type === 'comment' || (typeof type === 'string' && type.startsWith('reaction_'));

/** What was acted on, what was created, and its post; the same for an addition and its removal. */
export const Action = v.object({
  targetId: field(v.string(), doc('The id of the target, which is a post or a comment.', 'post-1')),
  targetType: field(
    oneOf({
      post: doc('The user reacted to a post, or commented on a post.'),
      comment: doc('The user reacted to a comment, or replied to a comment.'),
    }),
    doc('The type of the target.'),
  ),
  objectId: field(v.string(), doc('The id of the reaction or comment that was created or removed.', 'reaction-1')),
  objectType: field(
    v.pipe(
      v.custom<'comment' | `reaction_${string}`>(
        isReactionOrComment,
        'must be comment, or reaction_ and the type of the reaction',
      ),
      v.metadata({ type: 'string' }),
    ),
    doc('Either `comment`, or `reaction_` followed by the type of the reaction.', 'reaction_like'),
  ),
  parentType: field(v.literal('post'), doc('The type of the parent, which is always a post.')),
  parentId: field(
    v.string(),
    doc(
      'The id of the post. If the target is a comment, the value is the id of the post to which the comment belongs.',
      'post-1',
    ),
  ),
  // Only the record of a removal has it (docs/spec/activity.md#removals).
  action: field(
    v.optional(v.literal('removed')),
    doc('The record is about a removal. In all other records, the field is absent.'),
  ),
});
export type Action = v.InferOutput<typeof Action>;

/** Where a page ends: the key of its last record. */
export const ActivityPosition = named(
  'ActivityPosition',
  v.object({
    createdAt: field(
      time,
      doc('The time of the action. The seconds have six decimal places.', '2026-03-02T09:14:58.000000Z'),
    ),
    networkId_userId: field(
      v.string(),
      doc('The id of the network and the id of the user who acted, joined by an underscore.', 'demo_ada'),
    ),
  }),
);
export type ActivityPosition = v.InferOutput<typeof ActivityPosition>;

/** One record, as `GET /user-activities` returns it. */
export const ActivityRecord = named('ActivityRecord', v.object({ ...ActivityPosition.entries, ...Action.entries }));
export type ActivityRecord = v.InferOutput<typeof ActivityRecord>;

const CREATED_AT = 'must be the value of start.createdAt in the previous page, such as 2024-02-28T12:00:00.000123Z';
const NETWORK_USER = 'must be the value of start.networkId_userId in the previous page';

/** Empty keys mean the first page (docs/spec/activity.md#pages-of-the-activity-list). */
const absentIfEmpty = (key: string): string | undefined => (key === '' ? undefined : key);

export const listActivities = defineRoute(
  {
    operationId: 'listActivities',
    method: 'GET',
    path: '/user-activities',
    role: 'user',
    quota: 'reads',
    feature: 'userActivity',
    query: v.pipe(
      object({
        limit: field(
          countUpTo(MAX_ACTIVITIES_PER_PAGE, DEFAULT_ACTIVITIES_PER_PAGE),
          doc('The maximum number of records on a page.', 10),
        ),
        createdAt: field(
          v.optional(
            v.pipe(
              v.string(CREATED_AT),
              v.regex(/^(([+-]\d\d)?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)?$/, CREATED_AT),
              v.transform(absentIfEmpty),
            ),
          ),
          doc('The value of `start.createdAt` in the previous page.', '2026-03-02T09:14:58.000000Z'),
        ),
        networkId_userId: field(
          v.optional(v.pipe(v.string(NETWORK_USER), v.transform(absentIfEmpty))),
          doc('The value of `start.networkId_userId` in the previous page.', 'demo_ada'),
        ),
      }),
      v.check(
        (query) => (query.createdAt === undefined) === (query.networkId_userId === undefined),
        "createdAt and networkId_userId must be given together, as in the previous page's start",
      ),
    ),
    response: {
      status: 200,
      body: v.object({
        data: field(v.array(ActivityRecord), doc('The records. The newest record is first.')),
        start: field(
          v.optional(ActivityPosition),
          doc(
            'The position after which the next page begins. To get the next page, pass both members of `start` in the query. The field is absent on the last page.',
          ),
        ),
      }),
    },
  },
  routeDoc(({ activity }) => ({
    group: 'Activity',
    summary: 'Retrieve user activities',
    description:
      'Lists the activity records of the current user. The newest record is first. Each record is about a reaction, a comment or a reply that the user made or removed. The last page does not contain `start`.',
    response: 'One page of records.',
    example: { query: { limit: 10 }, response: { data: [activity] } },
  })),
);

/** Those of this file. */
export const activityRoutes = { listActivities };
