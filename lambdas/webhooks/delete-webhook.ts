import { deleteWebhook } from '../../contract/webhook-routes.ts';
import { adminOf } from '../shared/caller.ts';
import { success } from '../shared/responses.ts';
import { route } from '../shared/route.ts';
import { webhookChangesTable } from './webhook-changes-table.ts';

const changes = webhookChangesTable();

/** DELETE /webhooks/{webhookId}: drops its pending deliveries too (docs/spec/delivery.md#deleted-webhooks). */
export const handler = route(deleteWebhook, async ({ caller, parameters: { webhookId } }) => {
  await changes.remove({ networkId: caller.networkId, webhookId }, adminOf(caller));
  return success;
});
