/**
 * Delivery ids: 26 characters in the shape of a ULID.
 *
 * The first 10 are the time at which the event was accepted, so that ids sort by time. The other 16 are derived from the
 * event and the webhook, so that a repeated message names the same delivery.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { DeliveryId } from '../../../contract/deliveries.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;
const HASH_CHARACTERS = 16;

/** The id of the delivery of an event to a webhook. `acceptedAt` is ISO 8601 with milliseconds. */
export function deliveryIdOf(networkId: string, eventId: string, webhookId: string, acceptedAt: string): DeliveryId {
  const digest = createHash('sha256')
    .update(JSON.stringify([networkId, eventId, webhookId]))
    .digest();
  const hash = Array.from(digest.subarray(0, HASH_CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return v.parse(DeliveryId, `${timePrefix(Date.parse(acceptedAt))}${hash.join('')}`);
}

/** The first 10 characters of every id of that millisecond; it sorts among ids by its time. */
export function timePrefix(milliseconds: number): string {
  const characters: string[] = [];
  for (let rest = Math.max(0, Math.floor(milliseconds)), i = 0; i < TIME_CHARACTERS; i++) {
    characters.unshift(ALPHABET.charAt(rest % ALPHABET.length));
    rest = Math.floor(rest / ALPHABET.length);
  }
  return characters.join('');
}
