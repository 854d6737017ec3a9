/** Which rows the list shows: the page that is found, and what becomes of its rows when it is refreshed. */
import type { DeliveryOfWebhook } from '@social-platform-services/client';

/** A part of the log. `start` is where the next one begins, if there may be one. */
export interface LogPage {
  readonly results: readonly DeliveryOfWebhook[];
  readonly start?: string | undefined;
}

/** Requests for one page. Each reads up to about ten thousand deliveries, so this can take seconds. */
export const MAX_REQUESTS = 5;

/** The first page with a row in it, beginning at `start`. If no page has one, the last page that was requested. */
export async function findPage(
  list: (start: string | undefined) => Promise<LogPage>,
  start: string | undefined,
): Promise<LogPage> {
  let page = await list(start);
  for (let requests = 1; requests < MAX_REQUESTS && isUnfinished(page); requests++) page = await list(page.start);
  return page;
}

/** Whether nothing was found so far, but the log goes on. */
export const isUnfinished = ({ results, start }: LogPage): boolean => results.length === 0 && start !== undefined;

export interface LiveRows {
  readonly rows: readonly DeliveryOfWebhook[];
  /** How many newer deliveries are held back. */
  readonly newer: number;
}

/**
 * The rows to show when there are others. While the admin is using them, rows stay where they are: they are updated in
 * place, older ones are added below, and newer deliveries are held back.
 */
export function liveRows(
  shown: readonly DeliveryOfWebhook[],
  latest: readonly DeliveryOfWebhook[],
  keepRows: boolean,
): LiveRows {
  const [top, bottom] = [shown[0], shown.at(-1)];
  if (!keepRows || top === undefined || bottom === undefined) return { rows: latest, newer: 0 };
  const latestById = new Map(latest.map((row) => [row.deliveryId, row]));
  return {
    rows: [
      ...shown.map((row) => latestById.get(row.deliveryId) ?? row),
      ...latest.filter(({ deliveryId }) => deliveryId < bottom.deliveryId),
    ],
    newer: latest.filter(({ deliveryId }) => deliveryId > top.deliveryId).length,
  };
}

/**
 * The ids of those of the selected deliveries that can be replayed still: not of what was delivered meanwhile, or is in
 * the list no more, as a filter does not find it now. `latest` reaches to the list's end if it is complete.
 */
export function stillSelected(
  selectedIds: readonly string[],
  latest: readonly DeliveryOfWebhook[],
  isComplete: boolean,
): readonly string[] {
  const states = new Map(latest.map(({ deliveryId, state }) => [deliveryId, state]));
  const oldest = latest.at(-1)?.deliveryId;
  const isBelow = (id: string): boolean => !isComplete && (oldest === undefined || id < oldest);
  return selectedIds.filter((id) => (states.has(id) ? states.get(id) !== 'delivered' : isBelow(id)));
}
