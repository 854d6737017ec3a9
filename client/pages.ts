/** Iterates over the entries of paginated lists. Each page is requested when its first entry is read. */
import type { CallOptions, Methods, RequestTo } from './operation.ts';
import type { ActivityRecord, BlockedUser, DeliverySummary } from './types.generated.ts';

type Paged = Pick<Methods, 'listBlockedUsers' | 'listActivities' | 'listDeliveries'>;

/** The iterators, for use with `for await`. A request may contain the pagination token to start at. */
export interface Pages {
  /** Iterates over the users that the current user has blocked, in ascending order of their ids. */
  eachBlockedUser(request?: RequestTo<'listBlockedUsers'>, options?: CallOptions): AsyncGenerator<BlockedUser, void>;
  /** Iterates over the current user's activity records, newest first. `limit` is the page size. */
  eachActivity(request?: RequestTo<'listActivities'>, options?: CallOptions): AsyncGenerator<ActivityRecord, void>;
  /** Iterates over a webhook's deliveries, newest event first. `limit` is the page size. */
  eachDelivery(request: RequestTo<'listDeliveries'>, options?: CallOptions): AsyncGenerator<DeliverySummary, void>;
}

/** Returns the iterators on top of the list operations. */
export const pagesOf = ({ listBlockedUsers, listActivities, listDeliveries }: Paged): Pages => ({
  async *eachBlockedUser({ body } = {}, options) {
    let paginationToken = body?.paginationToken;
    do {
      const page = await listBlockedUsers({ body: { paginationToken } }, options);
      yield* page.results;
      paginationToken = page.paginationToken;
    } while (paginationToken !== undefined);
  },

  async *eachActivity({ query } = {}, options) {
    let next: RequestTo<'listActivities'>['query'] = query ?? {};
    while (next !== undefined) {
      const page = await listActivities({ query: next }, options);
      yield* page.data;
      next = page.start && { ...query, ...page.start };
    }
  },

  async *eachDelivery({ parameters, query }, options) {
    let start = query?.start;
    do {
      const page = await listDeliveries({ parameters, query: { ...query, start } }, options);
      yield* page.results;
      start = page.start;
    } while (start !== undefined);
  },
});
