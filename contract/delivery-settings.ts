/** How deliveries are attempted: a setting of the stage, handed to the functions as JSON (decisions 23–25 and 28). */
import * as v from 'valibot';
import { TargetPolicy } from './target-policy.ts';

const seconds = v.pipe(v.number(), v.finite(), v.minValue(0));

export const DeliverySettings = v.object({
  ...TargetPolicy.entries,
  /** Seconds before each attempt after the first, counted from the one before it; their number is that of the retries. */
  retryDelaysSeconds: v.optional(v.array(seconds), [5, 300, 1800, 7200, 18_000, 36_000, 36_000]),
  /** Seconds from a breaker's opening to its first probe; each failed probe doubles them, up to `probeMaxSeconds`. */
  probeFirstSeconds: v.optional(seconds, 5),
  probeMaxSeconds: v.optional(seconds, 300),
  /** A webhook that has only failed for so long is disabled (decision 25). */
  disableAfterSeconds: v.optional(seconds, 5 * 24 * 60 * 60),
});
export type DeliverySettings = v.InferOutput<typeof DeliverySettings>;

/** What a stage says; whatever it leaves out is as decided. */
export type StageDeliverySettings = v.InferInput<typeof DeliverySettings>;
