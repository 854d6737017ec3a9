/** Event names with a meaning of their own, and patterns of names. */
import * as v from 'valibot';

/** Names refused since 20 June 2022, each with its replacement (docs/spec/events.md#deprecated-names). */
export const deprecatedEventNames: ReadonlyMap<string, string> = new Map([
  ['message.created', 'message.didCreate'],
  ['channel.created', 'channel.didCreate'],
  ['channel.joined', 'channel.didJoin'],
  ['channel.membersAdded', 'channel.didAddUsers'],
  ['v3.video-streaming.didRecord', 'video-streaming.didRecord'],
  ['v3.video-streaming.didStart', 'video-streaming.didStart'],
  ['v3.video-streaming.didStop', 'video-streaming.didStop'],
]);

/** Refuses a deprecated name, with a message that has the replacement. */
export const notDeprecated = v.check(
  (name: string) => !deprecatedEventNames.has(name),
  ({ input }) => `must not be the deprecated ${input}; use ${deprecatedEventNames.get(input)}`,
);

/** The names of notices, which platforms can't post (docs/spec/notices.md#notices). */
export const NoticeName = v.picklist([
  'webhook.didStruggle',
  'webhook.didGoDown',
  'webhook.didComeBack',
  'webhook.willDisable',
  'webhook.didDisable',
  'webhook.didFailDeliveries',
  'webhook.didRefuseSecret',
]);
export type NoticeName = v.InferOutput<typeof NoticeName>;

/** Whether an event is a notice. */
export const isNotice = (event: string): event is NoticeName => v.is(NoticeName, event);

/** Refuses the name of a notice. */
export const notNotice = v.check(
  (name: string) => !isNotice(name),
  ({ input }) => `must not be ${input}: only the service itself sends notices`,
);

/** The most characters of a pattern, and of an event name. */
export const MAX_EVENT_PATTERN_LENGTH = 100;
const PATTERN =
  'must be an event pattern: * for all, a prefix such as channel.* or v3.post.*, or an event name such as channel.didCreate';

/** The forms of a pattern other than `*`. */
const EVENT_PREFIX = /^[a-z0-9-]+(\.[A-Za-z0-9-]+){0,2}\.\*$/;
export const EVENT_NAME = /^[a-z0-9-]+(\.[A-Za-z0-9-]+){1,3}$/;

/** `*` (all but notices), a prefix such as `channel.*`, or an exact name: unknown ones too, but none deprecated. */
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
