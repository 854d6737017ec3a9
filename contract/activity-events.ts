/** Names of the events that become activity records (docs/spec/activity.md#events-that-become-records). */
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
