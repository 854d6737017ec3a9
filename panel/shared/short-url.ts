/** A URL in a few words, for headings, trails and lists. */

const MAX_LENGTH = 60;

/** Host, path and query without the scheme; in the middle of a long one stands `…`. */
export const shortUrl = (url: string): string =>
  shortened(url.replace(/^https?:\/\//, '').replace(/\/$/, ''), MAX_LENGTH);

/** A text of at most so many characters and one: in the middle of a longer one stands `…`. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most / 2)}…${text.slice(-most / 2)}`;
