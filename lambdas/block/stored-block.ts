/**
 * A block as it is stored, and what a request makes of it (docs/spec/blocking.md#blocks-that-end). Pure.
 *
 * Names of attributes count as bytes, and forty blocks of the usual size just fit into a read unit without a time
 * (docs/adr/0003-adaptive-hide-check.md): so the times are numbers, and their names short.
 */
import * as v from 'valibot';
import type { BlockedUser } from '../../contract/block-list.ts';
import { EXPIRED, expiryValues, hasExpired } from '../../contract/expiry.ts';
import { EXPIRY_ATTRIBUTE, type TableKey } from '../../contract/tables.ts';

export const StoredBlock = v.object({
  netid_uid: v.string(),
  blocked_userId: v.string(),
  /** When it was made, in milliseconds since 1970. Absent on blocks from before this was stored, and imported ones. */
  c: v.optional(v.number()),
  /** From which second since 1970 on it hides nothing; absent if it has no end. */
  [EXPIRY_ATTRIBUTE]: v.optional(v.number()),
  /** The `expiresInSeconds` of the request that set the end; absent if it named a time. */
  s: v.optional(v.number()),
});
export type StoredBlock = v.InferOutput<typeof StoredBlock>;

/** The end that a request asks for: one of both, or none. */
export interface RequestedEnd {
  /** ISO 8601. */
  readonly expiresAt?: string | undefined;
  readonly expiresInSeconds?: number | undefined;
}

/**
 * A request for the same number of seconds that comes so soon after another one is a repetition, whose response was
 * lost: it changes nothing. Half of the shortest block, and three times as long as a client repeats by itself.
 */
const REPEATED_WITHIN_SECONDS = 30;

/** The second of a time, so that what is asked for is not cut short. */
const secondOf = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

/**
 * The block after a request at `now` (milliseconds), where `seen` is the one that there is. Undefined where that stays
 * as it is.
 */
export function blockAfter(
  seen: StoredBlock | undefined,
  { netid_uid, blocked_userId }: TableKey<'blocks'>,
  requested: RequestedEnd,
  now: number,
): StoredBlock | undefined {
  if (seen !== undefined && hasEnd(seen, requested, now)) return undefined;
  const created = seen === undefined ? now : seen.c;
  return {
    netid_uid,
    blocked_userId,
    ...(created !== undefined && { c: created }),
    ...endOf(requested, now),
  };
}

function endOf({ expiresAt, expiresInSeconds }: RequestedEnd, now: number) {
  if (expiresInSeconds !== undefined) return { expiresAt: secondOf(now) + expiresInSeconds, s: expiresInSeconds };
  return expiresAt === undefined ? {} : { expiresAt: secondOf(Date.parse(expiresAt)) };
}

/** Whether a block has the end that is asked for. */
function hasEnd({ expiresAt, s }: StoredBlock, requested: RequestedEnd, now: number): boolean {
  const end = endOf(requested, now);
  if (end.expiresAt === undefined || expiresAt === undefined) return end.expiresAt === expiresAt;
  if (requested.expiresInSeconds === undefined) return end.expiresAt === expiresAt;
  return s === requested.expiresInSeconds && Math.abs(end.expiresAt - expiresAt) < REPEATED_WITHIN_SECONDS;
}

const same = (name: string, value: unknown): string =>
  value === undefined ? `attribute_not_exists(${name})` : `${name} = :${name}`;

/** The condition, with its values, that nothing has changed since `seen` was read; without it, that there is none. */
export function unchangedSince(seen: StoredBlock | undefined, now: number) {
  if (seen === undefined)
    return {
      ConditionExpression: `attribute_not_exists(netid_uid) OR ${EXPIRED}`,
      ExpressionAttributeValues: expiryValues(now),
    };
  const { netid_uid, c, expiresAt } = seen;
  return {
    ConditionExpression: `netid_uid = :netid_uid AND ${same('c', c)} AND ${same('expiresAt', expiresAt)}`,
    ExpressionAttributeValues: { ':netid_uid': netid_uid, ':c': c, ':expiresAt': expiresAt },
  };
}

/** A text, and a number, in DynamoDB's own form. */
const S = v.pipe(
  v.object({ S: v.string() }),
  v.transform(({ S }) => S),
);
const N = v.pipe(
  v.object({ N: v.string() }),
  v.transform(({ N }) => Number(N)),
);
const StoredBlockImage = v.pipe(
  v.object({
    netid_uid: S,
    blocked_userId: S,
    c: v.optional(N),
    [EXPIRY_ATTRIBUTE]: v.optional(N),
    s: v.optional(N),
  }),
  StoredBlock,
);

/** The block of an item in DynamoDB's own form; undefined where there is none, or it has ended. Throws a ValiError. */
export function storedBlockOfImage(item: unknown, now: number): StoredBlock | undefined {
  const block = v.parse(v.optional(StoredBlockImage), item);
  return hasExpired(block, now) ? undefined : block;
}

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** When a block was made, and when it ends, as far as it has these: ISO 8601. */
export const timesOf = ({ c, expiresAt }: StoredBlock): Pick<BlockedUser, 'createdAt' | 'expiresAt'> => ({
  ...(c !== undefined && { createdAt: timeText(c) }),
  ...(expiresAt !== undefined && { expiresAt: timeText(expiresAt * 1000) }),
});

/** The block as an entry of the block list. */
export const entryOf = ({ netid_uid, blocked_userId, ...times }: StoredBlock): BlockedUser => ({
  blocked_userId,
  netid_uid,
  ...timesOf({ netid_uid, blocked_userId, ...times }),
});
