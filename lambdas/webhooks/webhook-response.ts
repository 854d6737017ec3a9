/** Webhooks as routes return them: without secrets and details of receiver health. */
import type { Caller } from '../../contract/access.ts';
import type { WebhookResponse } from '../../contract/webhook-response.ts';
import type { WebhookState } from '../../contract/webhook-states.ts';
import { MAX_WEBHOOKS_PER_NETWORK, RECOMMENDED_WEBHOOKS_PER_NETWORK } from '../../contract/webhooks.ts';
import { paceSetter } from '../pacing/ceiling.ts';
import { conditionOf, type ReceiverCondition } from '../receiver-health/health.ts';
import { nameOf, type Webhook } from './webhooks-table.ts';

/** What responses call the conditions of a receiver. */
const states = {
  healthy: 'active',
  struggling: 'struggling',
  failing: 'struggling',
  down: 'down',
} as const satisfies Record<ReceiverCondition['kind'], WebhookState>;

/** A webhook in every response but that of its secret. */
export function webhookResponse(webhook: Webhook): WebhookResponse {
  const { url, eventBus, pull, events, filter, description, headers, legacySignature, maxRequestsPerSecond } = webhook;
  const { maxConcurrentRequests, enabled, createdAt, updatedAt, updatedBy, disabledReason, pulled, outages } = webhook;
  const { kind, failingSince, ...whileDown } = conditionOf(webhook, Date.now());
  return {
    webhookId: nameOf(webhook),
    url,
    eventBus,
    pull,
    events,
    description,
    headers,
    legacySignature,
    maxRequestsPerSecond,
    maxConcurrentRequests,
    paceSetBy: paceSetter(webhook),
    enabled,
    ...(filter !== '' && { filter: JSON.parse(filter) }),
    state: enabled ? states[kind] : ('disabled' as const),
    disabledReason,
    failingSince,
    outages,
    pulled,
    createdAt,
    updatedAt,
    updatedBy,
    ...(enabled && whileDown),
  };
}

/** A webhook as its readers see it. For viewers, custom headers have no values: they may be secrets. */
export const webhookFor = ({ role }: Pick<Caller, 'role'>, webhook: Webhook): WebhookResponse =>
  webhookResponse(role === 'viewer' ? { ...webhook, headers: withoutValues(webhook.headers) } : webhook);

const withoutValues = (headers: Webhook['headers']): Webhook['headers'] =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, '']));

/** The warning for more webhooks than recommended (docs/spec/webhooks.md#number-of-webhooks); nothing otherwise. */
export function warningsFor(webhooks: number): { warnings?: string[] } {
  if (webhooks <= RECOMMENDED_WEBHOOKS_PER_NETWORK) return {};
  return {
    warnings: [
      `The network has ${webhooks} webhooks. No more than ${RECOMMENDED_WEBHOOKS_PER_NETWORK} are recommended, because every event is sent to each webhook that selects it. The limit is ${MAX_WEBHOOKS_PER_NETWORK}.`,
    ],
  };
}
