/** A webhook as it is stored: an item of the webhooks table. Times are ISO 8601 with milliseconds. */
import * as v from 'valibot';
import { Actor } from '../../contract/actor.ts';
import { NetworkId } from '../../contract/ids.ts';
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
 * How much may be sent to the receiver at once (lambdas/delivery/model/flow.ts says how it changes). `open`: every process sends.
 * `paced`: one process at a time sends the backlog. `down`: one probe at a time. Times are ISO 8601.
 */
export const Flow = v.object({
  /** Another one after each write, so that a write can be conditional on what was read. */
  version: v.string(),
  phase: v.picklist(['open', 'paced', 'down']),
  /** Since when it is open. */
  openSince: v.optional(v.string()),
  /** Until then one process sends alone, and the others hold deliveries. */
  leasedUntil: v.optional(v.string()),
  /** The requests that may be under way at once, from 1. */
  window: v.number(),
  /** The milliseconds that its responses usually take. */
  usual: v.optional(v.number()),
  /** The requests a second that a receiver seems to bear; only of one that responded with 429. */
  perSecond: v.optional(v.number()),
  /** Whether that rate is known to be close to its limit. */
  hasFoundRate: v.optional(v.boolean()),
  /** When it last responded with 429. */
  refusedAt: v.optional(v.string()),
  /** Whether any request has succeeded: one failure is enough to take a receiver for down that has never responded. */
  proven: v.boolean(),
  /** Failures in a row. */
  failures: v.number(),
  /** Quick successes since the last slow response. */
  quick: v.number(),
  /** Failed probes since it is down. */
  failedProbes: v.number(),
  /** Since when nothing has succeeded, and since when it responds again; until its backlog is sent. */
  downSince: v.optional(v.string()),
  upSince: v.optional(v.string()),
  /** Since when nothing waits. */
  emptySince: v.optional(v.string()),
  /** When the backlog is looked at again: the next probe, the next requests, or a last look. */
  nextAt: v.optional(v.string()),
});
export type Flow = v.InferOutput<typeof Flow>;

/**
 * The latest notice about a webhook: its name, since when what it says is so, and when it was sent. Times are ISO 8601. The name is
 * any text: code that does not know it can still deliver.
 */
const Noticed = v.object({ name: v.string(), since: v.string(), at: v.string() });
export type Noticed = v.InferOutput<typeof Noticed>;

/** How the receiver has responded lately. Only signers write it (lambdas/delivery/receiver/receiver-health-table.ts). */
export const ReceiverHealth = v.object({
  /** Since when every attempt has failed: ISO 8601. */
  failingSince: v.optional(v.string()),
  /** When a notable share of the recent attempts had failed: ISO 8601. */
  strugglingAt: v.optional(v.string()),
  /** Since when that was so at least every ten minutes: ISO 8601. */
  strugglingSince: v.optional(v.string()),
  /** When an attempt succeeded after one that had failed: ISO 8601. */
  recoveredAt: v.optional(v.string()),
  /** Absent where the network was told nothing, or that all is well again. */
  noticed: v.optional(Noticed),
  /** The last time of a rotation for which the receiver was asked whether it knows the newest secret: ISO 8601. */
  rotationCheckedFor: v.optional(v.string()),
  /** Absent where nothing is known of the receiver. */
  flow: v.optional(Flow),
});

/** A webhook: its configuration, its secrets, and the health of its receiver. */
export const Webhook = v.object({
  networkId: NetworkId,
  webhookId: WebhookId,
  ...WebhookConfiguration.entries,
  /** Present where `enabled` is false. */
  disabledReason: v.optional(DisabledReason),
  /** Events that were kept since it was disabled; a repeated message may be counted twice. */
  keptEvents: v.optional(v.number()),
  /** Newest first; at most 3. */
  secrets: v.array(WebhookSecret),
  createdAt: v.string(),
  /** Of the configuration and the secrets: each change has a later one. */
  updatedAt: v.string(),
  /** Absent on webhooks that have not changed since this is stored. */
  updatedBy: v.optional(Actor),
  ...ReceiverHealth.entries,
});
export type Webhook = v.InferOutput<typeof Webhook>;
