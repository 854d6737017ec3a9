/** Whom the current user has blocked, and whom to hide, with changes that the service has not confirmed yet. */
import { type BlockEntry, readBlockList } from '../block-list.ts';
import type { Client } from '../client.ts';
import type { RequestTo } from '../operation.ts';
import type { BlockedUser, BlockListPosition } from '../types.generated.ts';
import { hideChecks } from './hide-checks.ts';
import { type ListState, type Progress, type SharedStore, type Store, sharedStore } from './shared-store.ts';

/** When a block ends; without it, never. */
export type BlockEnd = Omit<RequestTo<'blockUser'>['body'], 'blockUserId'>;

/** What is known of blocks at one time. */
interface BlockState extends ListState<BlockedUser> {
  /** Whether to hide a user; undefined if that is not known. */
  isHidden(userId: string): boolean | undefined;
}

/** What components need of the store. */
export interface Blocking extends Store<BlockState> {
  /** Asks for those of whom it is not known whether to hide them, or not any more. */
  check(userIds: readonly string[]): void;
  /** Blocks, or changes the end of a block. It shows at once, and not any more if that rejects, as `blockUser` does. */
  block(userId: string, end?: BlockEnd): Promise<void>;
  /** Unblocks, likewise. */
  unblock(userId: string): Promise<void>;
}

export type BlockStore = Blocking & SharedStore<BlockState>;

/** A block or unblock that the list does not have yet. */
interface Change {
  readonly userId: string;
  /** Undefined for an unblock. */
  readonly entry: BlockEntry | undefined;
  readonly sent: Promise<unknown>;
  isDone: boolean;
}

/** The store of a client. `announce` is called after each change, for other windows. */
export function blockStore(client: Client, announce: () => void): BlockStore {
  let entries: readonly BlockEntry[] = [];
  let next: BlockListPosition | undefined;
  let answersChecks = false;
  /** In the order in which they were asked for. */
  let changes: readonly Change[] = [];
  let isForgetting = false;

  const checks = hideChecks(
    async (userIds) => {
      const shown = new Set(await client.blocks.filter(userIds, (userId) => userId));
      return new Set(userIds.filter((userId) => !shown.has(userId)));
    },
    (error) => (error === undefined ? store.emit() : store.fail(error)),
  );

  const store = sharedStore<BlockState>({
    read,
    readMore,
    forget,
    drop,
    stateOf,
    // Another user's block may still hide, or what was asked for has not this end.
    ended: () => (answersChecks ? store.emit() : store.refresh()),
  });

  client.blocks.subscribe((change) => {
    if (isForgetting) return;
    if (change === 'cleared') store.reset();
    else settle();
  });

  /** Reads the list once all changes have ended. */
  function settle(): void {
    if (changes.some(({ isDone }) => !isDone)) return;
    store.refresh();
    announce();
  }

  function forget(): void {
    isForgetting = true;
    client.blocks.clear('changed');
    isForgetting = false;
  }

  function drop(): void {
    entries = [];
    changes = [];
    checks.drop();
  }

  async function read(): Promise<() => void> {
    const done = changes.filter(({ isDone }) => isDone);
    const list = await readBlockList(client.blocks.page, {}, () => entries.length);
    return () => {
      ({ entries, next, answersChecks } = list);
      changes = changes.filter((change) => !done.includes(change));
      checks.age(done.map(({ userId, entry }) => [userId, entry !== undefined]));
    };
  }

  async function readMore(): Promise<() => void> {
    const page = await client.blocks.page(next);
    return () => {
      entries = [...entries, ...page.entries];
      next = page.next;
    };
  }

  function stateOf({ status, error }: Progress): BlockState {
    const now = Date.now();
    const isReady = status === 'ready';
    const changed = new Map(changes.map(({ userId, entry }) => [userId, entry]));
    const unchanged = isReady ? entries.filter(({ user }) => !changed.has(user.blocked_userId)) : [];
    const lasting = [...unchanged, ...changed.values()].flatMap((entry) => (entry && entry.endsAt > now ? entry : []));
    const items = lasting.map(({ user }) => user).sort((a, b) => (a.blocked_userId < b.blocked_userId ? -1 : 1));
    const blocked = new Set(items.map(({ blocked_userId }) => blocked_userId));
    const isAnswered = status === 'off' || status === 'signed-out' || (isReady && answersChecks);
    const results = checks.results();
    return {
      status,
      error,
      items,
      hasMore: isReady && next !== undefined,
      isHidden(userId) {
        if (isAnswered || changed.has(userId) || blocked.has(userId)) return blocked.has(userId);
        return isReady ? results.get(userId)?.[0] : undefined;
      },
      end: Math.min(...lasting.map(({ endsAt }) => endsAt)),
    };
  }

  /** Sends a change after the earlier ones of the same user, so that the last one counts. */
  async function make(userId: string, entry: BlockEntry | undefined, send: () => Promise<unknown>): Promise<void> {
    const earlier = changes.filter((change) => change.userId === userId).at(-1)?.sent;
    const sent = Promise.resolve(earlier?.catch(() => undefined)).then(send);
    const change: Change = { userId, entry, sent, isDone: false };
    changes = [...changes, change];
    store.emit();
    try {
      await sent;
      change.isDone = true;
    } catch (error) {
      changes = changes.filter((other) => other !== change);
      store.emit();
      throw error;
    } finally {
      settle();
    }
  }

  return {
    ...store,
    check(userIds) {
      if (store.getSnapshot().status === 'ready' && !answersChecks) checks.want(userIds);
    },
    block(userId, end) {
      const known = entries.find(({ user }) => user.blocked_userId === userId)?.user;
      const user = { netid_uid: '', ...known, blocked_userId: userId, expiresAt: end?.expiresAt };
      // A time by the clock of the service is compared once the list is read.
      const endsAt = Date.now() + (end?.expiresInSeconds ?? Number.POSITIVE_INFINITY) * 1_000;
      return make(userId, { user, endsAt }, () => client.blockUser({ body: { blockUserId: userId, ...end } }));
    },
    unblock: (userId) => make(userId, undefined, () => client.unblockUser({ body: { blockUserId: userId } })),
  };
}
