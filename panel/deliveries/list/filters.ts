/** The filters of the list. They are kept in the URL, so that links and the browser’s Back button work. */
import type { DeliveryState } from '../../../client/index.ts';
import { boundsOf, formatSpan, parseSpan, type TimeRange } from '../../shared/time-range.ts';

export interface Filters {
  readonly state?: DeliveryState | undefined;
  readonly event?: string | undefined;
  readonly range?: TimeRange | undefined;
}

export const states: readonly DeliveryState[] = ['delivered', 'retrying', 'failed'];

/** The filters in a URL's query; invalid ones are ignored. */
export function filtersOf(params: URLSearchParams): Filters {
  const state = states.find((one) => one === params.get('state'));
  return { state, event: params.get('event')?.trim() || undefined, range: rangeOf(params) };
}

/** The URL's query for filters. */
export function searchParamsOf({ state, event, range }: Filters): URLSearchParams {
  const params = new URLSearchParams();
  if (state !== undefined) params.set('state', state);
  if (event !== undefined) params.set('event', event);
  if (range?.kind === 'last') params.set('last', formatSpan(range));
  if (range?.kind === 'between') {
    params.set('since', range.since);
    params.set('until', range.until);
  }
  return params;
}

/** The API's query parameters for filters at the time `now` (milliseconds since 1970). */
export const queryOf = ({ state, event, range }: Filters, now: number) => ({
  state,
  event,
  ...(range && boundsOf(range, now)),
});

/** Whether there is any filter. */
export const isFiltered = ({ state, event, range }: Filters): boolean =>
  state !== undefined || event !== undefined || range !== undefined;

function rangeOf(params: URLSearchParams): TimeRange | undefined {
  const span = parseSpan(params.get('last') ?? '');
  if (span !== undefined) return span;
  const since = timeOf(params.get('since'));
  const until = timeOf(params.get('until'));
  return since === undefined || until === undefined ? undefined : { kind: 'between', since, until };
}

const timeOf = (text: string | null): string | undefined =>
  text === null || Number.isNaN(Date.parse(text)) ? undefined : text;
