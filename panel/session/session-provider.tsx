/** Keeps the session: finds it at the start, notices its end, and renews it without taking the screen away. */
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { linkClaims } from './claims.ts';
import { forgetLinkToken, keepPastedLink, storedLinkToken } from './link-token.ts';
import type { OpenIdSignIn } from './openid.ts';
import { fetchPanelConfig, type PanelConfig } from './panel-config.ts';
import type { Session, SessionState } from './session.ts';

interface SessionKeeper {
  readonly state: SessionState;
  /** Absent until it was fetched. */
  readonly config: PanelConfig | undefined;
  /** The API refused the token: calls fail until the admin signs in again. */
  readonly hasEnded: boolean;
  markEnded(): void;
  /** Leaves for the sign-in page. */
  signIn(): void;
  /** Signs in again beside the screen. Throws where that fails. */
  signInAgain(): Promise<void>;
  /** Takes a link, or its token, that was pasted. Says whether it was one. */
  takePastedLink(text: string): boolean;
  signOut(): void;
  chooseNetwork(networkId: string): void;
}

const SessionContext = createContext<SessionKeeper | undefined>(undefined);

/** The session of this tab. */
export function useSession(): SessionKeeper {
  const keeper = useContext(SessionContext);
  if (keeper === undefined) throw new Error('useSession stands outside of SessionProvider.');
  return keeper;
}

/** The signed-in session. For screens, which are shown to nobody else. */
export function useSignedIn(): Session {
  const { state } = useSession();
  if (state.kind !== 'signedIn') throw new Error('This screen is for admins who are signed in.');
  return state.session;
}

export function SessionProvider({ children }: { readonly children: React.ReactNode }) {
  const [state, setState] = useState<SessionState>({ kind: 'starting' });
  const [config, setConfig] = useState<PanelConfig>();
  const [hasEnded, setHasEnded] = useState(false);
  const openId = useRef<OpenIdSignIn>(undefined);

  useEffect(() => {
    void start().catch((error: unknown) => setState({ kind: 'signedOut', reason: reasonOf(error) }));

    async function start(): Promise<void> {
      const fetched = await fetchPanelConfig();
      setConfig(fetched);
      const session = linkSession() ?? (await openIdSession(fetched));
      setState(session === undefined ? { kind: 'signedOut' } : { kind: 'signedIn', session });
    }

    async function openIdSession({ signIn }: PanelConfig): Promise<Session | undefined> {
      if (signIn === undefined) return undefined;
      const { openIdSignIn } = await import('./openid.ts');
      openId.current ??= openIdSignIn(signIn);
      return await openId.current.resume();
    }
  }, []);

  const takePastedLink = useCallback((text: string) => {
    if (!keepPastedLink(text)) return false;
    const session = linkSession();
    if (session !== undefined) setState({ kind: 'signedIn', session });
    setHasEnded(false);
    return true;
  }, []);

  const signInAgain = useCallback(async () => {
    await openId.current?.again();
    setHasEnded(false);
  }, []);

  const signOut = useCallback(() => {
    const wasOpenId = state.kind === 'signedIn' && state.session.kind === 'openid';
    forgetLinkToken();
    setHasEnded(false);
    setState({ kind: 'signedOut', reason: 'You are signed out.' });
    if (wasOpenId) void openId.current?.end();
  }, [state]);

  const chooseNetwork = useCallback((networkId: string) => {
    void import('./openid.ts').then(({ rememberNetwork }) => rememberNetwork(networkId));
    setState((before) =>
      before.kind === 'signedIn' ? { kind: 'signedIn', session: { ...before.session, networkId } } : before,
    );
  }, []);

  const keeper = useMemo(
    () => ({
      state,
      config,
      hasEnded,
      markEnded: () => setHasEnded(true),
      signIn: () => void openId.current?.begin(),
      signInAgain,
      takePastedLink,
      signOut,
      chooseNetwork,
    }),
    [state, config, hasEnded, signInAgain, takePastedLink, signOut, chooseNetwork],
  );
  return <SessionContext value={keeper}>{children}</SessionContext>;
}

/** The session of the link's token that this tab holds. An expired one counts: the API says so, and a fresh link renews it. */
function linkSession(): Session | undefined {
  const claims = linkClaims(storedLinkToken() ?? '');
  if (claims === undefined) return undefined;
  const { networkId, sub: userName } = claims;
  return {
    kind: 'link',
    networkId,
    networks: [networkId],
    userName,
    accessToken: async () => storedLinkToken() ?? '',
  };
}

const reasonOf = (error: unknown): string =>
  `Signing in failed: ${error instanceof Error ? error.message : 'for an unknown reason'}`;
