/** Event names that are refused since 20 June 2022 (docs/spec/events.md#deprecated-names). */
import * as v from 'valibot';

/** Each with the name to use instead. */
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
