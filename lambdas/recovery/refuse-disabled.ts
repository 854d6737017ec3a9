import { badRequest } from '../shared/errors.ts';
import { refusePull } from '../webhooks/allowed-configuration.ts';
import { nameOf, type Webhook } from '../webhooks/webhooks-table.ts';

/** Throws 400 for a webhook that nothing is sent to: it is disabled, or its receiver reads events itself. */
export function refuseDisabled(webhook: Pick<Webhook, 'enabled' | 'pull' | 'webhookId' | 'givenId'>): void {
  refusePull(webhook);
  if (!webhook.enabled) throw badRequest(`the webhook ${nameOf(webhook)} is disabled; enable it first`);
}
