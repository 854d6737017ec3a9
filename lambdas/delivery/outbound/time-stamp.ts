/** Time stamps of attempts. */

let [latest, text] = [0, ''];

/** The present time: ISO 8601 UTC with milliseconds. The text is made once a millisecond, in which a batch begins all its requests. */
export function timeStamp(): string {
  const now = Date.now();
  if (now !== latest) [latest, text] = [now, new Date(now).toISOString()];
  return text;
}
