/** Webhooks as admins create them (docs/spec/webhooks.md#managing-webhooks). */
import type * as v from 'valibot';
import type { Caller } from '../../contract/access.ts';
import type { createWebhook } from '../../contract/webhook-routes.ts';
import type { WebhookName } from '../../contract/webhooks.ts';
import { adminOf } from '../shared/caller.ts';
import type { Seed } from '../shared/seed.ts';
import { storedFilter } from './allowed-configuration.ts';
import type { CreatedWebhook } from './webhook-creations-table.ts';
import { newWebhookId } from './webhooks-table.ts';

/** A webhook with its id and secret, which follow from the seed; under an id of the customer's, if one is given. */
export function newWebhook(
  caller: Pick<Caller, 'networkId' | 'userId'>,
  configuration: v.InferOutput<(typeof createWebhook)['body']['schema']>,
  { id, secret }: Seed,
  givenId?: WebhookName,
): CreatedWebhook {
  const createdAt = new Date().toISOString();
  return {
    networkId: caller.networkId,
    webhookId: newWebhookId(id),
    ...(givenId !== undefined && { givenId }),
    ...configuration,
    filter: storedFilter(configuration.filter) ?? '',
    maxRequestsPerSecond: configuration.maxRequestsPerSecond ?? undefined,
    maxConcurrentRequests: configuration.maxConcurrentRequests ?? undefined,
    ...(!configuration.enabled && { disabledReason: 'admin' as const }),
    secrets: [{ secret, activeFrom: createdAt }],
    createdAt,
    updatedAt: createdAt,
    updatedBy: adminOf(caller),
  };
}
