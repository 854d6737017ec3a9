import { eraseEventData } from '../../contract/event-erasure.ts';
import { auditTable } from '../audit/audit-table.ts';
import { deliveriesTable } from '../deliveries/deliveries-table.ts';
import { eventsTable } from '../events/events-table.ts';
import { notFound } from '../shared/errors.ts';
import { route } from '../shared/route.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { endDeliveries } from './end-deliveries.ts';
import { isInFirstAttemptWindow } from './missing.ts';

const audit = auditTable();
const outbox = eventsTable();
const webhooks = webhooksTable();
const deliveries = deliveriesTable();

/** DELETE /events/{eventId}/data: removes the payload of an event (docs/spec/events.md#erasing-a-payload). */
export const handler = route(eraseEventData, async ({ caller, parameters: { eventId } }) => {
  const { networkId, userId: name } = caller;
  const event = await outbox.read(networkId, eventId);
  if (event === undefined) throw notFound(`the network ${networkId} has no event ${eventId}`);
  const now = Date.now();
  await audit.add({
    networkId,
    at: new Date(now).toISOString(),
    by: { kind: caller.role === 'admin' ? 'admin' : 'server', name },
    action: 'eventErased',
    changes: [{ field: 'eventId', to: eventId }],
  });
  // First, since a repeated request no longer knows which webhooks the filters let through.
  const ended = await endDeliveries(deliveries, await webhooks.list(networkId), event);
  await outbox.erase(event);
  const mayBeSent = ended > 0 || isInFirstAttemptWindow(event.acceptedAt, now);
  return { status: mayBeSent ? ('pending' as const) : ('success' as const) };
});
