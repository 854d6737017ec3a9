/** Which events a webhook has asked for, and when. */
import type { AuditTable } from '../audit/audit-table.ts';
import type { SubscriptionAt } from './subscription.ts';
import type { Webhook } from './webhooks-table.ts';

/**
 * Returns what a webhook asks for at any time after `since` (milliseconds since 1970), according to the audit trail,
 * which has each change of it from the moment that it is made. Before its creation it asked for nothing.
 */
export async function subscriptionSince(
  audit: Pick<AuditTable, 'changesOf'>,
  webhook: Pick<Webhook, 'networkId' | 'webhookId' | 'events' | 'filter' | 'createdAt'>,
  since: number,
): Promise<SubscriptionAt> {
  const entries = await audit.changesOf(webhook, new Date(since).toISOString());
  const before = (field: string, acceptedAt: string) =>
    entries
      .filter(({ at }) => acceptedAt < at)
      .flatMap(({ changes }) => changes)
      .find((one) => one.field === field);
  return (acceptedAt) => {
    if (acceptedAt < webhook.createdAt) return { events: [], filter: '' };
    const [events, filter] = [before('events', acceptedAt), before('filter', acceptedAt)];
    return {
      events: events?.from?.split(', ') ?? webhook.events,
      filter: filter === undefined ? webhook.filter : (filter.from ?? ''),
    };
  };
}
