/** The typed API client and its response cache, for the signed-in admin, and what screens read and change through it. */
import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { ApiError, type Client, ConnectionError, createClient } from '../../client/index.ts';
import { useSession } from '../session/session-provider.tsx';

interface Api {
  readonly client: Client | undefined;
  /** Whether it responded to the last call, even if with an error. */
  readonly isReachable: boolean;
  /** Until when calls wait because it was called too often: milliseconds since 1970. Undefined if none waits. */
  readonly throttledUntil: number | undefined;
}

const ApiContext = createContext<Api>({ client: undefined, isReachable: true, throttledUntil: undefined });

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
  const [isReachable, setIsReachable] = useState(true);
  const [throttledUntil, setThrottledUntil] = useState<number>();
  useEffect(() => {
    if (throttledUntil === undefined) return;
    const timer = setTimeout(() => setThrottledUntil(undefined), throttledUntil - Date.now());
    return () => clearTimeout(timer);
  }, [throttledUntil]);
  const session = state.kind === 'signedIn' ? state.session : undefined;
  const apiUrl = config?.apiUrl;
  const networkId = session?.networkId;
  // Each network gets a cache of its own, so that no data of one network is ever shown in another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cache only when the network changes.
  const queries = useMemo(() => newQueryClient(), [networkId]);
  const client = useMemo(
    () =>
      session === undefined || apiUrl === undefined
        ? undefined
        : createClient({
            baseUrl: apiUrl,
            token: session.accessToken,
            // The query client repeats calls, and shows that it waits.
            retries: 0,
            ...(session.kind === 'openid' && { network: session.networkId }),
          }),
    [session, apiUrl],
  );
  return (
    <QueryClientProvider client={queries}>
      <ApiContext value={{ client, isReachable, throttledUntil }}>{children}</ApiContext>
    </QueryClientProvider>
  );

  function newQueryClient(): QueryClient {
    const onError = (error: Error): void => {
      setIsReachable(!(error instanceof ConnectionError));
      if (error instanceof ApiError && error.status === 401) markEnded();
    };
    const onSuccess = () => setIsReachable(true);
    const retryDelay = (failures: number, error: Error): number => {
      const wait = waitBeforeRetry(failures, error);
      const end = Date.now() + wait;
      if (isThrottled(error)) setThrottledUntil((other = end) => Math.max(other, end));
      return wait;
    };
    return new QueryClient({
      queryCache: new QueryCache({ onError, onSuccess }),
      mutationCache: new MutationCache({ onError, onSuccess }),
      defaultOptions: {
        // A laptop without a network connection still reaches the local cloud.
        queries: { networkMode: 'always', retry: shouldRepeatRead, retryDelay, staleTime: 2_000 },
        mutations: { networkMode: 'always', retry: shouldRepeatChange, retryDelay },
      },
    });
  }
}

// Which calls are repeated, and when: docs/spec/requests.md#waiting-before-a-retry.

const MAX_RETRIES = 2;
const MAX_WAIT_SECONDS = 3_600;

/** Whether the API refused the call for the moment, without having handled it. */
const isThrottled = (error: Error): error is ApiError => error instanceof ApiError && error.status === 429;

/** Repeats a read for as long as it is throttled, and twice what may succeed later: connection failures and server errors. */
function shouldRepeatRead(failures: number, error: Error): boolean {
  if (isThrottled(error)) return true;
  const isTemporary = error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
  return isTemporary && failures < MAX_RETRIES;
}

/** Repeats a change once if it was throttled, since nothing was done then. */
const shouldRepeatChange = (failures: number, error: Error): boolean => isThrottled(error) && failures === 0;

/** Milliseconds to wait after `failures` earlier failures and this one: those of `Retry-After` if there are any. */
function waitBeforeRetry(failures: number, error: Error): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  const seconds = Math.min(asked ?? 2 ** failures, MAX_WAIT_SECONDS);
  return (seconds + Math.random()) * 1_000;
}

type ReadOptions<T> = Pick<
  UseQueryOptions<T>,
  'refetchInterval' | 'enabled' | 'gcTime' | 'staleTime' | 'placeholderData'
>;

/** The response of a call, cached under a key. Keys are paths: invalidating `['webhooks']` covers everything below it. */
export function useRead<T>(
  queryKey: QueryKey,
  read: (client: Client, options: { readonly signal: AbortSignal }) => Promise<T>,
  options: ReadOptions<T> = {},
) {
  const client = useClient();
  return useQuery({ ...options, queryKey, queryFn: ({ signal }) => read(client, { signal }) });
}

/**
 * A call that changes something, after which everything cached below a key is fetched again. The response itself, which may
 * have secrets, is not cached.
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
