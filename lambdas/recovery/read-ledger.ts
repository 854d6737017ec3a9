import { readLedger, startOfHour } from '../../contract/ledger.ts';
import { auditTable } from '../audit/audit-table.ts';
import { networksTable } from '../auth/networks-table.ts';
import { deliveriesTable } from '../deliveries/deliveries-table.ts';
import { eventsTable } from '../events/events-table.ts';
import { signedRoute } from '../shared/route.ts';
import { refusePull } from '../webhooks/allowed-configuration.ts';
import { subscriptionSince } from '../webhooks/subscription-history.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { receiverIdentifier, refuseExpired } from './identify-receiver.ts';
import { idRangeOf, isHourOpen, slicesOf } from './ledger.ts';
import { readEntries } from './ledger-reader.ts';

/** Deliveries of one response: 20 slices. */
const DELIVERIES_PER_RESPONSE = 10_000;
/** So that a request reads at most some 40,000 events, and 10,000 deliveries. */
const ITEMS_PER_SHARD = 2_500;

const tables = { deliveries: deliveriesTable(), outbox: eventsTable() };
const audit = auditTable();
const identify = receiverIdentifier({ webhooks: webhooksTable(), networks: networksTable() });

/** POST /webhooks/{webhookId}/ledger: which deliveries an hour has (docs/spec/delivery.md#ledger). */
export const handler = signedRoute(readLedger, identify, async ({ webhook }, { hour, after, until }) => {
  refusePull(webhook);
  const now = Date.now();
  refuseExpired(hour, now);
  const { entries, next } = await readEntries(tables, webhook, {
    range: idRangeOf({ hour, after, until }),
    subscriptionAt: await subscriptionSince(audit, webhook, startOfHour(hour)),
    limit: DELIVERIES_PER_RESPONSE,
    perShard: ITEMS_PER_SHARD,
  });
  const ids = entries.map(({ deliveryId }) => deliveryId);
  return {
    slices: slicesOf(ids, { after, until: next ?? until }),
    open: isHourOpen(hour, entries, now),
    ...(next !== undefined && { next }),
  };
});
