/** The typed client of the API, and the cache of its answers, for the signed-in admin. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { ApiError, type Client, ConnectionError, createClient } from '../../client/index.ts';
import { useSession } from '../session/session-provider.tsx';
import { connection } from './connection.ts';

const ClientContext = createContext<Client | undefined>(undefined);

/** The client. For screens, which are shown only to those who are signed in. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('There is no client without a session.');
  return client;
}

export function ApiProvider({ children }: { readonly children: React.ReactNode }) {
  const { state, config, markEnded } = useSession();
  const session = state.kind === 'signedIn' ? state.session : undefined;
  const apiUrl = config?.apiUrl;
  const networkId = session?.networkId;
  // One cache a session and network: nothing of one network is ever shown in another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the network stands for the session that it belongs to.
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
      <ClientContext value={client}>{children}</ClientContext>
    </QueryClientProvider>
  );

  function newQueryClient(): QueryClient {
    const note = (error: Error): void => {
      if (error instanceof ConnectionError) connection.set('lost');
      else connection.set('there');
      if (error instanceof ApiError && error.status === 401) markEnded();
    };
    const onSuccess = () => connection.set('there');
    return new QueryClient({
      queryCache: new QueryCache({ onError: note, onSuccess }),
      mutationCache: new MutationCache({ onError: note, onSuccess }),
      defaultOptions: {
        // A laptop without a network still reaches the local cloud.
        queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 2_000 },
        mutations: { networkMode: 'always', retry: false },
      },
    });
  }
}

const MAX_RETRIES = 2;

/** Only what may go better by itself: no answer at all, throttling, and faults of the service. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= MAX_RETRIES) return false;
  return (
    error instanceof ConnectionError || (error instanceof ApiError && (error.status === 429 || error.status >= 500))
  );
}
