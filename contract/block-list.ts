/** Entries and pages of the list of blocked users (docs/spec/blocking.md#block-list-entries). */
import * as v from 'valibot';
import { doc, field, named } from './documentation.ts';
import { UserId } from './ids.ts';
import { isJsonObject, looseObject, time } from './schema.ts';

/** Entries on a page of the block list. */
export const BLOCKED_USERS_PER_PAGE = 20;

const blockKey = {
  blocked_userId: field(v.string(), doc('The id of the blocked user.', 'grace')),
  netid_uid: field(
    v.string(),
    doc('The id of the network and the id of the user who made the block, joined by an underscore.', 'demo_ada'),
  ),
};

/** An entry of the block list (docs/spec/blocking.md#block-list-entries). */
export const BlockedUser = named(
  'BlockedUser',
  v.object({
    ...blockKey,
    createdAt: field(
      v.optional(time),
      doc(
        'The time at which the user was blocked. The field is absent if the service has not stored the time.',
        '2026-03-02T09:10:00.000Z',
      ),
    ),
    expiresAt: field(
      v.optional(time),
      doc('The time at which the block ends. The field is absent if the block has no end.', '2026-03-02T10:10:00.000Z'),
    ),
  }),
);
export type BlockedUser = v.InferOutput<typeof BlockedUser>;

/** Where a page of the block list ends (docs/spec/blocking.md#pagination-token). */
export const BlockListPosition = named('BlockListPosition', v.object(blockKey));
export type BlockListPosition = v.InferOutput<typeof BlockListPosition>;

const PAGINATION_TOKEN =
  'must be the value of paginationToken in the previous page: an object with the strings netid_uid and blocked_userId, or the JSON text of this object';

const TokenObject = v.object({ netid_uid: v.string(PAGINATION_TOKEN), blocked_userId: UserId }, PAGINATION_TOKEN);

/** The token as an object or its JSON text; `undefined` for `null`, `{}` and `""`, which mean the first page. */
export const PaginationToken = named(
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
  doc(
    'The value of `paginationToken` in the previous page. If the value is `{}`, `""` or `null`, the response is the first page.',
  ),
);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isEmptyObject = (value: unknown): boolean => isJsonObject(value) && Object.keys(value).length === 0;
