/** Lists that come in pages, read one entry after the other: a page is asked for when its first entry is. */
import type { AnswerTo, CallOptions, Methods, RequestTo } from './operation.ts';

type Paged = Pick<Methods, 'listBlockedUsers' | 'listActivities' | 'listDeliveries'>;

/** One entry after the other, across pages; for `for await`. A request may name the place to begin at. */
export type Pages = ReturnType<typeof pagesOf>;

export function pagesOf({ listBlockedUsers, listActivities, listDeliveries }: Paged) {
  return { eachBlockedUser, eachActivity, eachDelivery };

  /** The users whom the current user has blocked, in ascending order of their ids. */
  async function* eachBlockedUser(
    { body }: RequestTo<'listBlockedUsers'> = {},
    options?: CallOptions,
  ): AsyncGenerator<AnswerTo<'listBlockedUsers'>['results'][number], void, undefined> {
    let paginationToken = body?.paginationToken;
    do {
      const page = await listBlockedUsers({ body: { paginationToken } }, options);
      yield* page.results;
      paginationToken = page.paginationToken;
    } while (paginationToken !== undefined);
  }

  /** The current user's activity records, newest first. `limit` is the size of a page. */
  async function* eachActivity(
    { query }: RequestTo<'listActivities'> = {},
    options?: CallOptions,
  ): AsyncGenerator<AnswerTo<'listActivities'>['data'][number], void, undefined> {
    let next: RequestTo<'listActivities'>['query'] = query ?? {};
    while (next !== undefined) {
      const page = await listActivities({ query: next }, options);
      yield* page.data;
      next = page.start && { ...query, ...page.start };
    }
  }

  /** A webhook's deliveries, the latest event first. `limit` is the size of a page. */
  async function* eachDelivery(
    { parameters, query }: RequestTo<'listDeliveries'>,
    options?: CallOptions,
  ): AsyncGenerator<AnswerTo<'listDeliveries'>['results'][number], void, undefined> {
    let start = query?.start;
    do {
      const page = await listDeliveries({ parameters, query: { ...query, start } }, options);
      yield* page.results;
      start = page.start;
    } while (start !== undefined);
  }
}
