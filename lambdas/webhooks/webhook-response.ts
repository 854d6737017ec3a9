/** How a webhook is answered: never with its secrets or the inside of its health. */
import {
  MAX_WEBHOOKS_PER_NETWORK,
  RECOMMENDED_WEBHOOKS_PER_NETWORK,
  type WebhookAnswer,
  type WebhookState,
} from '../../contract/webhooks.ts';
import type { Webhook } from './webhook.ts';

/** What every route but the secret's own answers of a webhook. */
export function webhookAnswer(webhook: Webhook): WebhookAnswer {
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

/** The warning that goes with more webhooks than a network should have (decision 29); nothing otherwise. */
export function warningsFor(webhooks: number): { warnings?: string[] } {
  if (webhooks <= RECOMMENDED_WEBHOOKS_PER_NETWORK) return {};
  return {
    warnings: [
      `The network has ${webhooks} webhooks. No more than ${RECOMMENDED_WEBHOOKS_PER_NETWORK} are recommended: every event is sent to each that asks for it. The limit is ${MAX_WEBHOOKS_PER_NETWORK}.`,
    ],
  };
}
