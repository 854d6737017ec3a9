/** The API calls of the event screen. */
import { useQuery } from '@tanstack/react-query';
import { type AnswerTo, ApiError, type Client } from '../../../client/index.ts';
import { useClient } from '../../api/api-provider.tsx';

const REFRESH_MILLISECONDS = 5_000;

/** The shape of a delivery's ID. An event's own ID may look like that, too. */
const DELIVERY_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** What has an ID: a delivery, or an event with its deliveries. */
type Found =
  | { readonly kind: 'delivery'; readonly delivery: AnswerTo<'findDelivery'> }
  | { readonly kind: 'event'; readonly event: AnswerTo<'showEvent'> };

/** What has an ID. An event is refreshed while one of its deliveries may change. */
export function useFound(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['events', id],
    queryFn: ({ signal }) => find(client, id, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.kind === 'event' && data.event.deliveries.some(({ state }) => state === 'retrying')
        ? REFRESH_MILLISECONDS
        : false,
  });
}

async function find(client: Client, id: string, signal: AbortSignal): Promise<Found> {
  if (DELIVERY_ID.test(id)) {
    try {
      return { kind: 'delivery', delivery: await client.findDelivery({ parameters: { deliveryId: id } }, { signal }) };
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  return { kind: 'event', event: await client.showEvent({ parameters: { eventId: id } }, { signal }) };
}
