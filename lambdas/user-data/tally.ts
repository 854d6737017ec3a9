/** How much a pass over the tables has found about a user, and removed. */
import type { NetworkUser } from '../../contract/ids.ts';

/** `blockedBy` are blocks of the user by others, `markers` those of recorded comments, `responses` what deliveries have of responses. */
export const itemKinds = ['blocks', 'blockedBy', 'activities', 'markers', 'events', 'responses'] as const;
export type ItemKind = (typeof itemKinds)[number];

export type Counts = Readonly<Record<ItemKind, number>>;

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
  readonly found: Counts;
  readonly removed: Counts;
  /** When the last of what was not removed is gone: seconds since 1970. */
  readonly keptUntil?: number;
}

const zero: Counts = { blocks: 0, blockedBy: 0, activities: 0, markers: 0, events: 0, responses: 0 };

export const emptyTally: Tally = { found: zero, removed: zero };

/** The tally with something more. */
export function withFound(tally: Tally, { kind, found, removed, keptUntil }: Omit<Found, 'user'>): Tally {
  const until = Math.max(tally.keptUntil ?? 0, keptUntil ?? 0);
  return {
    found: { ...tally.found, [kind]: tally.found[kind] + found },
    removed: { ...tally.removed, [kind]: tally.removed[kind] + removed },
    ...(until > 0 && { keptUntil: until }),
  };
}
