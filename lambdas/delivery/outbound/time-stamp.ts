/** Time stamps of attempts. */

let [latest, text] = [0, ''];

/** The current time: ISO 8601 UTC with milliseconds. Cached for a millisecond, since a batch starts all its requests within one. */
export function timeStamp(): string {
  const now = Date.now();
  if (now !== latest) [latest, text] = [now, new Date(now).toISOString()];
  return text;
}
