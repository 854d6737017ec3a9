/** Event patterns: which events of the catalogue they match, and what may be typed by hand. */
import { deprecatedEventNames, webhookRules } from '../../../client/webhook-rules.generated.ts';

/** What asks for every event. */
export const ALL_EVENTS = '*';

/** Whether a pattern asks for an event, or covers another pattern. */
export const covers = (pattern: string, other: string): boolean =>
  pattern === ALL_EVENTS ||
  pattern === other ||
  (pattern.endsWith('.*') && other.startsWith(pattern.slice(0, -1)) && other !== pattern);

/** How many of the names one of the patterns asks for. */
export const countMatches = (patterns: readonly string[], names: readonly string[]): number =>
  names.filter((name) => patterns.some((pattern) => covers(pattern, name))).length;

/** The patterns without those that another one covers. */
export const withoutCovered = (patterns: readonly string[]): string[] =>
  patterns.filter((pattern) => !patterns.some((other) => other !== pattern && covers(other, pattern)));

/** Everything before the last dot: `v3.post` of `v3.post.didCreate`. */
export const familyOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/** What is to be used instead of a name that is refused. */
export const replacementOf = (name: string): string | undefined => deprecatedEventNames.get(name);

/** Whether a text is a pattern that a webhook may have. */
export const isPattern = (text: string): boolean =>
  text.length <= webhookRules.maxEventPatternLength &&
  (text === ALL_EVENTS || webhookRules.eventPrefix.test(text) || webhookRules.eventName.test(text)) &&
  !deprecatedEventNames.has(text);
