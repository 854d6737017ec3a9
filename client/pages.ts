/** Iterates over the entries of paginated lists. Each page is requested when its first entry is read. */
import type { AnswerTo, CallOptions, Methods, RequestTo } from './operation.ts';

type Paged = Pick<Methods, 'listBlockedUsers' | 'listActivities' | 'listDeliveries'>;

/** The iterators, for use with `for await`. A request may contain the pagination token to start at. */
export type Pages = ReturnType<typeof pagesOf>;

/** Returns the iterators on top of the list operations. */
export function pagesOf({ listBlockedUsers, listActivities, listDeliveries }: Paged) {
  return { eachBlockedUser, eachActivity, eachDelivery };

  /** Iterates over the users that the current user has blocked, in ascending order of their ids. */
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

  /** Iterates over the current user's activity records, newest first. `limit` is the page size. */
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

  /** Iterates over a webhook's deliveries, newest event first. `limit` is the page size. */
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
