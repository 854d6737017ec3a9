/** The rows to show while the page is refreshed; see `live-rows.ts`. */
import { useState } from 'react';
import type { DeliveryOfWebhook } from '../../../client/index.ts';
import { type LiveRows, liveRows } from './live-rows.ts';

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
