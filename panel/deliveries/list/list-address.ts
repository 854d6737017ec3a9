/** The list's place: its filters and its page, as the address and the history entry have them. */
import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { addressOf, type Filters, filtersOf } from './filters.ts';
import { type Trail, trailOf, trailTo } from './trail.ts';

const START = 'start';

export function useListAddress() {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const filters = useMemo(() => filtersOf(address), [address]);
  const start = address.get(START);
  const trail = useMemo(() => trailOf(start, state), [start, state]);

  const go = useCallback(
    (to: Filters, trail: Trail, replace = false) => {
      const next = addressOf(to);
      const last = trail.at(-1);
      if (last !== undefined) next.set(START, last);
      setAddress(next, { state: { trail }, replace });
    },
    [setAddress],
  );
  return {
    filters,
    /** Where the page begins; undefined for the first one. */
    start: start ?? undefined,
    /** From 1 on. */
    page: trail.length + 1,
    filterBy: (to: Filters) => go(to, []),
    turnTo: (page: number, next: string | undefined) => go(filters, trailTo(page, trail, next)),
    /** In place of a page on which nothing was found. */
    searchOn: (next: string) => go(filters, [...trail.slice(0, -1), next], true),
  };
}
