/** The typed API client and its response cache, for the signed-in admin, and what screens read and change with it. */

import { ApiError, type Client, ConnectionError, createClient } from '@social-platform-services/client';
import {
  type InfiniteData,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  type QueryState,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { sessionKey } from '../session/session.ts';
import { useSession } from '../session/session-provider.tsx';
import { backoffOf, type Trouble, watchReads } from './trouble.ts';

interface Api {
  readonly client: Client | undefined;
  /** What keeps it from answering the reads of the screen, if anything does. */
  readonly trouble: Trouble | undefined;
  /** Until when calls wait because it was called too often: milliseconds since 1970. Undefined if none waits. */
  readonly throttledUntil: number | undefined;
}

const ApiContext = createContext<Api>({ client: undefined, trouble: undefined, throttledUntil: undefined });

/** The API, as the last calls have found it. */
export const useApi = (): Api => useContext(ApiContext);

/** The API client. Throws if nobody is signed in. */
export function useClient(): Client {
  const { client } = useApi();
  if (client === undefined) throw new Error('useClient needs a signed-in session.');
  return client;
}

export function ApiProvider({ children }: { readonly children: React.ReactNode }) {
  const { state, config, markEnded } = useSession();
  const [trouble, setTrouble] = useState<Trouble>();
  const [throttledUntil, setThrottledUntil] = useState<number>();
  useEffect(() => {
    if (throttledUntil === undefined) return;
    const timer = setTimeout(() => setThrottledUntil(undefined), throttledUntil - Date.now());
    return () => clearTimeout(timer);
  }, [throttledUntil]);
  const session = state.kind === 'signedIn' ? state.session : undefined;
  const apiUrl = config.apiUrl;
  const key = session && sessionKey(session);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cache only when it is of another session.
  const queries = useMemo(() => newQueryClient(), [key]);
  useEffect(() => {
    setTrouble(undefined);
    return watchReads(queries.getQueryCache(), setTrouble);
  }, [queries]);
  const client = useMemo(
    () =>
      session === undefined
        ? undefined
        : createClient({
            baseUrl: apiUrl,
            token: session.accessToken,
            timeoutMilliseconds: TIMEOUT,
            // The query client repeats calls, and shows that it waits.
            retries: 0,
            ...(session.kind === 'openid' && { network: session.networkId }),
          }),
    [session, apiUrl],
  );
  return (
    <QueryClientProvider client={queries}>
      <ApiContext value={{ client, trouble, throttledUntil }}>{children}</ApiContext>
    </QueryClientProvider>
  );

  function newQueryClient(): QueryClient {
    const onError = (error: Error): void => {
      if (error instanceof ApiError && error.status === 401) markEnded();
    };
    const retryDelay = (failures: number, error: Error): number => {
      const wait = waitBeforeRetry(failures, error);
      const end = Date.now() + wait;
      if (isThrottled(error)) setThrottledUntil((other = end) => Math.max(other, end));
      return wait;
    };
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      defaultOptions: {
        // A laptop without a network connection still reaches the local cloud.
        queries: { networkMode: 'always', retryDelay, staleTime: 2_000 },
        mutations: { networkMode: 'always', retry: shouldRepeatChange, retryDelay },
      },
    });
  }
}

// Which calls are repeated, and when: docs/spec/requests.md#waiting-before-a-retry.

/** Milliseconds for one call. A check-up takes up to 12 s, and API Gateway waits for 30. */
const TIMEOUT = 20_000;
const MAX_RETRIES = 2;
const MAX_WAIT_SECONDS = 3_600;
/** Every quota has filled up by then. */
const MAX_CHANGE_WAIT_SECONDS = 60;

/** Whether the API refused the call for the moment, without having handled it. */
const isThrottled = (error: Error): error is ApiError => error instanceof ApiError && error.status === 429;

/** Retries a read while it is throttled, and twice at once what may soon succeed; `backoffOf` says when again. */
const shouldRepeatRead = (failures: number, error: Error): boolean =>
  isThrottled(error) || (isTemporary(error) && failures < MAX_RETRIES);

