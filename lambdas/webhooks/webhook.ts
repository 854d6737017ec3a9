/** A webhook as it is kept: an item of the webhooks table. Times are ISO 8601 with milliseconds. */
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { DisabledReason, WebhookId, WebhookSecret } from '../../contract/webhooks.ts';
import { WebhookHealth } from './webhook-health-table.ts';

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

/** A webhook, whole: its configuration, its secrets, and how its receiver has done lately. */
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
  ...WebhookHealth.entries,
});
export type Webhook = v.InferOutput<typeof Webhook>;
