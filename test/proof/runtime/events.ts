/** An event for each handler, as its source sends it. */
import { batchOf } from '../../../bench/harness/signer/delivery-batches.ts';
import type { NetworkId } from '../../../contract/ids.ts';
import { documentationOf, type OperationId, routes } from '../../../contract/routes.ts';
import { type Handler, handlerOf } from '../../../lib/functions/handlers.ts';
import { routeEvent, tokenEvent } from '../../support/gateway-events.ts';

/** Returns the event of each handler: for routes, the example of the API reference. `token` is one of the network. */
export function eventsOf(networkId: NetworkId, token: string): Readonly<Partial<Record<Handler, object>>> {
  const accepted = {
    networkId,
    eventId: 'e',
    event: 'channel.didCreate',
    body: '{}',
    occurredAt: now,
    acceptedAt: now,
  };
  const NewImage = Object.fromEntries(Object.entries(accepted).map(([name, S]) => [name, { S }]));
  const records = { Records: [{ dynamodb: { SequenceNumber: '1', NewImage } }] };
  return {
    ...Object.fromEntries(
      operations.map((operation) => [
        handlerOf(operation),
        routeEvent(operation, networkId, 'ada', documentationOf(routes[operation]).example),
      ]),
    ),
    'auth/authorizer': tokenEvent(token),
    'activity/record-activity': records,
    'delivery/fan-out': records,
    'delivery/sign-and-send': { Records: batchOf(0, networkId, ['wh_deleted']).slice(0, 1) },
    'delivery/sweep': {},
    'notices/send-mails': { Records: [] },
  };
}

const now = new Date().toISOString();
const operations = Object.keys(routes).filter((name): name is OperationId => name in routes);
