/** Patterns of event names: `*` for all but notices, a prefix such as `channel.*` or `v3.*`, or an exact name. */
import * as v from 'valibot';
import { notDeprecated } from './deprecated-events.ts';
import { isNotice } from './notice-names.ts';

/** The most characters of a pattern, and of an event name. */
export const MAX_EVENT_PATTERN_LENGTH = 100;
const PATTERN =
  'must be an event pattern: * for all, a prefix such as channel.* or v3.post.*, or an event name such as channel.didCreate';

/** The forms of a pattern other than `*`. */
export const EVENT_PREFIX = /^[a-z0-9-]+(\.[A-Za-z0-9-]+){0,2}\.\*$/;
export const EVENT_NAME = /^[a-z0-9-]+(\.[A-Za-z0-9-]+){1,3}$/;

/** One pattern. Like ingest, it allows names that are not in the catalogue, and refuses deprecated ones. */
export const EventPattern = v.pipe(
  v.string(PATTERN),
  v.maxLength(MAX_EVENT_PATTERN_LENGTH, PATTERN),
  v.check((pattern) => pattern === '*' || EVENT_PREFIX.test(pattern) || EVENT_NAME.test(pattern), PATTERN),
  notDeprecated,
);

/** Whether one of the patterns matches the event name. A prefix ends at a dot: `v3.*` does not match `v3x.y`. */
export const asksFor = (patterns: readonly string[], event: string): boolean =>
  patterns.some(
    (pattern) =>
      (pattern === '*' && !isNotice(event)) ||
      (pattern.endsWith('.*') ? event.startsWith(pattern.slice(0, -1)) : event === pattern),
  );
