/** Patterns of webhooks, and which events they match. */

/** Patterns of webhooks, joined by spaces. */
export const patterns = [
  '*',
  'shop.*',
  'shop.didSell',
  'v3.*',
  'v3.post.* shops.didSell',
  'v3.comment.didReply',
] as const;

/** Whether one of the patterns matches an event (docs/spec/webhooks.md#event-patterns). */
export const matches = (joined: string, event: string): boolean =>
  joined.split(' ').some((pattern) => {
    const parts = pattern.split('.');
    const own = event.split('.');
    return parts.at(-1) === '*' ? parts.slice(0, -1).every((part, index) => part === own[index]) : pattern === event;
  });
