/** Whether an event is about a user. */
import type { UserId } from '../../contract/ids.ts';

/** Whether a value somewhere in the text that receivers get is the user's id. False where there is no text. */
export function namesUser(body: string | undefined, userId: UserId): boolean {
  // Not by recursion: a text of 256 KB can be nested more deeply than a stack bears.
  const rest: unknown[] = body === undefined ? [] : [JSON.parse(body)];
  while (rest.length > 0) {
    const value = rest.pop();
    if (value === userId) return true;
    if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) rest.push(member);
  }
  return false;
}
