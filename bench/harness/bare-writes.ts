/**
 * The writes of the pipeline without a pipeline: each event into the outbox, and its delivery into the log, as fast as
 * they go, into copies of both tables whose streams nobody reads.
 */
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import type { NetworkId } from '../../contract/ids.ts';
import type { AttemptOutcome } from '../../lambdas/deliveries/attempt.ts';
import { deliveriesTable } from '../../lambdas/deliveries/deliveries-table.ts';
import {
  type Delivery,
  type DeliveryOrigin,
  deliveryAfterAttempt,
  newDelivery,
  type RetryTerms,
} from '../../lambdas/deliveries/delivery.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import type { OwnCloud } from '../../test/support/own-cloud.ts';
import { tableLike } from '../../test/support/table-like.ts';

/** Requests at once that write ten events each: more are not quicker. */
const AT_ONCE = 4;
const EVENTS_PER_REQUEST = 10;
const RETENTION = { eventDays: 30, deliveryDays: 30, auditDays: 30 };

/** Events a second. */
export async function bareWrites({ connection }: OwnCloud, networkId: NetworkId, seconds: number) {
  const { client, tables } = connection;
  const events = eventsTable(client, await tableLike(client, tables.events), RETENTION);
  const log = deliveriesTable(client, await tableLike(client, tables.deliveries), Date.now, RETENTION);
  const end = performance.now() + seconds * 1_000;
  let written = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const all = Array.from({ length: EVENTS_PER_REQUEST }, () => eventOf(networkId));
      await Promise.all(all.map((event) => events.add(event)));
      await log.putAll(all.map(deliveredTo));
      written += all.length;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return written / seconds;
}

const eventOf = (networkId: NetworkId) => {
  const now = new Date().toISOString();
  const body = JSON.stringify({ event: 'bench.didHappen', data: { n: 1 } });
  const eventId = v.parse(EventId, uuidv7());
  return { networkId, eventId, event: 'bench.didHappen', body, occurredAt: now, acceptedAt: now };
};

const deliveredTo = (event: ReturnType<typeof eventOf>): Delivery =>
  afterOnlyAttempt(event, 'webhook', { class: 'delivered', statusCode: 200, milliseconds: 1 });

/** A delivery of an event after its only attempt, at the event's acceptance. It is not repeated unless settings say so. */
export function afterOnlyAttempt(
  { networkId, eventId, event, acceptedAt }: Omit<DeliveryOrigin, 'webhookId' | 'deliveryId' | 'generation'>,
  webhookId: string,
  outcome: Omit<AttemptOutcome, 'startedAt'>,
  settings: RetryTerms['settings'] = { retryDelaysSeconds: [] },
): Delivery {
  const deliveryId = deliveryIdOf(networkId, eventId, webhookId, acceptedAt);
  const fresh = newDelivery({ deliveryId, networkId, webhookId, eventId, event, generation: 0, acceptedAt });
  return deliveryAfterAttempt(fresh, { ...outcome, startedAt: acceptedAt }, { settings, now: Date.now(), random: 0 });
}
