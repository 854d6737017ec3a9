/** A range of time to show, as Cloudscape's field has it: the time up to now, or between two times. */
import type { DateRangePickerProps } from '@cloudscape-design/components/date-range-picker';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';

export type TimeRange = DateRangePickerProps.Value;
/** `startDate` and `endDate` are ISO 8601 with a time zone, both inclusive. */
export type Between = DateRangePickerProps.AbsoluteValue;

/** Milliseconds of the units to choose from. */
const units = new Map<DateRangePickerProps.TimeUnit, number>([
  ['minute', MINUTE_MS],
  ['hour', HOUR_MS],
  ['day', DAY_MS],
]);
export const unitNames = [...units.keys()];

/** The time up to now that is suggested first. */
export const LAST_DAY = { type: 'relative', key: '24h', amount: 24, unit: 'hour' } as const;

/** The spans offered as options; keys are what `formatSpan` makes of them. */
export const presetSpans: readonly DateRangePickerProps.RelativeOption[] = [
  { type: 'relative', key: '1h', amount: 1, unit: 'hour' },
  LAST_DAY,
  { type: 'relative', key: '7d', amount: 7, unit: 'day' },
  { type: 'relative', key: '30d', amount: 30, unit: 'day' },
];

/** Events and deliveries are kept for this long. */
const MAX_DAYS = 30;

/** A span as written in a URL: `24h`. */
export const formatSpan = ({ amount, unit }: DateRangePickerProps.RelativeValue): string =>
  `${amount}${unit.charAt(0)}`;

/** The span that `formatSpan` wrote; undefined for any other text. */
export function parseSpan(text: string): DateRangePickerProps.RelativeValue | undefined {
  const [, digits, letter] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  const unit = unitNames.find((one) => one.charAt(0) === letter);
  if (unit === undefined) return undefined;
  return presetSpans.find(({ key }) => key === text) ?? { type: 'relative', amount: Number(digits), unit };
}

const millisecondsOf = ({ amount, unit }: DateRangePickerProps.RelativeValue): number =>
  amount * (units.get(unit) ?? Number.NaN);

/** The bounds of a range at the time `now` (milliseconds since 1970); a range that ends now has no `until`. */
export function boundsOf(range: TimeRange, now: number): { readonly since: string; readonly until?: string } {
  if (range.type === 'absolute') return { since: range.startDate, until: range.endDate };
  return { since: new Date(now - millisecondsOf(range)).toISOString() };
}

/** The error message for an invalid range; undefined for a valid one. */
export function rangeError(range: TimeRange | null): string | undefined {
  if (range === null) return 'Choose a time range.';
  if (range.type === 'relative') {
    if (!Number.isInteger(range.amount) || range.amount < 1) return 'Enter a whole number, 1 or more.';
    return millisecondsOf(range) > MAX_DAYS * DAY_MS ? `Deliveries are kept for ${MAX_DAYS} days only.` : undefined;
  }
  const [since, until] = [Date.parse(range.startDate), Date.parse(range.endDate)];
  if (Number.isNaN(since) || Number.isNaN(until)) return 'Choose a start and an end date, with times.';
  return since > until ? 'The end must not be before the start.' : undefined;
}
