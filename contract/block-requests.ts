/** What a user blocks, and until when (docs/spec/blocking.md). */
import * as v from 'valibot';
import { doc, field, named } from './documentation.ts';
import { DAY_SECONDS } from './durations.ts';
import { UserId } from './ids.ts';
import { integerFrom, object, TIMESTAMP, timestamp } from './schema.ts';

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
  doc(
    'The id of the user to block or unblock. If the id is a decimal integer, you can pass it as a number or as a string: `7` and `"7"` are the same id.',
    'grace',
  ),
);

/** The body that unblocks a user. */
export const UnblockRequest = object({ blockUserId: BlockUserId });

/** The shortest and the longest block that has an end. */
export const MIN_BLOCK_SECONDS = 60;
export const MAX_BLOCK_SECONDS = 10 * 365 * DAY_SECONDS;
/** Ten years by the calendar have up to three leap days. */
const MAX_SECONDS_AHEAD = MAX_BLOCK_SECONDS + 3 * DAY_SECONDS;
/** What a request with a time may take until it arrives, with the repetitions of a client. */
const SECONDS_ON_THE_WAY = 10;

const EXPIRES_AT = `${TIMESTAMP}, and must be one minute to ten years in the future`;

/** Whether a time (ISO 8601) is at most so far ahead that a block may have it as its end. */
export const isWithinTenYears = (end: string): boolean => Date.parse(end) <= Date.now() + MAX_SECONDS_AHEAD * 1000;
const isAheadEnough = (end: string): boolean =>
  Date.parse(end) >= Date.now() + (MIN_BLOCK_SECONDS - SECONDS_ON_THE_WAY) * 1000;

/** The body that blocks a user, with an end or without one. */
export const BlockRequest = v.pipe(
  object({
    blockUserId: BlockUserId,
    expiresAt: field(
      v.optional(
        v.pipe(
          timestamp(EXPIRES_AT),
          v.check((end) => isAheadEnough(end) && isWithinTenYears(end), EXPIRES_AT),
        ),
      ),
      doc(
        'The time at which the block ends. The service rounds this time up to a full second.',
        '2026-03-02T10:10:00.000Z',
      ),
    ),
    expiresInSeconds: field(
      v.optional(integerFrom(MIN_BLOCK_SECONDS, MAX_BLOCK_SECONDS)),
      doc(
        'The number of seconds after which the block ends. A request can contain `expiresInSeconds` or `expiresAt`, but not both.',
        3_600,
      ),
    ),
  }),
  v.forward(
    v.check(
      ({ expiresAt, expiresInSeconds }) => expiresAt === undefined || expiresInSeconds === undefined,
      'must not be given together with expiresAt',
    ),
    ['expiresInSeconds'],
  ),
);
