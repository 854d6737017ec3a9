/** The list's filters and page, which are kept in the URL and in the browser's history. */
import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type Filters, filtersOf, searchParamsOf } from './filters.ts';
import { type PageStarts, pageStartsOf, pageStartsTo } from './page-history.ts';

const START = 'start';

export function useListUrl() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const filters = useMemo(() => filtersOf(params), [params]);
  const start = params.get(START);
  const pageStarts = useMemo(() => pageStartsOf(start, state), [start, state]);

  const go = useCallback(
    (to: Filters, pageStarts: PageStarts, replace = false) => {
      const next = searchParamsOf(to);
      const last = pageStarts.at(-1);
      if (last !== undefined) next.set(START, last);
      setParams(next, { state: { pageStarts }, replace });
    },
    [setParams],
  );
  return {
    filters,
    /** Where the page starts; undefined for the first one. */
    start: start ?? undefined,
    /** From 1. */
    page: pageStarts.length + 1,
    filterBy: (to: Filters) => go(to, []),
    goToPage: (page: number, next: string | undefined) => go(filters, pageStartsTo(page, pageStarts, next)),
    /** Replaces a page on which nothing was found. */
    continueSearch: (next: string) => go(filters, [...pageStarts.slice(0, -1), next], true),
  };
}
