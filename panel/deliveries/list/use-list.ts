/** The list's address, its rows, and whether they are in use. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Client, DeliveryOfWebhook } from '../../../client/index.ts';
import { useRead } from '../../api/api-provider.tsx';
import { deliveryListKey } from '../../shared/queries.ts';
import {
  type Filters,
  filtersOf,
  isFiltered,
  type PageStarts,
  pageStartsOf,
  pageStartsTo,
  queryOf,
  searchParamsOf,
} from './list-address.ts';
import { findPage, type ListResponse, type LiveRows, liveRows, stoppedEarly } from './list-rows.ts';

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

const ROWS_PER_PAGE = 50;
const NETWORK_LIST_KEY = ['deliveries'];

const REFRESH_MILLISECONDS = 5_000;
/** A request with a filter, or for all webhooks, reads more of the log. */
const LONGER_REFRESH_MILLISECONDS = 15_000;

interface DeliveriesOptions {
  /** Undefined for those of all webhooks. */
  readonly webhookId: string | undefined;
  readonly filters: Filters;
  /** Where the page starts; undefined for the first one. */
  readonly start: string | undefined;
  /** Refreshes the first page every few seconds. */
  readonly autoRefresh: boolean;
}

/** A function that reads a part of the log: of one webhook, or of all unless filtered. `limit` is that of a part. */
export function logReader(client: Client, webhookId: string | undefined, filters: Filters, limit: number) {
  const query = { ...queryOf(filters, Date.now()), limit };
  const of = webhookId ?? filters.webhookId;
  return async (start: string | undefined, options: { readonly signal: AbortSignal }): Promise<ListResponse> => {
    const request = { query: { ...query, start } };
    if (of === undefined) return await client.listNetworkDeliveries(request, options);
    const page = await client.listDeliveries({ parameters: { webhookId: of }, ...request }, options);
    return { ...page, results: page.results.map((row): DeliveryOfWebhook => ({ webhookId: of, ...row })) };
  };
}

/** A page of the delivery log, the latest event first. */
export const useDeliveries = ({ webhookId, filters, start, autoRefresh }: DeliveriesOptions) =>
  useRead(
    [...(webhookId === undefined ? NETWORK_LIST_KEY : deliveryListKey(webhookId)), filters, start ?? null],
    (client, options) => {
      const read = logReader(client, webhookId, filters, ROWS_PER_PAGE);
      return findPage((from) => read(from, options), start);
    },
    {
      refetchInterval: (data) =>
        autoRefresh &&
        start === undefined &&
        !stoppedEarly(data) &&
        (webhookId === undefined || isFiltered(filters) ? LONGER_REFRESH_MILLISECONDS : REFRESH_MILLISECONDS),
    },
  );

interface State extends LiveRows {
  readonly page: string;
  readonly latest: readonly DeliveryOfWebhook[];
}

/** `page` identifies the page; `latest` are the rows of the latest response. */
export function useLiveRows(page: string, latest: readonly DeliveryOfWebhook[], keepRows: boolean) {
  const [state, setState] = useState<State>({ page, latest, rows: latest, newer: 0 });
  let current = state;
  if (state.page !== page || state.latest !== latest || (!keepRows && state.rows !== latest)) {
    const shown = state.page === page ? state.rows : [];
    current = { page, latest, ...liveRows(shown, latest, keepRows) };
    setState(current);
  }
  return {
    rows: current.rows,
    newer: current.newer,
    showNewer: () => setState({ page, latest, rows: latest, newer: 0 }),
  };
}

/** Pixels. Scrolled further than this, the admin is looking at the rows and not at the top of the table. */
const SCROLLED = 240;

/** The pointer or the focus is on a row, or the page is scrolled down. `handlers` go on an element around the table. */
export function useRowInteraction() {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const onScroll = () => setScrolled(window.scrollY > SCROLLED);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return {
    isInteracting: isPointed || isFocused || isScrolled,
    handlers: {
      onPointerOver: ({ target }: React.PointerEvent) => setPointed(isInRow(target)),
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }: React.FocusEvent) => setFocused(isInRow(target)),
      onBlur: () => setFocused(false),
    },
  };
}

const isInRow = (target: EventTarget): boolean => target instanceof Element && target.closest('tbody') !== null;
