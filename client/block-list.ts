/**
 * The current user's own block list: one copy of its first pages for all who read it, until it is ten minutes old, and
 * whether it answers hide checks (docs/spec/blocking.md#filtering-by-the-client).
 */
import type { CallOptions, Methods, RequestTo } from './operation.ts';
import type { BlockedUser, BlockListPosition } from './types.generated.ts';

/** How long a page is used: about a session. Only the user changes the list. */
const MAX_AGE_MS = 10 * 60_000;
/** The most pages that are kept, and read for hide checks: reading more costs more than the checks that they save. */
const MAX_PAGES = 3;

/** The position after which a page begins: the `paginationToken` of the page before. */
type Position = NonNullable<RequestTo<'listBlockedUsers'>['body']>['paginationToken'];

/** A user who is blocked. */
export interface BlockEntry {
  readonly user: BlockedUser;
  /**
   * When the block ends, in milliseconds by `Date.now()` of this device, whose clock may be wrong by any time: later
   * than by the clock of the service by at most what the response took. Infinity without an end.
   */
  readonly endsAt: number;
}

/** A page of the block list, without the blocks that have ended. */
export interface BlockListPage {
  /** In ascending order of their ids; may be none, although there is a next page. */
  readonly entries: readonly BlockEntry[];
  /** Where the next page begins; undefined after the last one. */
  readonly next: BlockListPosition | undefined;
  /** Whether such pages, if they are all, answer hide checks: not if the network hides mutually. */
  readonly answersChecks: boolean;
}

/** Reads a page of the block list. Rejects like `listBlockedUsers`. */
export type ReadPage = (after?: Position, options?: Pick<CallOptions, 'signal'>) => Promise<BlockListPage>;

/** The pages that were read. */
export interface BlockListPages {
  /** From the copy if it has the page. Callers without a signal share the request that is under way. */
  readonly read: ReadPage;
  /** Forgets all pages, and those that are being read. */
  clear(): void;
}

/** Returns the pages on top of the operation. */
export function blockListPages({ listBlockedUsers }: Pick<Methods, 'listBlockedUsers'>): BlockListPages {
  /** By position, the one read first at first. */
  let pages = new Map<string, { readonly page: Promise<BlockListPage>; readonly end: number; isRead: boolean }>();

  const read: ReadPage = async (after, { signal } = {}) => {
    const [copy, position, now] = [pages, JSON.stringify(after ?? null), Date.now()];
    const isOwn = signal !== undefined;
    const kept = copy.get(position);
    if (kept !== undefined && kept.end > now && (kept.isRead || !isOwn)) return lasting(await kept.page);
    const reading = { page: request(after, signal), end: now + MAX_AGE_MS, isRead: false };
    const keep = (): void => {
      copy.delete(position);
      copy.set(position, reading);
      const [oldest] = copy.keys();
      if (copy.size > MAX_PAGES && oldest !== undefined) copy.delete(oldest);
    };
    // Who aborts a request must not abort it for others.
    if (!isOwn) keep();
    try {
      const page = await reading.page;
      reading.isRead = true;
      if (isOwn) keep();
      return page;
    } catch (error) {
      if (copy.get(position) === reading) copy.delete(position);
      throw error;
    }
  };

  async function request(after: Position, signal: AbortSignal | undefined): Promise<BlockListPage> {
    const body = { withHideMode: true, ...(after !== undefined && { paginationToken: after }) };
    const { results, paginationToken, hideMode, now } = await listBlockedUsers({ body }, { signal });
    const ahead = now === undefined ? undefined : Date.parse(now) - Date.now();
    const entries = results.map((user) => ({ user, endsAt: endOf(user, ahead) }));
    const knowsEnds = ahead !== undefined || entries.every(({ user: { expiresAt } }) => expiresAt === undefined);
    return { entries, next: paginationToken, answersChecks: hideMode === 'blocker' && knowsEnds };
  }

  const clear = (): void => {
    pages = new Map();
  };
  return { read, clear };
}

/** `ahead` is how far the clock of the service is ahead of the device's, in milliseconds; undefined if it does not say. */
const endOf = ({ expiresAt }: BlockedUser, ahead: number | undefined): number =>
  expiresAt === undefined || ahead === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - ahead;

function lasting(page: BlockListPage): BlockListPage {
  const now = Date.now();
  return { ...page, entries: page.entries.filter(({ endsAt }) => endsAt > now) };
}

/**
 * Returns the beginning of the block list as one page: all of it if it has at most three pages, otherwise at least as
 * many entries as `atLeast` says at the time. `answersChecks` is true if it is complete and answers hide checks.
 */
export async function readBlockList(
  read: ReadPage,
  options?: Pick<CallOptions, 'signal'>,
  atLeast = () => 0,
): Promise<BlockListPage> {
  const entries: BlockEntry[] = [];
  let next: BlockListPosition | undefined;
  let answersChecks = true;
  let pages = 0;
  do {
    const page = await read(next, options);
    entries.push(...page.entries);
    next = page.next;
    answersChecks &&= page.answersChecks;
    pages++;
  } while (next !== undefined && ((answersChecks && pages < MAX_PAGES) || entries.length < atLeast()));
  return { entries, next, answersChecks: answersChecks && next === undefined };
}
