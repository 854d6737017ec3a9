/**
 * Filters content by its authors, with a copy of the user's block list, or a cache of hide checks
 * (docs/spec/blocking.md#filtering-by-the-client).
 */
import { blockListPages, type ReadPage, readBlockList } from './block-list.ts';
import type { Methods } from './operation.ts';

/** The most users whose check is cached. */
const MAX_CACHED_USERS = 1_000;
/** How long a check is used: blocks may also be made on another device, or by other users. */
const MAX_AGE_MS = 60_000;

/** The options of a filter. The cache is that of one user, so there is no way to name another one. */
export interface FilterOptions {
  /** Aborts the checks. */
  readonly signal?: AbortSignal | undefined;
}

/** An author's user id. An item without an author has none: undefined, null, or an empty text. */
export type Author = string | number | null | undefined;

/** What to show to the current user. */
export interface Blocks {
  /**
   * Returns the items whose authors are not hidden from the current user, in their order; an item without an author is
   * not hidden. Any number of items is possible. A block list of at most 60 users is read once in ten minutes, together
   * with `eachBlockedUser`, and answers for all authors; a block that ends hides nothing from then on. For a longer one,
   * and where the network hides mutually, authors are checked in as many requests as they need, and each result is used
   * for a minute. All is read anew after this client has blocked or unblocked a user. Rejects like `checkHidden`.
   */
  filter<Item>(items: Iterable<Item>, authorOf: (item: Item) => Author, options?: FilterOptions): Promise<Item[]>;
  /** A page of the block list, of the same copy: its first one, or what follows `next` of the page before. */
  page: ReadPage;
  /**
   * Forgets the list and all checks, for example when another user signs in. `changed` says that they are still those of
   * the same user, and may have changed elsewhere.
   */
  clear(why?: BlocksChange): void;
  /** Calls `listener` after each change, until the function that it returns is called. */
  subscribe(listener: (change: BlocksChange) => void): () => void;
}

/** `changed`: This client has blocked or unblocked a user, perhaps without success. Otherwise what `clear` was called with. */
export type BlocksChange = 'changed' | 'cleared';

/** The id as text; undefined if there is none. */
export const idOf = (author: Author): string | undefined => `${author ?? ''}` || undefined;

/** Returns the methods, with `blocks`, which forgets what it has read after each block and unblock. */
export function withBlocks(methods: Methods): Methods & { readonly blocks: Blocks } {
  /** The least recently checked first. */
  const cache = new Map<string, { readonly isHidden: boolean; readonly end: number }>();
  const list = blockListPages(methods);
  const listeners = new Set<(change: BlocksChange) => void>();
  let clearings = 0;
  const forget = (change: BlocksChange): void => {
    clearings += 1;
    cache.clear();
    list.clear();
    for (const listener of [...listeners]) listener(change);
  };
  const thenForget =
    <Arguments extends unknown[], Result>(change: (...given: Arguments) => Promise<Result>) =>
    (...given: Arguments) =>
      change(...given).finally(() => forget('changed'));
  return {
    ...methods,
    blockUser: thenForget(methods.blockUser),
    unblockUser: thenForget(methods.unblockUser),
    blocks: {
      filter,
      page: list.read,
      clear: (why = 'cleared') => forget(why),
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  };

  async function filter<Item>(
    items: Iterable<Item>,
    authorOf: (item: Item) => Author,
    options?: FilterOptions,
  ): Promise<Item[]> {
    const authored = Array.from(items, (item) => ({ item, author: idOf(authorOf(item)) }));
    const authors = new Set(authored.flatMap(({ author }) => author ?? []));
    const hidden = await hiddenAmong(authors, options);
    return authored.filter(({ author }) => author === undefined || !hidden.has(author)).map(({ item }) => item);
  }

  async function hiddenAmong(authors: ReadonlySet<string>, options?: FilterOptions): Promise<ReadonlySet<string>> {
    if (authors.size === 0) return authors;
    for (;;) {
      const before = clearings;
      const { entries, answersChecks } = await readBlockList(list.read, options);
      // A block or unblock meanwhile may not be in what was read.
      if (before !== clearings) continue;
      if (answersChecks) return new Set(entries.map(({ user }) => user.blocked_userId));
      const known = new Map([...authors].flatMap((author) => fresh(author)));
      const checkList = [...authors].filter((author) => !known.has(author));
      const checked = Object.entries(await methods.checkHidden({ query: { checkList } }, options));
      if (before !== clearings) continue;
      for (const [author, isHidden] of checked) store(author, isHidden);
      return new Set([...known, ...checked].flatMap(([author, isHidden]) => (isHidden ? [author] : [])));
    }
  }

  function fresh(author: string): readonly (readonly [string, boolean])[] {
    const entry = cache.get(author);
    return entry !== undefined && entry.end > Date.now() ? [[author, entry.isHidden]] : [];
  }

  function store(author: string, isHidden: boolean): void {
    cache.delete(author);
    cache.set(author, { isHidden, end: Date.now() + MAX_AGE_MS });
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED_USERS && oldest !== undefined) cache.delete(oldest);
  }
}

/** The most users that the service checks in one request. */
const MAX_USERS = 20;
/**
 * API Gateway accepts 10,240 bytes of request line and headers. The token of a user can have 4,096 of them; another
 * 2,048 are for the base URL and what browsers and proxies add.
 */
const MAX_QUERY_BYTES = 4_096;

/**
 * Returns `checkHidden` without its limits on the ids of one request: it sends as many requests as needed, one after
 * the other, each with its own token and timeout, and joins the results. Without ids it sends none. The first error is
 * thrown.
 */
export const checkHiddenInParts =
  (checkHidden: Methods['checkHidden']): Methods['checkHidden'] =>
  async ({ query: { checkList } }, options) => {
    const hidden: [string, boolean][] = [];
    for (const part of partsOf(checkList)) {
      hidden.push(...Object.entries(await checkHidden({ query: { checkList: part } }, options)));
    }
    // fromEntries creates own properties even for ids such as __proto__.
    return Object.fromEntries(hidden);
  };

/** The distinct ids in their order. */
function partsOf(checkList: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let part: string[] = [];
  let bytes = 0;
  for (const userId of new Set(checkList)) {
    const more = `&checkList=${encodeURIComponent(userId)}`.length;
    if (part.length === 0 || part.length === MAX_USERS || bytes + more > MAX_QUERY_BYTES) {
      part = [];
      bytes = 0;
      parts.push(part);
    }
    part.push(userId);
    bytes += more;
  }
  return parts;
}
