/** The events that become activity records (events.md). Their names alone, so that a stream filter can be made of them. */
import * as v from 'valibot';

export const ActivityEventName = v.picklist([
  'v3.post.didAddReaction',
  'v3.post.didRemoveReaction',
  'v3.comment.didAddReaction',
  'v3.comment.didRemoveReaction',
  'v3.comment.didCreate',
  'v3.comment.didReply',
  'v3.comment.didDelete',
]);
export type ActivityEventName = v.InferOutput<typeof ActivityEventName>;

export const activityEventNames = ActivityEventName.options;
