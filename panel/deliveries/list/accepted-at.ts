/** Reads the time from a delivery's ID. */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;

/** When the delivery's event was accepted, in milliseconds since 1970: a delivery ID begins with it, as a ULID does. */
export const acceptedAt = (deliveryId: string): number =>
  [...deliveryId.slice(0, TIME_CHARACTERS)].reduce((time, character) => time * 32 + ALPHABET.indexOf(character), 0);
