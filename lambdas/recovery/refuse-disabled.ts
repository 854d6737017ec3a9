import { badRequest } from '../shared/errors.ts';
import { nameOf, type Webhook } from '../webhooks/webhooks-table.ts';

/** Throws 400 for a disabled webhook: nothing is sent to it, so there is nothing to send again. */
export function refuseDisabled(webhook: Pick<Webhook, 'enabled' | 'webhookId' | 'givenId'>): void {
  if (!webhook.enabled) throw badRequest(`the webhook ${nameOf(webhook)} is disabled; enable it first`);
}
