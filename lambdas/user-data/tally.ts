/** How much a pass over the tables has found about a user, and removed. */
import type { NetworkUser } from '../../contract/ids.ts';
import { type ItemCounts, type ItemKind, itemKinds } from '../../contract/user-data.ts';

/** Items of one kind that were found at once. */
export interface Found {
  readonly user: NetworkUser;
  readonly kind: ItemKind;
  readonly found: number;
  readonly removed: number;
  /** When the items that were not removed are gone: seconds since 1970. */
  readonly keptUntil?: number;
}

/** What was found about a user, or about several. */
export interface Tally {
  readonly found: ItemCounts;
  readonly removed: ItemCounts;
  /** When the last of what was not removed is gone: seconds since 1970. */
  readonly keptUntil?: number;
}

export const noItems: ItemCounts = { blocks: 0, blockedBy: 0, activities: 0, markers: 0, events: 0, responses: 0 };

export const emptyTally: Tally = { found: noItems, removed: noItems };

/** The tally with something more. */
export function withFound(tally: Tally, { kind, found, removed, keptUntil }: Omit<Found, 'user'>): Tally {
  const until = Math.max(tally.keptUntil ?? 0, keptUntil ?? 0);
  return {
    found: { ...tally.found, [kind]: tally.found[kind] + found },
    removed: { ...tally.removed, [kind]: tally.removed[kind] + removed },
    ...(until > 0 && { keptUntil: until }),
  };
}

/** Whether there is nothing of any kind. */
export const isNothing = (counts: ItemCounts): boolean => itemKinds.every((kind) => counts[kind] === 0);

/** What is left: found, and not removed. */
export const leftOf = ({ found, removed }: Pick<Tally, 'found' | 'removed'>): ItemCounts => ({
  blocks: found.blocks - removed.blocks,
  blockedBy: found.blockedBy - removed.blockedBy,
  activities: found.activities - removed.activities,
  markers: found.markers - removed.markers,
  events: found.events - removed.events,
  responses: found.responses - removed.responses,
});
