/** A webhook as it is stored: an item of the webhooks table. Times are ISO 8601 with milliseconds. */
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { Lane } from '../../contract/lane.ts';
import { DisabledReason, WebhookId, WebhookSecret } from '../../contract/webhooks.ts';

/** What an admin sets. */
const WebhookConfiguration = v.object({
  url: v.string(),
  /** Patterns; see contract/event-patterns.ts. */
  events: v.array(v.string()),
  description: v.string(),
  /** Header name → value. */
  headers: v.record(v.string(), v.string()),
  legacySignature: v.boolean(),
  enabled: v.boolean(),
});
export type WebhookConfiguration = v.InferOutput<typeof WebhookConfiguration>;

/**
 * A breaker that is not closed. `open` waits for its probe; `idle` has no delivery to probe with and uses the next one;
 * `draining` got a response and sends the backlog.
 */
export const Breaker = v.object({
  /** Identifies one opening. */
  token: v.string(),
  phase: v.picklist(['open', 'idle', 'draining']),
  openedAt: v.string(),
  probeAt: v.string(),
  /** When the receiver responded again and the backlog began to be sent. */
  drainingSince: v.optional(v.string()),
  /** Failed probes since it opened. */
  failedProbes: v.number(),
});
export type Breaker = v.InferOutput<typeof Breaker>;

/** How the receiver has responded lately. Only signers write it (lambdas/delivery/receiver/receiver-health-table.ts). */
export const ReceiverHealth = v.object({
  /** Absent until the receiver is known to be quick; such a webhook is in the slow lane. */
  lane: v.optional(Lane),
  /** Since when every attempt has failed: ISO 8601. */
  failingSince: v.optional(v.string()),
  breaker: v.optional(Breaker),
});

/** A webhook: its configuration, its secrets, and the health of its receiver. */
export const Webhook = v.object({
  networkId: NetworkId,
  webhookId: WebhookId,
  ...WebhookConfiguration.entries,
  /** Present where `enabled` is false. */
  disabledReason: v.optional(DisabledReason),
  /** Newest first; at most 3. */
  secrets: v.array(WebhookSecret),
  createdAt: v.string(),
  /** Of the configuration and the secrets. */
  updatedAt: v.string(),
  ...ReceiverHealth.entries,
});
export type Webhook = v.InferOutput<typeof Webhook>;