const isTemporary = (error: Error): boolean =>
  (error instanceof ConnectionError && error.reason === 'unreachable') ||
  (error instanceof ApiError && error.status >= 500);

/** Repeats a change once if it was throttled, since nothing was done then; not after a limit of the day. */
const shouldRepeatChange = (failures: number, error: Error): boolean =>
  isThrottled(error) && failures === 0 && (error.retryAfterSeconds ?? 0) <= MAX_CHANGE_WAIT_SECONDS;

/** Milliseconds to wait after `failures` earlier failures and this one: those of `Retry-After` if there are any. */
function waitBeforeRetry(failures: number, error: Error): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  const seconds = Math.min(asked ?? 2 ** failures, MAX_WAIT_SECONDS);
  return (seconds + Math.random()) * 1_000;
}

type Interval = number | false;

interface ReadOptions<T> extends Pick<UseQueryOptions<T>, 'enabled' | 'gcTime' | 'staleTime'> {
  /** Milliseconds between two reads; by default it is read once. */
  readonly refetchInterval?: Interval | ((data: T | undefined) => Interval);
}

/** When a read is repeated, whether or not the API answers it. */
export function useRepeating<T>(refetchInterval: ReadOptions<T>['refetchInterval'] = false) {
  const isTroubled = useApi().trouble !== undefined;
  return {
    retry: (failures: number, error: Error) => (isTroubled ? isThrottled(error) : shouldRepeatRead(failures, error)),
    refetchInterval: ({ state }: { readonly state: QueryState<T> }) => {
      const usual = typeof refetchInterval === 'function' ? refetchInterval(state.data) : refetchInterval;
      return backoffOf(state, usual || 0, Date.now()) ?? usual;
    },
  };
}

/** The response of a call, cached under a key. Keys are paths: invalidating `['webhooks']` covers all below it. */
export function useRead<T>(
  queryKey: QueryKey,
  read: (client: Client, options: { readonly signal: AbortSignal }) => Promise<T>,
  options: ReadOptions<T> = {},
) {
  const client = useClient();
  const repeating = useRepeating(options.refetchInterval);
  return useQuery({ ...options, ...repeating, queryKey, queryFn: ({ signal }) => read(client, { signal }) });
}

/** A page of a list: `start` is where the next one begins, absent at the end. */
interface ListPage<Row> {
  readonly results: readonly Row[];
  readonly start?: string | undefined;
}

/**
 * The results of a list's pages: of the first, and of those that `fetchNextPage` adds. As long as there is one page, it
 * is read again after `refresh` milliseconds.
 */
export function useReadPages<Row>(
  queryKey: QueryKey,
  read: (
    client: Client,
    start: string | undefined,
    options: { readonly signal: AbortSignal },
  ) => Promise<ListPage<Row>>,
  refresh: (first: ListPage<Row>) => Interval = () => false,
) {
  const client = useClient();
  const repeating = useRepeating<InfiniteData<ListPage<Row>>>((data) => {
    const [first, ...others] = data?.pages ?? [];
    return first !== undefined && others.length === 0 && refresh(first);
  });
  const query = useInfiniteQuery({
    ...repeating,
    queryKey,
    queryFn: ({ pageParam, signal }) => read(client, pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ start }) => start,
  });
  const { data } = query;
  return { ...query, results: useMemo(() => data?.pages.flatMap(({ results }) => results) ?? [], [data]) };
}

/**
 * A call that changes something, after which everything cached below a key is fetched again. The response itself, which
 * may have secrets, is not cached.
 */
export function useChange<T, Input = void>(
  change: (client: Client, input: Input) => Promise<T>,
  refreshed: QueryKey | null = ['webhooks'],
) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(client, input),
    onSuccess: () => refreshed && queries.invalidateQueries({ queryKey: refreshed }),
    gcTime: 0,
  });
}
