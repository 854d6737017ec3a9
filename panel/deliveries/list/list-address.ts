/** The list's filters, kept in the URL, so that links and Back work. */
import * as v from 'valibot';
import type { DeliveryState } from '../../../client/index.ts';
import { DeliveryStanding } from '../../../contract/delivery-classes.ts';
import { boundsOf, formatSpan, parseSpan, type TimeRange } from '../../shared/time-range.ts';

/** How the last attempt ended: its class, or the status code of the response. */
export type Result = { readonly class: DeliveryStanding } | { readonly statusCode: number };

export interface Filters {
  /** Of deliveries to all webhooks those to one. */
  readonly webhookId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly event?: string | undefined;
  readonly result?: Result | undefined;
  readonly range?: TimeRange | undefined;
}

export const states: readonly DeliveryState[] = ['delivered', 'retrying', 'failed'];

/** The filters in a URL's query; invalid ones are ignored. */
export function filtersOf(params: URLSearchParams): Filters {
  const state = states.find((one) => one === params.get('state'));
  const event = params.get('event')?.trim() || undefined;
  const webhookId = /^wh_[0-9a-f]{32}$/.exec(params.get('webhook') ?? '')?.[0];
  return { webhookId, state, event, result: resultOf(params.get('result') ?? ''), range: rangeOf(params) };
}

/** The URL's query for filters. */
export function searchParamsOf({ webhookId, state, event, result, range }: Filters): URLSearchParams {
  const params = new URLSearchParams();
  if (webhookId !== undefined) params.set('webhook', webhookId);
  if (state !== undefined) params.set('state', state);
  if (event !== undefined) params.set('event', event);
  if (result !== undefined) params.set('result', resultValue(result));
  if (range?.kind === 'last') params.set('last', formatSpan(range));
  if (range?.kind === 'between') {
    params.set('since', range.since);
    params.set('until', range.until);
  }
  return params;
}

/** The API's query parameters for filters at the time `now` (milliseconds since 1970). */
export const queryOf = ({ state, event, result, range }: Filters, now: number) => ({
  state,
  event,
  ...result,
  ...(range && boundsOf(range, now)),
});

/** Whether there is any filter. */
export const isFiltered = (filters: Filters): boolean => Object.values(filters).some((filter) => filter !== undefined);

/** The result in a text: a class, or a status code. */
export function resultOf(text: string): Result | undefined {
  if (v.is(DeliveryStanding, text)) return { class: text };
  return /^[1-5]\d\d$/.test(text) ? { statusCode: Number(text) } : undefined;
}

/** The result as a text that `resultOf` reads. */
const resultValue = (result: Result): string => ('class' in result ? result.class : `${result.statusCode}`);

function rangeOf(params: URLSearchParams): TimeRange | undefined {
  const span = parseSpan(params.get('last') ?? '');
  if (span !== undefined) return span;
  const since = timeOf(params.get('since'));
  const until = timeOf(params.get('until'));
  return since === undefined || until === undefined ? undefined : { kind: 'between', since, until };
}

const timeOf = (text: string | null): string | undefined =>
  text === null || Number.isNaN(Date.parse(text)) ? undefined : text;
