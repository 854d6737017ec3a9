import { listEvents } from '../../contract/events.ts';
import { route } from '../shared/route.ts';
import { eventsTable } from './events-table.ts';

const outbox = eventsTable();

/** GET /events: what was accepted, the newest first (docs/spec/events.md#the-list). */
export const handler = route(listEvents, async ({ caller: { networkId }, query }) => {
  const { results, ...rest } = await outbox.newest(networkId, query);
  return { results: results.map(({ eventId, event, acceptedAt }) => ({ id: eventId, event, acceptedAt })), ...rest };
});
