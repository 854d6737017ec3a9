/** Times as people read them, in the viewer's named time zone. They are ISO 8601 or milliseconds since 1970. */
import { DAY_MS, DAY_SECONDS, HOUR_MS, HOUR_SECONDS, MINUTE_MS } from '../../contract/durations.ts';

const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const minute = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `21 Nov 2026, 18:05:09 UTC`. */
export const dateTimeText = (at: string | number): string => dateTime.format(new Date(at));

/** Without seconds: `21 Nov 2026, 18:05 UTC`. */
export const minuteText = (at: string | number): string => minute.format(new Date(at));

const units = [
  { unit: 'day', seconds: DAY_SECONDS, from: 2 * DAY_SECONDS },
  { unit: 'hour', seconds: HOUR_SECONDS, from: 90 * 60 },
  { unit: 'minute', seconds: 60, from: 90 },
  { unit: 'second', seconds: 1, from: 0 },
] as const;

/** A time relative to `now` (milliseconds since 1970): `3 minutes ago`, `in 2 hours`, `now`. */
export function relativeTimeText(at: string | number, now: number): string {
  const seconds = (new Date(at).getTime() - now) / 1_000;
  const scale = units.find(({ from }) => Math.abs(seconds) >= from) ?? units[3];
  return relative.format(Math.round(seconds / scale.seconds), scale.unit);
}

/** A label on the axis of a chart that covers `hours`: `18:00`, or with its day if the chart covers more than one. */
export const hourText = (at: string | number, hours: number): string =>
  hours <= 24 ? hour.format(new Date(at)) : `${day.format(new Date(at))}, ${hour.format(new Date(at))}`;

const SECOND = 1_000;
const lengths = [
  { name: 'd', milliseconds: DAY_MS },
  { name: 'h', milliseconds: HOUR_MS },
  { name: 'min', milliseconds: MINUTE_MS },
  { name: 's', milliseconds: SECOND },
] as const;

/** The two largest lengths of a duration: `2 h 5 min`, `4 min 12 s`, `9 s`. Undefined unless it is positive. */
export function countdownText(milliseconds: number): string | undefined {
  if (milliseconds <= 0) return undefined;
  const seconds = Math.ceil(milliseconds / SECOND) * SECOND;
  const first = lengths.findIndex((unit) => seconds >= unit.milliseconds);
  let rest = seconds;
  const parts = lengths.slice(first, first + 2).map(({ name, milliseconds: length }) => {
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    return { amount, text: `${amount} ${name}` };
  });
  return parts
    .filter(({ amount }) => amount > 0)
    .map(({ text }) => text)
    .join(' ');
}
