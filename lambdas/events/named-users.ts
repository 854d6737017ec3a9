/** Which users the text of an event names. */
import type { UserId } from '../../contract/ids.ts';

/** A string of a JSON text, and the colon after it where it is the name of a member. */
const STRING = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/gs;

/**
 * The users whose id is a string value of the JSON text, at any depth, however it is escaped. The text is searched, not the parsed
 * value, which lacks all but the last of members with the same name. Names of members and numbers are not compared.
 */
export function namedUsers(json: string, users: ReadonlyMap<string, UserId>): readonly UserId[] {
  const named = new Set<UserId>();
  for (const [, text = '', colon] of json.matchAll(STRING)) {
    if (colon !== undefined) continue;
    const user = users.get(text.includes('\\') ? unescaped(text) : text);
    if (user !== undefined) named.add(user);
  }
  return [...named];
}

const unescaped = (text: string): string => String(JSON.parse(`"${text}"`));
