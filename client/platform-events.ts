/** Typed events for receivers: `if (isKnownEvent(event)) switch (event.event) …`. It needs nothing else. */
import { type KnownEvent, knownEventNames, type PlatformEvent } from './events.generated.ts';

/**
 * The event in a webhook request. Takes what `verifyWebhook` returned, or the parsed body of a request that was
 * verified otherwise. Throws TypeError for anything but `{"event": <text>, "data": <object>}`.
 */
export function parseEvent(value: unknown): PlatformEvent {
  if (!isEvent(value))
    throw new TypeError('This is not an event: it must have the text "event" and the object "data".');
  return value;
}

/**
 * Whether the event is one of the catalogue; then comparing its `event` with a name narrows its `data`.
 *
 * The members that its type requires are there, since the service has checked them. Of all others the type is
 * documentation: the platform may send something else.
 */
export const isKnownEvent = (event: PlatformEvent): event is KnownEvent =>
  knownEventNames.some((name) => name === event.event);

/** Whether a comment is on a post: only then is it checked (docs/spec/activity.md#comments-on-other-things). */
export const isOnPost = <Comment extends { readonly referenceType: string }>(
  comment: Comment,
): comment is Extract<Comment, { readonly referenceType: 'post' }> => comment.referenceType === 'post';

const isEvent = (value: unknown): value is PlatformEvent =>
  isObject(value) && 'event' in value && typeof value.event === 'string' && 'data' in value && isObject(value.data);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
