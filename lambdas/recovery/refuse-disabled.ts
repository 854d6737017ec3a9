import { badRequest } from '../shared/errors.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';

/** Throws 400 for a disabled webhook: nothing is sent to it, so there is nothing to send again. */
export function refuseDisabled({ enabled, webhookId }: Pick<Webhook, 'enabled' | 'webhookId'>): void {
  if (!enabled) throw badRequest(`the webhook ${webhookId} is disabled; enable it first`);
}
