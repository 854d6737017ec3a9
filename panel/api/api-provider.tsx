/** The typed API client and its response cache, for the signed-in admin. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useState } from 'react';
import { ApiError, type Client, ConnectionError, createClient } from '../../client/index.ts';
import { useSession } from '../session/session-provider.tsx';

const ClientContext = createContext<Client | undefined>(undefined);
const ReachableContext = createContext(true);

/** The API client. Throws if nobody is signed in. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('useClient needs a signed-in session.');
  return client;
}

/** Whether the API responded to the last call, even if with an error. */
export const useIsReachable = (): boolean => useContext(ReachableContext);

export function ApiProvider({ children }: { readonly children: React.ReactNode }) {
  const { state, config, markEnded } = useSession();
  const [isReachable, setIsReachable] = useState(true);
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
            ...(session.kind === 'openid' && { network: session.networkId }),
          }),
    [session, apiUrl],
  );
  return (
    <QueryClientProvider client={queries}>
      <ReachableContext value={isReachable}>
        <ClientContext value={client}>{children}</ClientContext>
      </ReachableContext>
    </QueryClientProvider>
  );

  function newQueryClient(): QueryClient {
    const onError = (error: Error): void => {
      setIsReachable(!(error instanceof ConnectionError));
      if (error instanceof ApiError && error.status === 401) markEnded();
    };
    const onSuccess = () => setIsReachable(true);
    return new QueryClient({
      queryCache: new QueryCache({ onError, onSuccess }),
      mutationCache: new MutationCache({ onError, onSuccess }),
      defaultOptions: {
        // A laptop without a network connection still reaches the local cloud.
        queries: { networkMode: 'always', retry: shouldRetry, staleTime: 2_000 },
        mutations: { networkMode: 'always', retry: false },
      },
    });
  }
}

const MAX_RETRIES = 2;

/** Retries what may succeed later: connection failures, throttling and server errors. */
function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= MAX_RETRIES) return false;
  return (
    error instanceof ConnectionError || (error instanceof ApiError && (error.status === 429 || error.status >= 500))
  );
}
