/** A range of time to show: the time up to now, or between two times. */

const MINUTE = 60_000;
const units = {
  minute: { letter: 'm', milliseconds: MINUTE },
  hour: { letter: 'h', milliseconds: 60 * MINUTE },
  day: { letter: 'd', milliseconds: 24 * 60 * MINUTE },
} as const;
type Unit = keyof typeof units;
export const unitNames: readonly Unit[] = ['minute', 'hour', 'day'];

/** The last `amount` units until now. */
export interface Span {
  readonly kind: 'last';
  readonly amount: number;
  readonly unit: Unit;
}

/** `since` and `until` are ISO 8601 with a time zone, both inclusive. */
export interface Between {
  readonly kind: 'between';
  readonly since: string;
  readonly until: string;
}

export type TimeRange = Span | Between;

/** The spans offered as options. */
export const presetSpans: readonly Span[] = [
  { kind: 'last', amount: 1, unit: 'hour' },
  { kind: 'last', amount: 24, unit: 'hour' },
  { kind: 'last', amount: 7, unit: 'day' },
  { kind: 'last', amount: 30, unit: 'day' },
];

/** Events and deliveries are kept for this long. */
const MAX_DAYS = 30;

/** A span as written in a URL: `24h`. */
export const formatSpan = ({ amount, unit }: Span): string => `${amount}${units[unit].letter}`;

/** The span that `formatSpan` wrote; undefined for any other text. */
export function parseSpan(text: string): Span | undefined {
  const [, digits, letter] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  const unit = unitNames.find((one) => units[one].letter === letter);
  return unit === undefined ? undefined : { kind: 'last', amount: Number(digits), unit };
}

const millisecondsOf = ({ amount, unit }: Span): number => amount * units[unit].milliseconds;

/** The bounds of a range at the time `now` (milliseconds since 1970); a range that ends now has no `until`. */
export function boundsOf(range: TimeRange, now: number): { readonly since: string; readonly until?: string } {
  if (range.kind === 'between') return { since: range.since, until: range.until };
  return { since: new Date(now - millisecondsOf(range)).toISOString() };
}

/** The error message for an invalid range; undefined for a valid one. */
export function rangeError(range: TimeRange): string | undefined {
  if (range.kind === 'last') {
    if (!Number.isInteger(range.amount) || range.amount < 1) return 'Enter a whole number, 1 or more.';
    return millisecondsOf(range) > MAX_DAYS * units.day.milliseconds
      ? `Deliveries are kept for ${MAX_DAYS} days only.`
      : undefined;
  }
  const [since, until] = [Date.parse(range.since), Date.parse(range.until)];
  if (Number.isNaN(since) || Number.isNaN(until)) return 'Choose a start and an end date, with times.';
  return since > until ? 'The end must not be before the start.' : undefined;
}
