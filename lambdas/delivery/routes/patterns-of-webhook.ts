/** Which events a webhook has asked for, and when. */
import type { AuditTable } from '../../audit/audit-table.ts';
import type { Webhook } from '../../webhooks/webhooks-table.ts';
import type { PatternsAt } from '../model/ledger.ts';

/**
 * Returns the patterns of a webhook at any time after `since` (milliseconds since 1970), according to the audit trail, which has each change of them
 * from the moment that it is made. Before its creation it asked for nothing.
 */
export async function patternsSince(
  audit: Pick<AuditTable, 'changesOf'>,
  webhook: Pick<Webhook, 'networkId' | 'webhookId' | 'events' | 'createdAt'>,
  since: number,
): Promise<PatternsAt> {
  const changes = await audit.changesOf(webhook, 'events', new Date(since).toISOString());
  return (acceptedAt) => {
    if (acceptedAt < webhook.createdAt) return [];
    const before = changes.find(({ at }) => acceptedAt < at)?.from;
    return before === undefined ? webhook.events : before.split(', ');
  };
}
