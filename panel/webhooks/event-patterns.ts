/** Event patterns: which events they match, which are valid, and which event a test sends. */
import * as v from 'valibot';
import { asksFor, EventPattern, NoticeName } from '../../contract/event-names.ts';

/** The pattern that matches every event but notices about webhooks. */
export const ALL_EVENTS = '*';
/** The pattern that matches notices. */
export const ALL_NOTICES = 'webhook.*';

/** Whether a pattern matches an event, or everything that another pattern matches. */
export const covers = (pattern: string, other: string): boolean =>
  asksFor([pattern], other) && !(pattern === ALL_EVENTS && matchesNotices(other));

/** Whether a pattern other than that of all events matches notices. */
export const matchesNotices = (pattern: string): boolean =>
  pattern !== ALL_EVENTS && NoticeName.options.some((name) => asksFor([pattern], name));

/** How many names match at least one pattern. */
export const countMatches = (patterns: readonly string[], names: readonly string[]): number =>
  names.filter((name) => asksFor(patterns, name)).length;

/** The patterns without those that another pattern covers. */
export const withoutCovered = (patterns: readonly string[]): string[] =>
  patterns.filter((pattern) => !patterns.some((other) => other !== pattern && covers(other, pattern)));

/** Everything before the last dot: `v3.post` of `v3.post.didCreate`. */
export const familyOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/** Whether a text is a valid pattern. */
export const isPattern = (text: string): boolean => v.is(EventPattern, text);

/** The payload of this event is specified (docs/spec/events.md#channel-creation-payload). */
export const DEFAULT_TEST_EVENT = 'channel.didCreate';

/** The default test event if the webhook subscribes to it, or else the first of the catalogue that it subscribes to. */
export function defaultTestEvent(
  patterns: readonly string[],
  eventTypes: readonly { readonly event: string }[],
): string {
  const names = [DEFAULT_TEST_EVENT, ...eventTypes.map(({ event }) => event)];
  return names.find((name) => asksFor(patterns, name)) ?? DEFAULT_TEST_EVENT;
}

const MAX_SHOWN = 2;

/** A short list of the events that a webhook subscribes to: `channel.*, poll.didVote and 3 more`. */
export function eventsText(patterns: readonly string[]): string {
  if (patterns.includes(ALL_EVENTS)) return patterns.some(matchesNotices) ? 'All events, and notices' : 'All events';
  const hidden = patterns.length - MAX_SHOWN;
  return hidden <= 1 ? patterns.join(', ') : `${patterns.slice(0, MAX_SHOWN).join(', ')} and ${hidden} more`;
}
