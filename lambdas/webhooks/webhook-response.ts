/** Webhooks as routes return them: without secrets and details of receiver health. */
import {
  MAX_WEBHOOKS_PER_NETWORK,
  RECOMMENDED_WEBHOOKS_PER_NETWORK,
  type WebhookAnswer,
  type WebhookState,
} from '../../contract/webhooks.ts';
import type { Webhook } from './webhook.ts';

/** A webhook in every response but that of its secret. */
export function webhookResponse(webhook: Webhook): WebhookAnswer {
  const { webhookId, url, events, description, headers, legacySignature, enabled } = webhook;
  const { createdAt, updatedAt, disabledReason, failingSince } = webhook;
  return {
    ...{ webhookId, url, events, description, headers, legacySignature, enabled },
    ...{ state: stateOf(webhook), disabledReason, failingSince, createdAt, updatedAt },
  };
}

function stateOf({ enabled, failingSince, breaker }: Webhook): WebhookState {
  if (!enabled) return 'disabled';
  return failingSince === undefined && breaker === undefined ? 'active' : 'failing';
}

/** The warning for more webhooks than recommended (docs/spec/webhooks.md#number-of-webhooks); nothing otherwise. */
export function warningsFor(webhooks: number): { warnings?: string[] } {
  if (webhooks <= RECOMMENDED_WEBHOOKS_PER_NETWORK) return {};
  return {
    warnings: [
      `The network has ${webhooks} webhooks. No more than ${RECOMMENDED_WEBHOOKS_PER_NETWORK} are recommended: every event is sent to each that asks for it. The limit is ${MAX_WEBHOOKS_PER_NETWORK}.`,
    ],
  };
}
