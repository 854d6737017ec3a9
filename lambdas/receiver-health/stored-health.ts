/**
 * What attempts have shown of a webhook's receiver, as it is stored with the webhook. What it means, says health.ts
 * alone. Times are ISO 8601.
 */
import * as v from 'valibot';
import { Flow } from '../pacing/state.ts';

/**
 * The latest notice that was sent about a webhook: its name, since when what it says is so, and when it was sent. The
 * name is any text: code that does not know it can still deliver.
 */
const SentNotice = v.object({ name: v.string(), since: v.string(), at: v.string() });
export type SentNotice = v.InferOutput<typeof SentNotice>;

/** An outage that is over: from the first attempt that failed until one succeeded, or the webhook was disabled. */
const Outage = v.object({ since: v.string(), until: v.string() });
export type Outage = v.InferOutput<typeof Outage>;

/** What is stored; who writes it says lambdas/receiver-health/receiver-health-table.ts. */
export const ReceiverHealth = v.object({
  /** Since when every attempt has failed. */
  failingSince: v.optional(v.string()),
  /** When a notable share of the recent attempts had failed. */
  strugglingAt: v.optional(v.string()),
  /** Since when that was so at least every ten minutes. */
  strugglingSince: v.optional(v.string()),
  /** When an attempt succeeded after one that had failed. */
  recoveredAt: v.optional(v.string()),
  /** The latest notice. Absent where none was sent, or the latest one said that the receiver is back. */
  noticed: v.optional(SentNotice),
  /** The latest outages that are over and of which a notice was sent, the oldest first. */
  outages: v.optional(v.array(Outage)),
  /** The last time of a rotation for which the receiver was asked whether it knows the newest secret. */
  rotationCheckedFor: v.optional(v.string()),
  /** Absent where nothing is known of the receiver. */
  flow: v.optional(Flow),
});
export type ReceiverHealth = v.InferOutput<typeof ReceiverHealth>;
