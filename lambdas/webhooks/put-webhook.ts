import { TargetPolicy } from '../../contract/target-policy.ts';
import { putWebhook } from '../../contract/webhook-routes.ts';
import { OWN_ID_PREFIX } from '../../contract/webhooks.ts';
import { adminOf } from '../shared/caller.ts';
import { requiredJson } from '../shared/env.ts';
import { route } from '../shared/route.ts';
import { newSeed } from '../shared/seed.ts';
import { refuseForbiddenTarget, refuseLowCeiling, refuseNeverMatching } from './allowed-configuration.ts';
import { newWebhook } from './new-webhook.ts';
import { webhookChangesTable } from './webhook-changes-table.ts';
import { warningsFor, webhookResponse } from './webhook-response.ts';

const webhooks = webhookChangesTable();
const policy = requiredJson('TARGET_POLICY', TargetPolicy);

/** PUT /webhooks/{webhookId}: creates or replaces a webhook (docs/spec/webhooks.md#ids-of-your-own). */
export const handler = route(putWebhook, async ({ caller, parameters: { webhookId }, body }) => {
  refuseForbiddenTarget(body, policy);
  refuseNeverMatching(body.events, body.filter);
  refuseLowCeiling(body);
  const filter = body.filter ?? null;
  const made = newWebhook(caller, body, newSeed(), webhookId);
  if (webhookId.startsWith(OWN_ID_PREFIX)) {
    const reference = { networkId: caller.networkId, webhookId };
    return webhookResponse(await webhooks.replace(reference, made, filter, adminOf(caller)));
  }
  const { webhook, count } = await webhooks.put(made, filter);
  if (count === undefined) return webhookResponse(webhook);
  return { ...webhookResponse(webhook), secret: webhook.secrets[0]?.secret, ...warningsFor(count) };
});
