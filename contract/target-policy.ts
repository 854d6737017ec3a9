/** Where the webhooks of a stage may point (docs/spec/webhooks.md#where-a-webhook-may-point). */
import * as v from 'valibot';
import { EventBuses } from './event-buses.ts';

/**
 * Ranges of addresses that a stage may allow although they are not public. Link-local addresses are never allowed: one
 * of them is the instance metadata service.
 */
export const AllowableRange = v.picklist(['loopback', 'private']);
export type AllowableRange = v.InferOutput<typeof AllowableRange>;

/** `https` to public addresses is always allowed; this is what a stage allows in addition. */
export const TargetPolicy = v.object({
  allowHttp: v.boolean(),
  allowedRanges: v.array(AllowableRange),
  /** Ports at which no range is allowed: those of a local cloud itself, which sets them. */
  refusedPorts: v.optional(v.array(v.number())),
  /** Absent where webhooks can't have buses. */
  eventBuses: v.optional(EventBuses),
});
export type TargetPolicy = v.InferOutput<typeof TargetPolicy>;

/** The policy of deployed stages: `https` to public addresses, and nothing else. */
export const publicHttpsOnly: TargetPolicy = { allowHttp: false, allowedRanges: [] };

/** The most characters of a webhook's URL, both as given and percent-encoded (docs/spec/webhooks.md#webhook-urls). */
export const MAX_WEBHOOK_URL_LENGTH = 2048;
