/** The list's address, its rows, and whether they are in use. */

import type { Client, DeliveryOfWebhook } from '@social-platform-services/client';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useReadPages } from '../../api/api-provider.tsx';
import { deliveryListKey, NETWORK_LIST_KEY } from '../../shared/queries.ts';
import { type Filters, filtersOf, isFiltered, queryOf, searchParamsOf } from './list-address.ts';
import { findPage, isUnfinished, type LiveRows, type LogPage, liveRows } from './list-rows.ts';

/** The filters of the address, and a function that changes them. */
export function useFilters(): [Filters, (filters: Filters) => void] {
  const [params, setParams] = useSearchParams();
  return [filtersOf(params), (to) => setParams(searchParamsOf(to))];
}

const ROWS_PER_PAGE = 50;

const REFRESH_MS = 5_000;
/** A request with a filter, or for all webhooks, reads more of the log. */
const LONGER_REFRESH_MS = 15_000;

interface DeliveriesOptions {
  /** Undefined for those of all webhooks. */
  readonly webhookId: string | undefined;
  readonly filters: Filters;
  /** Refreshes the first page every few seconds, until older ones are shown. */
  readonly autoRefresh: boolean;
}

/** A function that reads a part of the log: of one webhook, or of all unless filtered. `limit` is that of a part. */
export function logReader(client: Client, webhookId: string | undefined, filters: Filters, limit: number) {
  const query = { ...queryOf(filters, Date.now()), limit };
  const of = webhookId ?? filters.webhook;
  return async (start: string | undefined, options: { readonly signal: AbortSignal }): Promise<LogPage> => {
    const request = { query: { ...query, start } };
    if (of === undefined) return await client.listNetworkDeliveries(request, options);
    const page = await client.listDeliveries({ parameters: { webhookId: of }, ...request }, options);
    return { ...page, results: page.results.map((row): DeliveryOfWebhook => ({ webhookId: of, ...row })) };
  };
}

/** The pages of the delivery log, the latest event first. */
export const useDeliveries = ({ webhookId, filters, autoRefresh }: DeliveriesOptions) =>
  useReadPages(
    [...(webhookId === undefined ? NETWORK_LIST_KEY : deliveryListKey(webhookId)), filters],
    (client, start, options) => {
      const read = logReader(client, webhookId, filters, ROWS_PER_PAGE);
      return findPage((from) => read(from, options), start);
    },
    (first) =>
      autoRefresh &&
      !isUnfinished(first) &&
      (webhookId === undefined || isFiltered(filters) ? LONGER_REFRESH_MS : REFRESH_MS),
  );

interface State extends LiveRows {
  readonly list: string;
  readonly latest: readonly DeliveryOfWebhook[];
}

/** `list` identifies the list; `latest` are its rows as they were read last. */
export function useLiveRows(list: string, latest: readonly DeliveryOfWebhook[], keepRows: boolean) {
  const [state, setState] = useState<State>({ list, latest, rows: latest, newer: 0 });
  let current = state;
  if (state.list !== list || state.latest !== latest || (!keepRows && state.rows !== latest)) {
    const shown = state.list === list ? state.rows : [];
    current = { list, latest, ...liveRows(shown, latest, keepRows) };
    setState(current);
  }
  return {
    rows: current.rows,
    newer: current.newer,
    showNewer: () => setState({ list, latest, rows: latest, newer: 0 }),
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
