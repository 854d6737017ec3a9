/** Looking for a page of deliveries. With a filter the API's own pages may be short, even empty, before the end. */
import type { DeliverySummary } from '../../../client/index.ts';

/** What the API answers for one request. */
interface Answer {
  readonly results: readonly DeliverySummary[];
  readonly start?: string | undefined;
}

/** A page to show. `next` is where to go on, if there may be more; where there are no rows, the search was given up there. */
export interface FoundPage {
  readonly rows: readonly DeliverySummary[];
  readonly next?: string;
}

/** Requests for one page. Each looks through up to some ten thousand deliveries, so this is seconds of waiting. */
export const MAX_REQUESTS = 5;

/** The first page with a row in it, from `start` on; the last one looked at, if none has. */
export async function searchPage(
  list: (start: string | undefined) => Promise<Answer>,
  start: string | undefined,
): Promise<FoundPage> {
  let next = start;
  for (let requests = 0; requests < MAX_REQUESTS; requests++) {
    const page = await list(next);
    next = page.start;
    if (page.results.length > 0 || next === undefined) return foundPage(page.results, next);
  }
  return foundPage([], next);
}

const foundPage = (rows: readonly DeliverySummary[], next: string | undefined): FoundPage => ({
  rows,
  ...(next !== undefined && { next }),
});

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;

/** When the event of a delivery was accepted, in milliseconds since 1970: a delivery id begins with it, as a ULID does. */
export const acceptedAtOf = (deliveryId: string): number =>
  [...deliveryId.slice(0, TIME_CHARACTERS)].reduce((time, character) => time * 32 + ALPHABET.indexOf(character), 0);
