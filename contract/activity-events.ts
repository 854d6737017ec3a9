/** The events that become activity records (events.md). Their names alone, so that a stream filter can be made of them. */
export const activityEventNames = [
  'v3.post.didAddReaction',
  'v3.post.didRemoveReaction',
  'v3.comment.didAddReaction',
  'v3.comment.didRemoveReaction',
  'v3.comment.didCreate',
  'v3.comment.didReply',
  'v3.comment.didDelete',
] as const;

export type ActivityEventName = (typeof activityEventNames)[number];
