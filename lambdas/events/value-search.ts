/** Finds a text among the values of an event (docs/spec/events.md#the-list). */

/** Whether a value somewhere in a JSON text, not the name of a member, is this text. */
export function hasValue(json: string, text: string): boolean {
  // As it is written, unless with escapes: most events need not be parsed.
  if (!json.includes('\\') && !json.includes(JSON.stringify(text))) return false;
  // Not by recursion: a text of 256 KB can be nested more deeply than a stack bears.
  const rest: unknown[] = [JSON.parse(json)];
  while (rest.length > 0) {
    const value = rest.pop();
    if (value === text) return true;
    if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) rest.push(member);
  }
  return false;
}
