import { listEvents } from '../../contract/events.ts';
import type { NetworkId, UserId } from '../../contract/ids.ts';
import { route } from '../shared/route.ts';
import type { AcceptedEvent } from './accepted-index.ts';
import { eventsTable } from './events-table.ts';
import { hasValue } from './value-search.ts';

const outbox = eventsTable();
/** Events of a request for a user: as many as one read of the table has. */
const COMPARED = 100;

/** GET /events: what was accepted, the newest first (docs/spec/events.md#the-list). */
export const handler = route(listEvents, async ({ caller: { networkId }, query: { userId, limit, ...query } }) => {
  const page = await outbox.newest(networkId, { ...query, limit: userId === undefined ? limit : COMPARED });
  const found = userId === undefined ? page.results : await naming(networkId, userId, page.results);
  const shown = found.slice(0, limit);
  const start = found.length > limit ? shown.at(-1)?.position : page.start;
  return {
    results: shown.map(({ eventId, event, acceptedAt }) => ({ id: eventId, event, acceptedAt })),
    ...(start !== undefined && { start }),
  };
});

/** Those of the events that name the user. Half a read unit for each 4 KB of each one. */
async function naming(networkId: NetworkId, userId: UserId, events: readonly AcceptedEvent[]) {
  const bodies = await outbox.readBodies(networkId, events);
  return events.filter(({ eventId }) => {
    const body = bodies.get(eventId);
    return body !== undefined && hasValue(body, userId);
  });
}
