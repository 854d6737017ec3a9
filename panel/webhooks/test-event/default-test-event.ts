/** The event that a test sends unless the admin chooses another one. */
import { covers } from '../event-patterns.ts';

/** The payload of this event is specified (docs/spec/events.md#channel-creation-payload). */
export const DEFAULT_TEST_EVENT = 'channel.didCreate';

/** The default test event if the webhook subscribes to it, or else the first event in the catalogue that it subscribes to. */
export function defaultTestEvent(
  patterns: readonly string[],
  eventTypes: readonly { readonly event: string }[],
): string {
  const names = [DEFAULT_TEST_EVENT, ...eventTypes.map(({ event }) => event)];
  return names.find((name) => patterns.some((pattern) => covers(pattern, name))) ?? DEFAULT_TEST_EVENT;
}
