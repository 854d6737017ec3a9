/** Times as people read them: in the viewer's own zone, and how long ago or ahead. */

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const minute = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const distance = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A moment to the second, from milliseconds since 1970 or ISO 8601: `21 Nov 2026, 18:05:09`. */
export const momentText = (at: string | number): string => moment.format(new Date(at));

/** A moment nearby, to the minute: `Sat 21 Nov, 18:05`. */
export const minuteText = (at: string | number): string => minute.format(new Date(at));

const units = [
  { unit: 'day', seconds: 86_400, from: 2 * 86_400 },
  { unit: 'hour', seconds: 3_600, from: 90 * 60 },
  { unit: 'minute', seconds: 60, from: 90 },
  { unit: 'second', seconds: 1, from: 0 },
] as const;

/** How far a moment is from `now` (milliseconds since 1970): `3 minutes ago`, `in 2 hours`, `now`. */
export function distanceText(at: string | number, now: number): string {
  const seconds = (new Date(at).getTime() - now) / 1_000;
  const scale = units.find(({ from }) => Math.abs(seconds) >= from) ?? units[3];
  return distance.format(Math.round(seconds / scale.seconds), scale.unit);
}

/** An hour on the axis of a chart of so many hours: `18:00`, or with its day where there are several. */
export const hourText = (at: string | number, hours: number): string =>
  hours <= 24 ? hour.format(new Date(at)) : `${day.format(new Date(at))}, ${hour.format(new Date(at))}`;
