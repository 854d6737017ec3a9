import { revealSecret } from '../../contract/webhooks.ts';
import { route } from '../shared/route.ts';
import { currentSecrets } from './webhook-secrets.ts';
import { webhooksTable } from './webhooks-table.ts';

const webhooks = webhooksTable();

/** GET /webhooks/{webhookId}/secret: the secrets that sign now or later (docs/spec/webhooks.md#secrets). */
export const handler = route(revealSecret, async ({ caller: { networkId }, parameters: { webhookId } }) => {
  const { secrets } = await webhooks.read({ networkId, webhookId });
  return { secrets: currentSecrets(secrets, new Date()) };
});
