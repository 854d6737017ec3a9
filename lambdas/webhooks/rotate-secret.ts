import { rotated } from '../../contract/secret-schedule.ts';
import { rotateSecret } from '../../contract/webhook-secrets.ts';
import { adminOf } from '../shared/caller.ts';
import { newSecret } from '../shared/new-secret.ts';
import { route } from '../shared/route.ts';
import { webhookChangesTable } from './webhook-changes-table.ts';

const changes = webhookChangesTable();

/** POST …/secret: creates a secret, which signs from now or later on (docs/spec/webhooks.md#secret-rotation). */
export const handler = route(rotateSecret, async ({ caller, parameters: { webhookId }, body }) => {
  const [secret, now] = [newSecret(), Date.now()];
  const key = { networkId: caller.networkId, webhookId };
  const secrets = await changes.rotateSecret(key, (before) => rotated(before, secret, body, now), adminOf(caller));
  return { secrets };
});
