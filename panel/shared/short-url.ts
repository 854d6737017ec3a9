/** Shortens URLs for headings, breadcrumbs and lists. */

const MAX_LENGTH = 60;

/** Host, path and query without the scheme; the middle of a long one is replaced with `…`. */
export const shortUrl = (url: string): string =>
  shortened(url.replace(/^https?:\/\//, '').replace(/\/$/, ''), MAX_LENGTH);

/** Replaces the middle of a text that is longer than `maxLength` characters with `…`. */
export const shortened = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength / 2)}…${text.slice(-maxLength / 2)}`;
