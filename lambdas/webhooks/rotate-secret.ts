import { rotated } from '../../contract/secret-schedule.ts';
import { rotateSecret } from '../../contract/webhook-secrets.ts';
import { adminOf } from '../shared/caller.ts';
import { idempotentRoute } from '../shared/idempotent-route.ts';
import { webhookChangesTable } from './webhook-changes-table.ts';

const changes = webhookChangesTable();

/** POST …/secret: creates a secret, which signs from now or later on (docs/spec/webhooks.md#secret-rotation). */
export const handler = idempotentRoute(rotateSecret, async ({ caller, parameters: { webhookId }, body, seed }) => {
  const now = Date.now();
  const key = { networkId: caller.networkId, webhookId };
  const secrets = await changes.rotateSecret(
    key,
    (before) =>
      before.some(({ secret }) => secret === seed.secret) ? undefined : rotated(before, seed.secret, body, now),
    adminOf(caller),
  );
  return { secrets };
});
