/** The hours of a ledger, and which ids belong to one (docs/spec/delivery.md#ledger). */

/** The hour that is compared; ids from `first` to `last` are its ids, compared as text. */
export interface LedgerHour {
  /** Such as `2026-11-22T21`, in UTC: when the events were accepted. */
  readonly hour: string;
  readonly first: string;
  readonly last: string;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HOUR_MILLISECONDS = 3_600_000;
const SETTLING_MILLISECONDS = 900_000;

/** The hours that have ended since a moment, and of which no more deliveries are expected: for `reconcile`, one after the other. */
export function settledHours(since: Date, now: Date = new Date()): string[] {
  const hours: string[] = [];
  const last = +now - HOUR_MILLISECONDS - SETTLING_MILLISECONDS;
  for (let start = +since - (+since % HOUR_MILLISECONDS); start <= last; start += HOUR_MILLISECONDS) {
    hours.push(new Date(start).toISOString().slice(0, 13));
  }
  return hours;
}

/** Returns the hour of a delivery, such as `2026-11-22T21`, or undefined for a text that is not an id. */
export function hourOf(deliveryId: string): string | undefined {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(deliveryId)) return undefined;
  const time = [...deliveryId.slice(0, 10)].reduce((sum, character) => sum * 32 + ALPHABET.indexOf(character), 0);
  return new Date(time).toISOString().slice(0, 13);
}

/** Returns the bounds of an hour's ids. */
export function boundsOf(hour: string): LedgerHour {
  const start = Date.parse(`${hour}:00:00Z`);
  return { hour, first: prefixOf(start), last: `${prefixOf(start + HOUR_MILLISECONDS - 1)}${'Z'.repeat(16)}` };
}

function prefixOf(milliseconds: number): string {
  let [prefix, rest] = ['', milliseconds];
  for (; prefix.length < 10; rest = Math.floor(rest / 32)) prefix = `${ALPHABET[rest % 32]}${prefix}`;
  return prefix;
}
