import { secretSchedule } from '../../contract/secret-schedule.ts';
import { revealSecret } from '../../contract/webhook-secrets.ts';
import { auditTable } from '../audit/audit-table.ts';
import { route } from '../shared/route.ts';
import { webhooksTable } from './webhooks-table.ts';

const webhooks = webhooksTable();
const audit = auditTable();

/** GET /webhooks/{webhookId}/secret: the secrets that sign now or later (docs/spec/webhooks.md#secrets). */
export const handler = route(revealSecret, async ({ caller, parameters: { webhookId } }) => {
  const { secrets } = await webhooks.read({ networkId: caller.networkId, webhookId });
  await audit.addRequest(caller, 'secretRevealed', { webhookId });
  return { secrets: [...secretSchedule(secrets, Date.now()).remaining] };
});
