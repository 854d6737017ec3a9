/** Reads `Retry-After` (docs/spec/delivery.md#retry-after): seconds, or a date of HTTP (RFC 9110 sections 10.2.3, 5.6.7). */
import { DAY_SECONDS } from '../../contract/durations.ts';

/** The longest `Retry-After` accepted; the retry schedule shortens it further. */
const MAX_RETRY_AFTER_SECONDS = DAY_SECONDS;

/** Seconds from `now` (milliseconds), 0 to a day; undefined where the header is missing, repeated or malformed. */
export function retryAfterSeconds(header: string | readonly string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string') return undefined;
  const value = header.trim();
  if (/^\d+$/.test(value)) return Math.min(Number(value), MAX_RETRY_AFTER_SECONDS);
  const time = httpDate(value, now);
  if (time === undefined) return undefined;
  return Math.min(Math.max(Math.ceil((time - now) / 1000), 0), MAX_RETRY_AFTER_SECONDS);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const [DAY, TIME] = ['(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)', String.raw`(?<time>\d\d:\d\d:\d\d)`];
const [MONTH, LONG_DAY] = [`(?<month>${months.join('|')})`, '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'];

/** The form that is sent, and the two older ones (RFC 850, asctime) that a recipient must take. */
const forms = [
  String.raw`${DAY}, (?<day>\d\d) ${MONTH} (?<year>\d{4}) ${TIME} GMT`,
  String.raw`${LONG_DAY}, (?<day>\d\d)-${MONTH}-(?<year>\d\d) ${TIME} GMT`,
  String.raw`${DAY} ${MONTH} (?<day>[ \d]\d) ${TIME} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** The time of an HTTP date in milliseconds; undefined for another text, and for a time that does not exist. */
function httpDate(text: string, now: number): number | undefined {
  const groups = forms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  const { year = '', month = '', day = '', time = '' } = groups ?? {};
  const [hours = 24, minutes = 0, seconds = 0] = time.split(':').map(Number);
  // A leap second is 60.
  if (hours > 23 || minutes > 59 || seconds > 60) return undefined;
  const timeIn = (full: number) => Date.UTC(full, months.indexOf(month), Number(day), hours, minutes, seconds);
  const found = timeIn(year.length === 2 ? fullYear(Number(year), timeIn, now) : Number(year));
  return new Date(found - seconds * 1000).getUTCDate() === Number(day) ? found : undefined;
}

/** The latest year with these last two digits in which the time is at most 50 years from now. */
function fullYear(digits: number, timeIn: (year: number) => number, now: number): number {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + 50);
  const year = latest.getUTCFullYear() - ((latest.getUTCFullYear() - digits) % 100);
  return timeIn(year) > latest.getTime() ? year - 100 : year;
}
