/** A stretch of time to look at: up to this moment, or between two moments. */

const MINUTE = 60_000;
const units = {
  minute: { letter: 'm', milliseconds: MINUTE },
  hour: { letter: 'h', milliseconds: 60 * MINUTE },
  day: { letter: 'd', milliseconds: 24 * 60 * MINUTE },
} as const;
type Unit = keyof typeof units;
export const unitNames: readonly Unit[] = ['minute', 'hour', 'day'];

/** So many units until now. */
export interface Span {
  readonly kind: 'last';
  readonly amount: number;
  readonly unit: Unit;
}

/** `since` and `until` are ISO 8601 with a zone, both inclusive. */
export interface Between {
  readonly kind: 'between';
  readonly since: string;
  readonly until: string;
}

export type TimeRange = Span | Between;

/** The spans that are offered. */
export const usualSpans: readonly Span[] = [
  { kind: 'last', amount: 1, unit: 'hour' },
  { kind: 'last', amount: 24, unit: 'hour' },
  { kind: 'last', amount: 7, unit: 'day' },
  { kind: 'last', amount: 30, unit: 'day' },
];

/** Deliveries and events are kept for so long. */
const MAX_DAYS = 30;

/** A span in short, as it stands in an address: `24h`. */
export const nameOfSpan = ({ amount, unit }: Span): string => `${amount}${units[unit].letter}`;

/** The span of a short name; undefined for anything else. */
export function spanOfName(name: string): Span | undefined {
  const [, digits, letter] = /^([1-9]\d{0,5})([mhd])$/.exec(name) ?? [];
  const unit = unitNames.find((one) => units[one].letter === letter);
  return unit === undefined ? undefined : { kind: 'last', amount: Number(digits), unit };
}

/** The length of a span. */
const millisecondsOf = ({ amount, unit }: Span): number => amount * units[unit].milliseconds;

/** The bounds of a range at a moment (milliseconds since 1970); what lasts until that moment has no `until`. */
export function boundsOf(range: TimeRange, now: number): { readonly since: string; readonly until?: string } {
  if (range.kind === 'between') return { since: range.since, until: range.until };
  return { since: new Date(now - millisecondsOf(range)).toISOString() };
}

/** What is wrong with a range, for the person who picks it; undefined where it can be looked at. */
export function complaintAbout(range: TimeRange): string | undefined {
  if (range.kind === 'last') {
    if (!Number.isInteger(range.amount) || range.amount < 1) return 'Enter a whole number of 1 or more.';
    return millisecondsOf(range) > MAX_DAYS * units.day.milliseconds
      ? `Nothing older than ${MAX_DAYS} days is kept.`
      : undefined;
  }
  const [since, until] = [Date.parse(range.since), Date.parse(range.until)];
  if (Number.isNaN(since) || Number.isNaN(until)) return 'Pick the first and the last day, with times.';
  return since > until ? 'The end must not be before the beginning.' : undefined;
}
