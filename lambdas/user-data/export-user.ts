/** Everything that is stored about a user, as pieces of one JSON text, so that an export of any size needs little memory. */
import type { NetworkUser } from '../../contract/ids.ts';
import type { auditOfUserTable } from '../audit/user-data-table.ts';
import { responsesOf } from '../delivery/tables/user-data-table.ts';
import type { ScanPage, ScanPosition } from '../shared/scan.ts';
import { eventDeliveries } from './event-deliveries.ts';
import type { UserTables } from './user-tables.ts';

/** Called after each page of a table that is read as a whole, with the read units that it cost. */
export type OnPage = (readUnits: number) => Promise<void>;

/** Yields the text. `exportedAt` is ISO 8601. */
export async function* exportUser(
  tables: UserTables & { readonly audit: ReturnType<typeof auditOfUserTable> },
  user: NetworkUser,
  exportedAt: string,
  onPage: OnPage = async () => {},
): AsyncGenerator<string> {
  const { networkId, userId } = user;
  yield JSON.stringify({ networkId, userId, exportedAt }, null, 2).slice(0, -2);
  yield* jsonList('blocks', tables.blocks.blocksBy(networkId, userId));
  yield* jsonList('blockedBy', blockedBy(tables, user, onPage));
  yield* jsonList('activities', tables.activities.recordsOf(networkId, userId));
  yield* jsonList('events', eventsNaming(tables, user, onPage));
  yield* jsonList('audit', tables.audit.entriesBy(user));
  yield '\n}\n';
}

async function* blockedBy({ blocks }: UserTables, user: NetworkUser, onPage: OnPage) {
  for await (const page of pagesOf((start) => blocks.blocksOf([user], start), onPage)) {
    yield page.blocks.map(({ block }) => block);
  }
}

/** The events that name the user, with what is stored of the responses to them. */
async function* eventsNaming(tables: UserTables, user: NetworkUser, onPage: OnPage) {
  const deliveriesOf = eventDeliveries(tables);
  for await (const { events } of pagesOf((start) => tables.events.page([user], start), onPage)) {
    for (const { event } of events) {
      const { eventId, event: name, occurredAt, acceptedAt, body: payload } = event;
      const { deliveries } = await deliveriesOf(event);
      yield [{ eventId, event: name, occurredAt, acceptedAt, payload, responses: deliveries.flatMap(responsesOf) }];
    }
  }
}

/** All pages of a table. */
async function* pagesOf<Page extends Omit<ScanPage, 'items'>>(
  read: (start?: ScanPosition) => Promise<Page>,
  onPage: OnPage,
): AsyncGenerator<Page> {
  let page = await read();
  for (;;) {
    yield page;
    await onPage(page.readUnits);
    if (page.next === undefined) return;
    page = await read(page.next);
  }
}

/** Yields one more property of a JSON object: a list with one item per line. */
async function* jsonList(name: string, pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  yield `,\n  "${name}": [`;
  let separator = '\n';
  for await (const items of pages) {
    for (const item of items) {
      yield `${separator}    ${JSON.stringify(item)}`;
      separator = ',\n';
    }
  }
  yield separator === '\n' ? ']' : '\n  ]';
}
