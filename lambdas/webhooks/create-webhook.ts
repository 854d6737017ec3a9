import { TargetPolicy } from '../../contract/target-policy.ts';
import { createWebhook } from '../../contract/webhook-routes.ts';
import { requiredJson } from '../shared/env.ts';
import { idempotentRoute } from '../shared/idempotent-route.ts';
import { refuseForbiddenTarget, refuseLowCeiling, refuseNeverMatching } from './allowed-configuration.ts';
import { newWebhook } from './new-webhook.ts';
import { webhookChangesTable } from './webhook-changes-table.ts';
import { warningsFor, webhookResponse } from './webhook-response.ts';

const webhooks = webhookChangesTable();
const policy = requiredJson('TARGET_POLICY', TargetPolicy);

/** POST /webhooks: an admin adds a webhook and gets its secret (docs/spec/webhooks.md#managing-webhooks). */
export const handler = idempotentRoute(createWebhook, async ({ caller, body, seed }) => {
  refuseForbiddenTarget(body, policy);
  refuseNeverMatching(body.events, body.filter);
  refuseLowCeiling(body);
  const { created, count } = await webhooks.create(newWebhook(caller, body, seed));
  return { ...webhookResponse(created), secret: seed.secret, ...warningsFor(count) };
});
