/** The hooks. `ClientProvider` has to be around the components that call them. */
'use client';
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Author, idOf } from '../blocks.ts';
import type { Client } from '../client.ts';
import type { ActivityRecord, BlockedUser } from '../types.generated.ts';
import type { BlockEnd, Blocking } from './block-store.ts';
import { type Session, sessionOf, signedOut } from './session.ts';
import type { ListState, Progress, Store } from './shared-store.ts';

const SessionContext = createContext<Session | undefined>(undefined);

export interface ClientProviderProps {
  /** The client of the user who is signed in, the same one in each rendering; another user gets another one. */
  readonly client: Client | null | undefined;
  readonly children?: ReactNode;
}

/** Gives the hooks of the components inside it their client. Without one, nobody is signed in. */
export function ClientProvider({ client, children }: ClientProviderProps): ReactElement {
  const session = client ? sessionOf(client) : signedOut;
  useEffect(() => session.listen(), [session]);
  // React 18 has no other way than `Provider`.
  return createElement(SessionContext.Provider, { value: session }, children);
}

function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('This component needs a ClientProvider around it.');
  return session;
}

const useStore = <State>(store: Store<State>): State =>
  useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);

/** A list, as far as it was read. */
export interface List<Item> extends Progress {
  readonly items: readonly Item[];
  /** Whether there are more, for `loadMore`. */
  readonly hasMore: boolean;
  /** Reads the next page. Never rejects: a failure is in `error`. */
  loadMore(): Promise<void>;
  /** Reads the list anew; what is known shows until then. */
  refresh(): void;
}

function useList<Item>(store: Store<ListState<Item>>): List<Item> {
  const { status, error, items, hasMore } = useStore(store);
  return { status, error, items, hasMore, loadMore: store.loadMore, refresh: store.refresh };
}

/** The users whom the current user has blocked, in ascending order of their ids. */
export const useBlockList = (): List<BlockedUser> => useList(useSession().blocks);

/** The current user's activity records, the newest first. */
export const useActivity = (): List<ActivityRecord> => useList(useSession().activity);

/** Whom to hide. */
export interface Hidden extends Progress {
  /**
   * Whether to hide what a user wrote. Undefined if that is not known, for one of the users whom the hook was asked for:
   * while the status is `loading`, or if it is `failed`. Nobody is hidden where it is `off` or `signed-out`, and what has
   * no author is never hidden.
   */
  isHidden(userId: Author): boolean | undefined;
}

/** Whom of these users to hide from the current user. Any number of users is possible, also the same one several times. */
export function useHidden(userIds: Iterable<Author>): Hidden {
  const { blocks } = useSession();
  const state = useStore(blocks);
  const ids = Array.from(userIds).flatMap((userId) => idOf(userId) ?? []);
  // It asks only for what is not known, so that it may be called after each rendering.
  useEffect(() => blocks.check(ids));
  const isHidden = useMemo(
    () => (userId: Author) => {
      const id = idOf(userId);
      return id === undefined ? false : state.isHidden(id);
    },
    [state],
  );
  const { status, error } = state;
  const isUnknown = status === 'ready' && ids.some((id) => isHidden(id) === undefined);
  return { status: isUnknown ? (error === undefined ? 'loading' : 'failed') : status, error, isHidden };
}

/** To block and unblock users. */
export interface BlockActions {
  /**
   * Blocks a user, or changes the end of the block. It shows at once, everywhere. Resolves with whether the service has
   * done it; otherwise it shows no more, and `error` says why. Never rejects.
   */
  block(userId: string | number, end?: BlockEnd): Promise<boolean>;
  /** Unblocks a user, likewise. */
  unblock(userId: string | number): Promise<boolean>;
  /** What the latest request of this component has failed with; undefined if it has not. */
  readonly error: unknown;
}

/** What the latest request of a component has failed with, and whose request it was. */
interface Failure {
  readonly blocks: Blocking;
  readonly error: unknown;
}

/** Returns what blocks and unblocks users. */
export function useBlock(): BlockActions {
  const { blocks } = useSession();
  const [failure, setFailure] = useState<Failure>();
  const actions = useMemo(() => {
    const run = async (request: Promise<void>): Promise<boolean> => {
      const error = await request.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      setFailure({ blocks, error });
      return error === undefined;
    };
    return {
      block: (userId: string | number, end?: BlockEnd) => run(blocks.block(`${userId}`, end)),
      unblock: (userId: string | number) => run(blocks.unblock(`${userId}`)),
    };
  }, [blocks]);
  return { ...actions, error: failure?.blocks === blocks ? failure.error : undefined };
}
