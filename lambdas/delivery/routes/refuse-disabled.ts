import { badRequest } from '../../shared/errors.ts';
import type { Webhook } from '../../webhooks/webhooks-table.ts';

/** Throws 400 for a disabled webhook: nothing is sent to it, so there is nothing to replay or recover. */
export function refuseDisabled({ enabled, webhookId }: Webhook): void {
  if (!enabled) throw badRequest(`the webhook ${webhookId} is disabled; enable it first`);
}
