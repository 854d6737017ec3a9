/** The typed API client and its response cache, for the signed-in admin. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { ApiError, type Client, ConnectionError, createClient } from '../../client/index.ts';
import { useSession } from '../session/session-provider.tsx';
import { isThrottled, shouldRepeatChange, shouldRepeatRead, waitBeforeRetry } from './retries.ts';

const ClientContext = createContext<Client | undefined>(undefined);
const ReachableContext = createContext(true);
const ThrottledContext = createContext<number | undefined>(undefined);

/** The API client. Throws if nobody is signed in. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('useClient needs a signed-in session.');
  return client;
}

/** Whether the API responded to the last call, even if with an error. */
export const useIsReachable = (): boolean => useContext(ReachableContext);

/** Until when calls wait because the API was called too often: milliseconds since 1970. Undefined if none waits. */
export const useThrottledUntil = (): number | undefined => useContext(ThrottledContext);

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
      <ReachableContext value={isReachable}>
        <ThrottledContext value={throttledUntil}>
          <ClientContext value={client}>{children}</ClientContext>
        </ThrottledContext>
      </ReachableContext>
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
