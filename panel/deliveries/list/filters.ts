/** What the list is filtered by. It stands in the address, so that a link shows the same to others, and Back works. */
import type { DeliveryState } from '../../../client/index.ts';
import { boundsOf, nameOfSpan, spanOfName, type TimeRange } from '../../shared/time-range.ts';

export interface Filters {
  readonly state?: DeliveryState | undefined;
  readonly event?: string | undefined;
  readonly range?: TimeRange | undefined;
}

export const states: readonly DeliveryState[] = ['delivered', 'retrying', 'failed'];

/** The filters that an address holds; what makes no sense in it is left out. */
export function filtersOf(address: URLSearchParams): Filters {
  const state = states.find((one) => one === address.get('state'));
  return { state, event: address.get('event')?.trim() || undefined, range: rangeOf(address) };
}

/** The address's query for filters. */
export function addressOf({ state, event, range }: Filters): URLSearchParams {
  const address = new URLSearchParams();
  if (state !== undefined) address.set('state', state);
  if (event !== undefined) address.set('event', event);
  if (range?.kind === 'last') address.set('last', nameOfSpan(range));
  if (range?.kind === 'between') {
    address.set('since', range.since);
    address.set('until', range.until);
  }
  return address;
}

/** What the API is asked for at a moment (milliseconds since 1970). */
export const queryOf = ({ state, event, range }: Filters, now: number) => ({
  state,
  event,
  ...(range && boundsOf(range, now)),
});

/** Whether anything is filtered at all. */
export const isFiltered = ({ state, event, range }: Filters): boolean =>
  state !== undefined || event !== undefined || range !== undefined;

function rangeOf(address: URLSearchParams): TimeRange | undefined {
  const span = spanOfName(address.get('last') ?? '');
  if (span !== undefined) return span;
  const since = momentOf(address.get('since'));
  const until = momentOf(address.get('until'));
  return since === undefined || until === undefined ? undefined : { kind: 'between', since, until };
}

const momentOf = (text: string | null): string | undefined =>
  text === null || Number.isNaN(Date.parse(text)) ? undefined : text;
