/** Reads a part of a webhook's ledger: events from the outbox, and what is recorded of them. */
import type { NetworkId } from '../../../contract/ids.ts';
import { lastIdOf, timeOf } from '../../../contract/time-ids.ts';
import type { eventsTable } from '../../events/events-table.ts';
import type { WebhookKey } from '../../webhooks/webhooks-table.ts';
import { type IdRange, type LedgerPage, ledgerOf, type PatternsAt } from '../model/ledger.ts';
import type { DeliveriesTable } from './deliveries-table.ts';

/** What a call reads. */
export interface LedgerRead {
  readonly range: IdRange;
  readonly patternsAt: PatternsAt;
  /** The most entries to return. */
  readonly limit: number;
  /** The most items of a shard that are read, of either table. */
  readonly perShard: number;
  readonly isConsistent?: boolean;
}

export interface LedgerTables {
  readonly deliveries: Pick<DeliveriesTable, 'recorded'>;
  readonly outbox: Pick<ReturnType<typeof eventsTable>, 'accepted'>;
}

/**
 * Returns at most `limit` entries, the oldest first. Half a read unit for each 4 KB of the webhook's deliveries and of the
 * network's events in the range, which take some 480 and 140 bytes; twice that for the deliveries of a consistent read. The outbox's index
 * lags all the same.
 */
export async function readEntries(
  { deliveries, outbox }: LedgerTables,
  webhook: WebhookKey & { readonly networkId: NetworkId },
  { range, patternsAt, limit, perShard, isConsistent = false }: LedgerRead,
): Promise<LedgerPage> {
  const time = timeOf(range.first);
  // Behind the last id of a millisecond begins the next one.
  const since = range.first > lastIdOf(time) ? time + 1 : time;
  const between = { since, until: timeOf(range.last) };
  const [recorded, accepted] = await Promise.all([
    deliveries.recorded(webhook.webhookId, range, perShard, isConsistent),
    outbox.accepted(webhook.networkId, between, perShard),
  ]);
  return ledgerOf(webhook, range, patternsAt, { recorded, accepted }, limit);
}
