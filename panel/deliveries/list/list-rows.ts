/** Which rows the list shows: the page that is found, and what becomes of its rows when it is refreshed. */
import type { DeliveryOfWebhook } from '../../../client/index.ts';

/** The API's response to one request. */
export interface ListResponse {
  readonly results: readonly DeliveryOfWebhook[];
  readonly start?: string | undefined;
}

/** A page to show. `next` is the start of the next page, if there may be one. */
interface FoundPage {
  readonly rows: readonly DeliveryOfWebhook[];
  readonly next?: string;
}

/** Requests for one page. Each reads up to about ten thousand deliveries, so this can take seconds. */
export const MAX_REQUESTS = 5;

/** The first page with a row in it, beginning at `start`. If no page has one, the last page that was requested. */
export async function findPage(
  list: (start: string | undefined) => Promise<ListResponse>,
  start: string | undefined,
): Promise<FoundPage> {
  let next = start;
  for (let requests = 0; requests < MAX_REQUESTS; requests++) {
    const page = await list(next);
    next = page.start;
    if (page.results.length > 0 || next === undefined) return foundPage(page.results, next);
  }
  return foundPage([], next);
}

const foundPage = (rows: readonly DeliveryOfWebhook[], next: string | undefined): FoundPage => ({
  rows,
  ...(next !== undefined && { next }),
});

/** Whether the search stopped at `MAX_REQUESTS` with nothing found, before the end of the log. */
export const stoppedEarly = (page: FoundPage | undefined): boolean =>
  page?.rows.length === 0 && page.next !== undefined;

export interface LiveRows {
  readonly rows: readonly DeliveryOfWebhook[];
  /** How many newer deliveries are held back. */
  readonly newer: number;
}

/**
 * The rows to show when a page is refreshed. While the admin is using them, rows stay where they are: they are updated
 * in place, and newer deliveries are held back.
 */
export function liveRows(
  shown: readonly DeliveryOfWebhook[],
  latest: readonly DeliveryOfWebhook[],
  keepRows: boolean,
): LiveRows {
  const top = shown[0];
  if (!keepRows || top === undefined) return { rows: latest, newer: 0 };
  const latestById = new Map(latest.map((row) => [row.deliveryId, row]));
  return {
    rows: shown.map((row) => latestById.get(row.deliveryId) ?? row),
    newer: latest.filter(({ deliveryId }) => deliveryId > top.deliveryId).length,
  };
}
