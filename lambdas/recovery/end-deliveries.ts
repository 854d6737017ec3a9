/** Ends what waits for an event whose payload was erased, removes what responses to it say, and marks its deliveries. */
import type { DeliveriesTable } from '../deliveries/deliveries-table.ts';
import { abandoned, type Delivery, newDelivery } from '../deliveries/delivery.ts';
import { deliveryIdOf } from '../deliveries/delivery-id.ts';
import { ERASED_TEXT, type StoredEvent } from '../events/stored-event.ts';
import { isNoticeAbout } from '../notices/notice.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { TemporaryError } from '../shared/errors.ts';
import { retryWhileBusy } from '../shared/transactions.ts';
import { subscribers } from '../webhooks/subscription.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';

const WRITES_AT_ONCE = 16;

/**
 * Ends the deliveries of an event to these webhooks that are not final, and returns how many there were. All others keep
 * their outcome, and are marked so that nobody sends them again. A webhook that asks for the event and has no delivery
 * gets one that has ended: a message that is late finds it. `event` is as it was before its erasure. A write unit a KB
 * for each delivery that changes. Throws a TemporaryError where one keeps changing.
 */
export async function endDeliveries(
  table: Pick<DeliveriesTable, 'readAll' | 'putUnlessOvertaken'>,
  webhooks: readonly Webhook[],
  event: StoredEvent,
): Promise<number> {
  const { networkId, eventId, event: name, acceptedAt } = event;
  const keys = webhooks.map(({ webhookId }) => ({
    webhookId,
    deliveryId: deliveryIdOf(networkId, eventId, webhookId, acceptedAt),
  }));
  const found = new Map((await table.readAll(keys)).map((delivery) => [delivery.webhookId, delivery]));
  const isTold = ({ webhookId, pull, createdAt }: Webhook): boolean =>
    !pull && createdAt <= acceptedAt && !isNoticeAbout(event, webhookId);
  const asking = event.isTest || event.body === ERASED_TEXT ? [] : subscribers(webhooks.filter(isTold), event);
  const isAsking = new Set(asking.map(({ webhookId }) => webhookId));
  const ended = await mapConcurrently(keys, WRITES_AT_ONCE, async (key) => {
    const origin = { ...key, networkId, eventId, event: name, acceptedAt, generation: 0 };
    let delivery = found.get(key.webhookId) ?? (isAsking.has(key.webhookId) ? newDelivery(origin) : undefined);
    if (delivery === undefined || isDone(delivery)) return 0;
    const busy = new TemporaryError(`The delivery ${key.deliveryId} kept changing.`);
    return await retryWhileBusy(busy, async () => {
      if (delivery === undefined || isDone(delivery)) return { waited: 0 };
      const waited = delivery.state === 'retrying' ? 1 : 0;
      if (await table.putUnlessOvertaken(withoutPayload(delivery))) return { waited };
      [delivery] = await table.readAll([key]);
      return false;
    }).then(({ waited }) => waited);
  });
  return ended.reduce<number>((sum, waited) => sum + waited, 0);
}

/** Whether a delivery is marked, waits for nothing, and has no response that may repeat the payload. */
const isDone = ({ state, attempts, isErased }: Delivery): boolean =>
  isErased === true &&
  state !== 'retrying' &&
  attempts.every(({ responseStart, responseHeaders }) => responseStart === undefined && responseHeaders === undefined);

/** A delivery that has ended and is marked, without anything that a receiver has responded with. */
function withoutPayload(delivery: Delivery): Delivery {
  const attempts = delivery.attempts.map(({ responseStart: _, responseHeaders: __, ...attempt }) => attempt);
  const erased = { ...delivery, attempts, isErased: true as const };
  return delivery.state === 'retrying' ? abandoned(erased, 'event_erased') : erased;
}
