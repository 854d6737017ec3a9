/** Reads the data of an event as it was typed. */
import * as v from 'valibot';

const JsonObject = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/** The object; undefined if the text is not a JSON object. */
export function jsonObject(text: string): Record<string, unknown> | undefined {
  const parsed = v.safeParse(JsonObject, text);
  return parsed.success && text.trim().startsWith('{') ? parsed.output : undefined;
}
