/** What the readers of the events stream and `ctl redrive` exchange about records that failed. */
import * as v from 'valibot';

/** The message about a record that its reader can never handle, in the reader's on-failure queue. */
export const SetAsideRecord = v.object({
  kind: v.literal('record-set-aside'),
  /** The key of the event's item, in DynamoDB's own form. */
  key: v.object({ networkId_eventId: v.object({ S: v.string() }) }),
  /** Why, without contents of the record. */
  reason: v.string(),
});
export type SetAsideRecord = v.InferOutput<typeof SetAsideRecord>;

/** What a reader returns to `ctl redrive`: the records that failed, by their sequence numbers, and why. */
export const RedriveResult = v.object({
  batchItemFailures: v.array(v.object({ itemIdentifier: v.string(), reason: v.string() })),
});
export type RedriveResult = v.InferOutput<typeof RedriveResult>;

/** The attribute of a message in a dead-letter queue that says why it is there. SQS moves messages there without it. */
export const REASON_ATTRIBUTE = 'reason';
