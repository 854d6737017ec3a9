/** Goes on with the erasures that back ends have asked for, for as long as one call of a function takes. */
import { type NetworkUser, networkUserKey } from '../../contract/ids.ts';
import { erasurePass, type PassPosition } from './erasure-pass.ts';
import type { ErasureKey, ErasuresTable, FoundOfErasure, StoredErasure } from './erasures-table.ts';
import type { Pass, PassTable } from './pass-table.ts';
import { daysAfter } from './report.ts';
import { emptyTally, type Found, isNothing, withFound } from './tally.ts';
import type { UserTables } from './user-tables.ts';

/** What it works with. Times are in milliseconds. */
export interface ErasureTools {
  readonly tables: UserTables;
  readonly erasures: ErasuresTable;
  readonly pass: PassTable;
  readonly pace: (readUnits: number) => Promise<void>;
  readonly now: () => number;
  /** Between the beginnings of two passes. */
  readonly passSeconds: number;
  /** No step begins after this time. */
  readonly endsAt: number;
}

/** Erasures of one pass, with up to 100 users each: few enough for the memory of a function. */
const MOST_ERASURES = 200;
/** How long another process waits for one that died. */
const LEASE_MILLISECONDS = 90_000;
const SAVE_MILLISECONDS = 2_000;
/** By then every event that the erasure could find has expired. */
const MOST_DAYS = 40;
const DAY_MILLISECONDS = 24 * 60 * 60_000;

/** Begins a pass if one is due, and goes on with it. Returns how many erasures it is for. */
export async function workOnErasures(tools: ErasureTools): Promise<number> {
  const { erasures, pass, now } = tools;
  // As long as a pass is not over, its erasures are due. Without any, a call costs half a read unit.
  const due = await erasures.due(new Date(now()).toISOString(), MOST_ERASURES);
  if (due.length === 0) return 0;
  const leased = await pass.lease(now(), now() + LEASE_MILLISECONDS);
  if (leased === undefined) return 0;
  try {
    const begun = leased.current === undefined ? await begin(tools, leased, due) : leased;
    if (begun?.current === undefined) return 0;
    await goOn(tools, begun.startedAt, begun.current.erasures, begun.current.position);
    return begun.current.erasures.length;
  } finally {
    await pass.release();
  }
}

/** Begins a pass with all erasures that are due, or with none where it is too early. */
async function begin(
  { erasures, pass, now, passSeconds }: ErasureTools,
  last: Pass,
  due: readonly ErasureKey[],
): Promise<Pass | undefined> {
  if (last.startedAt !== '' && now() < Date.parse(last.startedAt) + passSeconds * 1000) return undefined;
  const startedAt = new Date(now()).toISOString();
  const pending: ErasureKey[] = [];
  for (const key of due) if (await erasures.beginPass(key)) pending.push(key);
  if (pending.length === 0) return undefined;
  const begun: Pass = { startedAt, current: { erasures: pending, position: { phase: 'own', user: 0 } } };
  return (await pass.save(begun)) ? begun : undefined;
}

async function goOn(
  tools: ErasureTools,
  startedAt: string,
  keys: readonly ErasureKey[],
  from: PassPosition,
): Promise<void> {
  const { tables, erasures, pass, pace, now, endsAt } = tools;
  const all = await erasures.readAll(keys);
  const byUser = erasuresByUser(all);
  const users = [...byUser.values()].map(({ user }) => user);
  let saved = now();
  for await (const { found, next, readUnits } of erasurePass(tables, { users, erases: true, from, now })) {
    for (const one of foundOfErasures(found, byUser)) await erasures.addFound(one);
    if (next === undefined) break;
    await pace(readUnits);
    const isOver = now() >= endsAt;
    if (!isOver && now() - saved < SAVE_MILLISECONDS) continue;
    saved = now();
    const isOurs = await pass.save({ startedAt, current: { erasures: [...keys], position: next } });
    if (isOver || !isOurs) return;
  }
  for (const key of keys) await end(erasures, key, now());
  await pass.save({ startedAt });
}

/** An erasure is done once a pass after its first one has found nothing. */
async function end(erasures: ErasuresTable, key: ErasureKey, now: number): Promise<void> {
  const erasure = await erasures.find(key);
  if (erasure?.nextPassAt === undefined) return;
  const isOld = now - Date.parse(erasure.requestedAt) > MOST_DAYS * DAY_MILLISECONDS;
  const at = new Date(now).toISOString();
  if (isOld || (erasure.passes > 0 && isNothing(erasure.passFound))) await erasures.finish(key, at);
  else await erasures.postpone(key, at, daysAfter(now, 1));
}

interface UserOfErasures {
  readonly user: NetworkUser;
  readonly erasures: readonly ErasureKey[];
}

/** Each user once, in the order of the erasures. */
function erasuresByUser(erasures: readonly StoredErasure[]): ReadonlyMap<string, UserOfErasures> {
  const byUser = new Map<string, UserOfErasures>();
  for (const { networkId, erasureId, userIds = [] } of erasures) {
    for (const userId of userIds) {
      const key = networkUserKey(networkId, userId);
      const known = byUser.get(key)?.erasures ?? [];
      byUser.set(key, { user: { networkId, userId }, erasures: [...known, { networkId, erasureId }] });
    }
  }
  return byUser;
}

/** What was found, added up for each erasure. */
function foundOfErasures(
  found: readonly Found[],
  byUser: ReadonlyMap<string, UserOfErasures>,
): readonly FoundOfErasure[] {
  const sums = new Map<string, FoundOfErasure>();
  for (const one of found) {
    const { networkId, userId } = one.user;
    for (const key of byUser.get(networkUserKey(networkId, userId))?.erasures ?? []) {
      sums.set(key.erasureId, { key, ...withFound(sums.get(key.erasureId) ?? emptyTally, one) });
    }
  }
  return [...sums.values()];
}
