import { TargetPolicy } from '../../contract/target-policy.ts';
import { updateWebhook } from '../../contract/webhook-routes.ts';
import { adminOf } from '../shared/caller.ts';
import { requiredJson } from '../shared/env.ts';
import { route } from '../shared/route.ts';
import { refuseForbiddenTarget } from './allowed-configuration.ts';
import { webhookChangesTable } from './webhook-changes-table.ts';
import { webhookResponse } from './webhook-response.ts';

const changes = webhookChangesTable();
const policy = requiredJson('TARGET_POLICY', TargetPolicy);

/** PATCH /webhooks/{webhookId}: an admin changes some fields of a webhook, or enables or disables it. */
export const handler = route(updateWebhook, async ({ caller, parameters: { webhookId }, body }) => {
  refuseForbiddenTarget(body, policy);
  const key = { networkId: caller.networkId, webhookId };
  return webhookResponse(await changes.update(key, body, adminOf(caller)));
});
