/** The deliveries of events that name users. */
import type { NetworkId } from '../../contract/ids.ts';
import type { Delivery } from '../delivery/tables/user-data-table.ts';
import type { StoredEvent } from '../events/events-table.ts';
import type { UserTables } from './user-tables.ts';

/** The deliveries of an event; not complete where a webhook of the network can't be read. */
export interface EventDeliveries {
  readonly deliveries: readonly Delivery[];
  readonly isComplete: boolean;
}

interface KnownWebhooks {
  readonly ids: readonly string[];
  readonly isComplete: boolean;
}

/** Reads the deliveries of events. The webhooks of each network are read once; those to deleted webhooks are not found. */
export function eventDeliveries({ deliveries, webhooks }: Pick<UserTables, 'deliveries' | 'webhooks'>) {
  const known = new Map<NetworkId, Promise<KnownWebhooks>>();

  return async (event: StoredEvent): Promise<EventDeliveries> => {
    const { networkId } = event;
    const reading = known.get(networkId) ?? readWebhooks(networkId);
    known.set(networkId, reading);
    const { ids, isComplete } = await reading;
    return { deliveries: await deliveries.ofEvent(event, ids), isComplete };
  };

  async function readWebhooks(networkId: NetworkId): Promise<KnownWebhooks> {
    let isComplete = true;
    const list = await webhooks.list(networkId, () => {
      isComplete = false;
    });
    return { ids: list.map(({ webhookId }) => webhookId), isComplete };
  }
}
