/** What identifies a webhook, and so its deliveries and its receiver. */
import type { NetworkId } from '../../contract/ids.ts';
import type { TableKey } from '../../contract/tables.ts';
import type { WebhookId } from '../../contract/webhooks.ts';

/** The key of a webhook. */
export interface WebhookKey extends TableKey<'webhooks'> {
  readonly networkId: NetworkId;
  readonly webhookId: WebhookId;
}

/** The key of what is about a webhook, without anything else. */
export const keyOf = ({ networkId, webhookId }: WebhookKey): WebhookKey => ({ networkId, webhookId });
