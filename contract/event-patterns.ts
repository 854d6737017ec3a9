/** Which events a webhook asks for: `*`, everything below a prefix such as `channel.*` or `v3.*`, or an exact name. */
import * as v from 'valibot';
import { deprecatedEventNames } from './deprecated-events.ts';

/** Characters of one pattern. */
export const MAX_EVENT_PATTERN_LENGTH = 100;
const PATTERN =
  'must be an event pattern: * for all, a prefix such as channel.* or v3.post.*, or an event name such as channel.didCreate';

/** The forms of a pattern beside `*`. */
export const EVENT_PREFIX = /^[a-z0-9-]+(\.[A-Za-z0-9-]+){0,2}\.\*$/;
export const EVENT_NAME = /^[a-z0-9-]+(\.[A-Za-z0-9-]+){1,3}$/;

/** One pattern. A name that the catalogue doesn't hold is allowed, as ingest allows it; a deprecated one never occurs (service.md 6.3). */
export const EventPattern = v.pipe(
  v.string(PATTERN),
  v.maxLength(MAX_EVENT_PATTERN_LENGTH, PATTERN),
  v.check((pattern) => pattern === '*' || EVENT_PREFIX.test(pattern) || EVENT_NAME.test(pattern), PATTERN),
  v.check(
    (pattern) => !deprecatedEventNames.has(pattern),
    (issue) => `must not be the deprecated ${issue.input}; use ${deprecatedEventNames.get(issue.input)}`,
  ),
);

/** Whether one of the patterns asks for the event. A prefix ends at a dot: `v3.*` asks for `v3.post.didCreate`, not for `v3x.y`. */
export const asksFor = (patterns: readonly string[], event: string): boolean =>
  patterns.some(
    (pattern) =>
      pattern === '*' || (pattern.endsWith('.*') ? event.startsWith(pattern.slice(0, -1)) : event === pattern),
  );
