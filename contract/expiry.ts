/**
 * Items that expire. DynamoDB deletes them some days later at the latest, and reads and conditions meet them until then
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ttl-expired-items.html). So whoever reads a table
 * with expiry leaves them out.
 */
import * as v from 'valibot';
import { DAY_SECONDS } from './durations.ts';
import { EXPIRY_ATTRIBUTE } from './tables.ts';

/** Seconds since 1970: so many days after a time (ISO 8601). */
export const expiryAfter = (time: string, days: number): number =>
  Math.ceil(Date.parse(time) / 1000) + days * DAY_SECONDS;

/** Whether an item has expired at `now` (milliseconds). One that is missing, or never expires, has not. */
export const hasExpired = (item: Readonly<Record<string, unknown>> | undefined, now = Date.now()): boolean =>
  Number(item?.[EXPIRY_ATTRIBUTE]) * 1000 <= now;

const ImageExpiry = v.object({ [EXPIRY_ATTRIBUTE]: v.object({ N: v.string() }) });

/** The same of an item in DynamoDB's own form. */
export function hasImageExpired(image: unknown, now?: number): boolean {
  const { success, output } = v.safeParse(ImageExpiry, image);
  return success && hasExpired({ [EXPIRY_ATTRIBUTE]: output[EXPIRY_ATTRIBUTE].N }, now);
}

/** The condition, or filter, of an item that has not expired; and its values, at `now` (milliseconds). */
export const UNEXPIRED = `(attribute_not_exists(${EXPIRY_ATTRIBUTE}) OR ${EXPIRY_ATTRIBUTE} > :expiry)`;
/** The condition of an item that has expired; of none, it does not hold. */
export const EXPIRED = `${EXPIRY_ATTRIBUTE} <= :expiry`;
export const expiryValues = (now = Date.now()) => ({ ':expiry': now / 1000 });
