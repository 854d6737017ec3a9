/** The list's filters, kept in the URL, so that links and Back work. */
import * as v from 'valibot';
import { DeliveryStanding } from '../../../contract/delivery-classes.ts';
import { WebhookName } from '../../../contract/webhooks.ts';
import { boundsOf, formatSpan, parseSpan, type TimeRange } from '../../shared/time-range.ts';

export const states = ['delivered', 'retrying', 'failed'] as const;

/** Each by its name in the address; invalid ones are ignored. */
const Tokens = v.object({
  /** Of deliveries to all webhooks those to one. */
  webhook: v.fallback(v.optional(WebhookName), undefined),
  state: v.fallback(v.optional(v.picklist(states)), undefined),
  event: v.fallback(v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty())), undefined),
  /** How the last attempt ended: its class, or the status code of the response. */
  result: v.fallback(v.optional(v.union([DeliveryStanding, v.pipe(v.string(), v.regex(/^[1-5]\d\d$/))])), undefined),
});

export interface Filters extends Partial<v.InferInput<typeof Tokens>> {
  readonly range?: TimeRange | undefined;
}

/** The filters in a URL's query. */
export const filtersOf = (params: URLSearchParams): Filters => ({
  ...v.parse(Tokens, Object.fromEntries(params)),
  range: rangeOf(params),
});

/** The URL's query for filters. */
export function searchParamsOf({ range, ...tokens }: Filters): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(tokens)) if (value !== undefined) params.set(name, value);
  if (range?.type === 'relative') params.set('last', formatSpan(range));
  if (range?.type === 'absolute') {
    params.set('since', range.startDate);
    params.set('until', range.endDate);
  }
  return params;
}

/** The API's query parameters for filters at the time `now` (milliseconds since 1970). */
export const queryOf = ({ state, event, result, range }: Filters, now: number) => ({
  state,
  event,
  ...resultQueryOf(result),
  ...(range && boundsOf(range, now)),
});

/** The API's parameter for a result. */
export function resultQueryOf(result: Filters['result']) {
  if (result === undefined) return {};
  return v.is(DeliveryStanding, result) ? { class: result } : { statusCode: Number(result) };
}

/** Whether there is any filter. */
export const isFiltered = (filters: Filters): boolean => Object.values(filters).some((filter) => filter !== undefined);

function rangeOf(params: URLSearchParams): TimeRange | undefined {
  const span = parseSpan(params.get('last') ?? '');
  if (span !== undefined) return span;
  const [startDate, endDate] = [timeOf(params.get('since')), timeOf(params.get('until'))];
  return startDate === undefined || endDate === undefined ? undefined : { type: 'absolute', startDate, endDate };
}

const timeOf = (text: string | null): string | undefined =>
  text === null || Number.isNaN(Date.parse(text)) ? undefined : text;
