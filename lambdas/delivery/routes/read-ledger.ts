import { readLedger } from '../../../contract/ledger.ts';
import { networksTable } from '../../auth/networks-table.ts';
import { signedRoute } from '../../shared/signed-route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { deliveriesTable } from '../deliveries-table/deliveries-table.ts';
import { isOpen, slicesOf } from '../model/ledger.ts';
import { receiverIdentifier, refuseExpired } from './identify-receiver.ts';

/** Deliveries of one response: 20 slices. */
const DELIVERIES_PER_RESPONSE = 10_000;

const table = deliveriesTable();
const identify = receiverIdentifier({ webhooks: webhooksTable(), networks: networksTable() });

/** POST /webhooks/{webhookId}/ledger: which deliveries an hour has (docs/spec/delivery.md#ledger). */
export const handler = signedRoute(readLedger, identify, async ({ webhook: { webhookId } }, { hour, after, until }) => {
  const now = Date.now();
  refuseExpired(hour, now);
  const { deliveries, next } = await table.ledger(webhookId, { hour, after, until }, DELIVERIES_PER_RESPONSE);
  const ids = deliveries.map(({ deliveryId }) => deliveryId);
  return {
    slices: slicesOf(ids, { after, until: next ?? until }),
    open: isOpen(hour, now),
    ...(next !== undefined && { next }),
  };
});
