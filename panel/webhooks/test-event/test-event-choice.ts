/** Which event a test sends unless the admin chooses another. */
import { covers } from '../form/event-patterns.ts';

/** The one whose payload the specification lays down. */
export const DEFAULT_TEST_EVENT = 'channel.didCreate';

/** An event that the webhook asks for: the usual one, if it can be, or else the first of the catalogue. */
export function testEventFor(patterns: readonly string[], eventTypes: readonly { readonly event: string }[]): string {
  const names = [DEFAULT_TEST_EVENT, ...eventTypes.map(({ event }) => event)];
  return names.find((name) => patterns.some((pattern) => covers(pattern, name))) ?? DEFAULT_TEST_EVENT;
}
