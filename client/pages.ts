/**
 * Paginated lists in one form, although their pages have different ones in the API: `for await` reads the entries, and
 * `pages()` the pages, each with its `items` and the request of the `next` one. A page is requested when it is needed.
 */
import type { ReadPage } from './block-list.ts';
import type { AnswerTo, CallOptions, Methods, OperationId, RequestTo } from './operation.ts';
import type {
  ActivityRecord,
  AuditEntry,
  BlockedUser,
  BlockListPosition,
  DeliveryOfWebhook,
  DeliverySummary,
} from './types.generated.ts';

/** A page of a list. */
export interface Page<Item, Request> {
  /** May be none, although there is a next page. */
  readonly items: readonly Item[];
  /** Lists what follows; undefined after the last page. */
  readonly next: Request | undefined;
}

/** A list, from the position at which its request begins. */
export interface PagedList<Item, Request> extends AsyncIterable<Item> {
  pages(): AsyncGenerator<Page<Item, Request>, void>;
}

/** The list of an operation. */
type ListOf<Item, O extends OperationId> = PagedList<Item, RequestTo<O>>;

/** An event that was accepted, as the list has it. */
export type ListedEvent = AnswerTo<'listEvents'>['results'][number];

/** The lists. A request may have the position to start at; `limit` is the size of a page. */
export interface Pages {
  /**
   * The users whom the current user has blocked, in ascending order of their ids: of the copy of the list that
   * `blocks.filter` uses as well, which is at most ten minutes old. So another user needs another client, or
   * `blocks.clear()`. `onBehalfOf` reads anew.
   */
  eachBlockedUser(
    request?: RequestTo<'listBlockedUsers'>,
    options?: CallOptions,
  ): ListOf<BlockedUser, 'listBlockedUsers'>;
  /** The current user's activity records, the newest first. */
  eachActivity(request?: RequestTo<'listActivities'>, options?: CallOptions): ListOf<ActivityRecord, 'listActivities'>;
  /** The events of the network, the newest first. */
  eachEvent(request?: RequestTo<'listEvents'>, options?: CallOptions): ListOf<ListedEvent, 'listEvents'>;
  /** The deliveries of a webhook, the newest event first. */
  eachDelivery(request: RequestTo<'listDeliveries'>, options?: CallOptions): ListOf<DeliverySummary, 'listDeliveries'>;
  /** The deliveries to all webhooks, the newest event first. */
  eachNetworkDelivery(
    request?: RequestTo<'listNetworkDeliveries'>,
    options?: CallOptions,
  ): ListOf<DeliveryOfWebhook, 'listNetworkDeliveries'>;
  /** The entries of the audit trail, the newest first. */
  eachAuditEntry(request?: RequestTo<'listAudit'>, options?: CallOptions): ListOf<AuditEntry, 'listAudit'>;
}

/** The lists on top of the operations. `blockListPage` reads the current user's own block list. */
export const pagesOf = (operations: Methods, blockListPage: ReadPage): Pages => ({
  eachBlockedUser: (first = {}, options) =>
    listFrom(first, async (request) => {
      const following = (paginationToken: BlockListPosition | undefined) =>
        paginationToken && { body: { ...request.body, paginationToken } };
      if (options?.onBehalfOf === undefined) {
        const { entries, next } = await blockListPage(request.body?.paginationToken, options);
        return { items: entries.map(({ user }) => user), next: following(next) };
      }
      const { results, paginationToken } = await operations.listBlockedUsers(request, options);
      return { items: results, next: following(paginationToken) };
    }),

  eachActivity: (first = {}, options) =>
    listFrom(first, async (request) => {
      const { data, start } = await operations.listActivities(request, options);
      return { items: data, next: start && { query: { ...request.query, ...start } } };
    }),

  eachEvent: (first = {}, options) =>
    listFrom(first, async (request) => {
      const { results, start } = await operations.listEvents(request, options);
      return { items: results, next: withStart(request, start) };
    }),

  eachDelivery: (first, options) =>
    listFrom(first, async (request) => {
      const { results, start } = await operations.listDeliveries(request, options);
      return { items: results, next: withStart(request, start) };
    }),

  eachNetworkDelivery: (first = {}, options) =>
    listFrom(first, async (request) => {
      const { results, start } = await operations.listNetworkDeliveries(request, options);
      return { items: results, next: withStart(request, start) };
    }),

  eachAuditEntry: (first = {}, options) =>
    listFrom(first, async (request) => {
      const { results, start } = await operations.listAudit(request, options);
      return { items: results, next: withStart(request, start) };
    }),
});

const withStart = <R extends { readonly query?: object | undefined }>(request: R, start: string | undefined) =>
  start === undefined ? undefined : { ...request, query: { ...request.query, start } };

function listFrom<Item, Request>(
  first: Request,
  read: (request: Request) => Promise<Page<Item, Request>>,
): PagedList<Item, Request> {
  return {
    async *pages() {
      let request: Request | undefined = first;
      while (request !== undefined) {
        const page: Page<Item, Request> = await read(request);
        yield page;
        request = page.next;
      }
    },
    async *[Symbol.asyncIterator]() {
      for await (const { items } of this.pages()) yield* items;
    },
  };
}
