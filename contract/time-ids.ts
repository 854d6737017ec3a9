/**
 * Ids in the shape of a ULID (https://github.com/ulid/spec): 26 characters, of which the first 10 are a time in
 * milliseconds since
 * 1970. So they sort by that time.
 */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;
const OTHER_CHARACTERS = 16;

export const TIME_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The first 10 characters of a millisecond's ids: sorts before them, and after those of earlier ones. */
export function timePrefix(milliseconds: number): string {
  const characters: string[] = [];
  for (let rest = Math.max(0, Math.floor(milliseconds)), i = 0; i < TIME_CHARACTERS; i++) {
    characters.unshift(ALPHABET.charAt(rest % ALPHABET.length));
    rest = Math.floor(rest / ALPHABET.length);
  }
  return characters.join('');
}

/** The id of a time with characters that follow from these bytes, of which there are at least 16. */
export const timeIdOf = (milliseconds: number, bytes: Iterable<number>): string =>
  timePrefix(milliseconds) +
  Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .slice(0, OTHER_CHARACTERS)
    .join('');

/** The lowest id of a millisecond. */
export const firstIdOf = (milliseconds: number): string =>
  timePrefix(milliseconds) + ALPHABET.charAt(0).repeat(OTHER_CHARACTERS);

/** The highest id of a millisecond. */
export const lastIdOf = (milliseconds: number): string =>
  timePrefix(milliseconds) + ALPHABET.charAt(ALPHABET.length - 1).repeat(OTHER_CHARACTERS);

/** The time of an id: milliseconds since 1970. */
export function timeOf(id: string): number {
  let milliseconds = 0;
  for (const character of id.slice(0, TIME_CHARACTERS)) {
    milliseconds = milliseconds * ALPHABET.length + ALPHABET.indexOf(character);
  }
  return milliseconds;
}
