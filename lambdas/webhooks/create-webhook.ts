import { TargetPolicy } from '../../contract/target-policy.ts';
import { createWebhook } from '../../contract/webhook-routes.ts';
import { adminOf } from '../shared/caller.ts';
import { requiredJson } from '../shared/env.ts';
import { newSecret } from '../shared/new-secret.ts';
import { route } from '../shared/route.ts';
import { refuseForbiddenTarget, refuseNeverMatching, storedFilter } from './allowed-configuration.ts';
import { webhookChangesTable } from './webhook-changes-table.ts';
import { warningsFor, webhookResponse } from './webhook-response.ts';
import { newWebhookId } from './webhooks-table.ts';

const webhooks = webhookChangesTable();
const policy = requiredJson('TARGET_POLICY', TargetPolicy);

/** POST /webhooks: an admin adds a webhook and gets its secret (docs/spec/webhooks.md#managing-webhooks). */
export const handler = route(createWebhook, async ({ caller, body }) => {
  refuseForbiddenTarget(body, policy);
  refuseNeverMatching(body.events, body.filter);
  const createdAt = new Date().toISOString();
  const secret = newSecret();
  const webhook = {
    networkId: caller.networkId,
    webhookId: newWebhookId(),
    ...body,
    filter: storedFilter(body.filter) ?? '',
    ...(!body.enabled && { disabledReason: 'admin' as const }),
    secrets: [{ secret, activeFrom: createdAt }],
    createdAt,
    updatedAt: createdAt,
    updatedBy: adminOf(caller),
  };
  const count = await webhooks.create(webhook);
  return { ...webhookResponse(webhook), secret, ...warningsFor(count) };
});
