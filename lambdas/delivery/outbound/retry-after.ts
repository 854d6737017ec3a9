/** `Retry-After` (RFC 9110 section 10.2.3), bounded. */

/** The longest delay that is accepted; the retry schedule shortens it further (docs/spec/delivery.md#retry-after). */
export const MAX_RETRY_AFTER_SECONDS = 24 * 60 * 60;

/** Three letters, two digits: the one date format that may be sent (IMF-fixdate). `Date.parse` alone would take nearly anything. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Seconds from `now` (milliseconds since 1970), 0 to a day; undefined where the header is missing, repeated or malformed. */
export function retryAfterSeconds(header: string | readonly string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string') return undefined;
  const value = header.trim();
  if (/^\d+$/.test(value)) return Math.min(Number(value), MAX_RETRY_AFTER_SECONDS);
  if (!HTTP_DATE.test(value)) return undefined;
  const seconds = Math.ceil((Date.parse(value) - now) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
}
