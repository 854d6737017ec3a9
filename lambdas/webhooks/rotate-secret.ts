import { rotateSecret } from '../../contract/webhooks.ts';
import { newSecret } from '../shared/new-secret.ts';
import { route } from '../shared/route.ts';
import { rotated } from './webhook-secrets.ts';
import { webhooksTable } from './webhooks-table.ts';

const webhooks = webhooksTable();

/** POST /webhooks/{webhookId}/secret: creates a new secret, which signs from now or later on (docs/spec/webhooks.md#secret-rotation). */
export const handler = route(rotateSecret, async ({ caller: { networkId }, parameters: { webhookId }, body }) => {
  const now = new Date();
  const webhook = await webhooks.read({ networkId, webhookId });
  const secrets = rotated(webhook.secrets, newSecret(), body, now);
  await webhooks.replaceSecrets(webhook, secrets, now.toISOString());
  return { secrets };
});
