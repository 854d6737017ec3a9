/**
 * How deliveries are attempted: each setting with its default and its sentence. What a stage sets (`delivery.settings`
 * in lib/config.ts) reaches the signers as JSON. Where webhooks may point is in target-policy.ts.
 */
import * as v from 'valibot';
import { DAY_SECONDS, HOUR_SECONDS } from './durations.ts';

const seconds = v.pipe(v.number(), v.finite(), v.minValue(0));

export const DeliverySettings = v.object({
  /** Seconds between a retry and the attempt before it, for each (docs/spec/delivery.md#retry-schedule). */
  retryDelaysSeconds: v.optional(v.array(seconds), [5, 300, 1800, 7200, 18_000, 36_000, 36_000]),
  /** The fewest and most seconds between probes of a receiver that is down (docs/spec/delivery.md#flow-control). */
  probeFirstSeconds: v.optional(seconds, 1),
  probeMaxSeconds: v.optional(seconds, 300),
  /** A webhook is disabled if all attempts have failed for this long (docs/spec/delivery.md#auto-disable). */
  disableAfterSeconds: v.optional(seconds, 5 * DAY_SECONDS),
  /**
   * When notices are sent (docs/spec/notices.md#notices): after so many seconds in which a receiver struggles, only
   * fails, or has not failed again; and so many seconds before its webhook is disabled.
   */
  struggledNoticeSeconds: v.optional(seconds, 10 * 60),
  downNoticeSeconds: v.optional(seconds, 5 * 60),
  backNoticeSeconds: v.optional(seconds, 60),
  disableNoticeSeconds: v.optional(seconds, DAY_SECONDS),
  /** Seconds before a change of secrets in which receivers are checked (docs/spec/delivery.md#check-up). */
  rotationCheckSeconds: v.optional(seconds, HOUR_SECONDS),
});
export type DeliverySettings = v.InferOutput<typeof DeliverySettings>;

/** The defaults above, which most stages have. */
export const defaultSettings: DeliverySettings = v.parse(DeliverySettings, {});

/** A queue and its signer: `fast` for first attempts to quick receivers, else `slow` (docs/adr/0014-two-lanes.md). */
export const Lane = v.picklist(['fast', 'slow']);
export type Lane = v.InferOutput<typeof Lane>;
