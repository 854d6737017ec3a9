/** Holds the session: restores it at the start, and renews it after its end without leaving the screen. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { deleteLinkToken, type LinkTokens, linkClaims, pastedToken, storedLinkToken, storeLinkToken } from './link.ts';
import type { OpenIdSignIn } from './openid.ts';
import {
  deleteStoredSession,
  hasStoredSession,
  listenToOtherTabs,
  signOutOtherTabs,
  takeSessionOfOtherTab,
} from './other-tabs.ts';
import { fetchPanelConfig, type PanelConfig, type Session, type SessionState } from './session.ts';

interface SessionContextValue {
  readonly state: SessionState;
  /** Undefined until it is fetched. */
  readonly config: PanelConfig | undefined;
  /** The API rejected the token: calls fail until the admin signs in again. */
  readonly hasEnded: boolean;
  markEnded(): void;
  /** Redirects to the sign-in page. */
  signIn(): void;
  /** Signs in again in a pop-up window. Throws if that fails. */
  signInAgain(): Promise<void>;
  /** Signs in with a pasted admin link or its token. Returns false if the text is neither. */
  signInWithLink(text: string): boolean;
  /** A link that was opened in this tab and has not signed in. */
  readonly openedLink: OpenedLink | undefined;
  /** Forgets that link. */
  closeLink(): void;
  /** Signs in with that link, in place of the session. */
  acceptLink(): void;
  signOut(): void;
  chooseNetwork(networkId: string): void;
}

const SessionContext = createContext<SessionContextValue | undefined>(undefined);

/** The session of this tab. */
export function useSession(): SessionContextValue {
  const value = useContext(SessionContext);
  if (value === undefined) throw new Error('useSession must be used within SessionProvider.');
  return value;
}

/** The session of the signed-in admin. Throws if nobody is signed in. */
export function useSignedIn(): Session {
  const { state } = useSession();
  if (state.kind !== 'signedIn') throw new Error('useSignedIn needs a signed-in session.');
  return state.session;
}

/** Whether the signed-in admin may change the network: a viewer may only look. */
export function useCanChange(): boolean {
  const { networkId, networks } = useSignedIn();
  return networks.get(networkId) === 'admin';
}

interface SessionProviderProps {
  readonly linkTokens: LinkTokens;
  readonly children: React.ReactNode;
}

export function SessionProvider({ linkTokens, children }: SessionProviderProps) {
  const [state, setState] = useState<SessionState>({ kind: 'starting' });
  const [config, setConfig] = useState<PanelConfig>();
  const [hasEnded, setHasEnded] = useState(false);
  const openId = useRef<OpenIdSignIn>(undefined);

  useEffect(() => {
    void start().catch((error: unknown) => setState({ kind: 'signedOut', reason: reasonOf(error) }));

    async function start(): Promise<void> {
      const fetched = await fetchPanelConfig();
      setConfig(fetched);
      const { first } = linkTokens;
      if (!hasStoredSession()) {
        if (first !== undefined && linkClaims(first) !== undefined) storeLinkToken(first);
        // The query is that of a sign-in page, which has given this tab a session of its own.
        else if (location.search === '') await takeSessionOfOtherTab();
      }
      const session = linkSession() ?? (await openIdSession(fetched));
      setState(session === undefined ? { kind: 'signedOut' } : { kind: 'signedIn', session });
    }

    async function openIdSession({ signIn }: PanelConfig): Promise<Session | undefined> {
      if (signIn === undefined) return undefined;
      const { openIdSignIn } = await import('./openid.ts');
      openId.current ??= openIdSignIn(signIn);
      return await openId.current.resume();
    }
  }, [linkTokens]);

  useEffect(
    () =>
      listenToOtherTabs(() => {
        deleteStoredSession();
        setState(SIGNED_OUT);
      }),
    [],
  );

  const signInWithToken = useCallback((token: string) => {
    storeLinkToken(token);
    const session = linkSession();
    if (session !== undefined) setState({ kind: 'signedIn', session });
    setHasEnded(false);
  }, []);
  const { openedLink, closeLink, acceptLink } = useOpenedLink(linkTokens, state, signInWithToken);

  const signInWithLink = (text: string) => {
    const token = pastedToken(text);
    if (token === undefined) return false;
    closeLink();
    signInWithToken(token);
    return true;
  };

  const signInAgain = useCallback(async () => {
    await openId.current?.signInAgain();
    setHasEnded(false);
  }, []);

  const signOut = useCallback(() => {
    const wasOpenId = state.kind === 'signedIn' && state.session.kind === 'openid';
    deleteLinkToken();
    signOutOtherTabs();
    setHasEnded(false);
    setState(SIGNED_OUT);
    if (wasOpenId) void openId.current?.signOut();
  }, [state]);

  const chooseNetwork = useCallback((networkId: string) => {
    void import('./openid.ts').then(({ rememberNetwork }) => rememberNetwork(networkId));
    setState((before) =>
      before.kind === 'signedIn' ? { kind: 'signedIn', session: { ...before.session, networkId } } : before,
    );
  }, []);

  const value = {
    state,
    config,
    hasEnded,
    markEnded: () => setHasEnded(true),
    signIn: () => void openId.current?.signIn(),
    signInAgain,
    signInWithLink,
    openedLink,
    closeLink,
    acceptLink,
    signOut,
    chooseNetwork,
  };
  return <SessionContext value={value}>{children}</SessionContext>;
}

const SIGNED_OUT: SessionState = { kind: 'signedOut', reason: 'You are signed out.' };

/** The session of the stored link token, even an expired one: the API rejects that, and the admin can paste a new link. */
function linkSession(): Session | undefined {
  const claims = linkClaims(storedLinkToken() ?? '');
  if (claims === undefined) return undefined;
  const { networkId, sub: userName, role } = claims;
  return {
    kind: 'link',
    networkId,
    networks: new Map([[networkId, role]]),
    userName,
    accessToken: async () => storedLinkToken() ?? '',
  };
}

const reasonOf = (error: unknown): string =>
  `Sign-in failed: ${error instanceof Error ? error.message : 'unknown reason'}`;

/** What only admins are offered: a viewer sees everything else. */
export const ForAdmins = ({ children }: { readonly children: ReactNode }) => useCanChange() && children;

/** A function that completes a command, such as `key rotate demo`, with the options that select this service. */
export function useOperatorCommand(): (words: string) => string {
  const options = useSession().config?.operatorOptions;
  return (words) => `npm run -s ctl -- ${words}${options === undefined ? '' : ` ${options}`}`;
}

type OpenedLink =
  /** The link was not copied completely, for example. */
  | { readonly kind: 'malformed' }
  /** There is no session, or the link is a newer one of the same admin. */
  | { readonly kind: 'accepted' }
  /** The session belongs to another admin or network: the admin has to choose. */
  | { readonly kind: 'foreign'; readonly networkId: string; readonly userName: string };

/** Decides about a link with this token, given the session of the tab. */
function openedLinkOf(token: string, session: Session | undefined): OpenedLink {
  const claims = linkClaims(token);
  if (claims === undefined) return { kind: 'malformed' };
  const { networkId, sub: userName } = claims;
  const isSame = session?.kind === 'link' && session.networkId === networkId && session.userName === userName;
  return session === undefined || isSame ? { kind: 'accepted' } : { kind: 'foreign', networkId, userName };
}

/**
 * The link that was opened last, until it is closed. `signIn` is called with the token of a link that is accepted, or that
 * the admin chooses.
 */
function useOpenedLink(linkTokens: LinkTokens, state: SessionState, signIn: (token: string) => void) {
  const [token, setToken] = useState(linkTokens.first);
  useEffect(() => linkTokens.subscribe(setToken), [linkTokens]);
  const session = state.kind === 'signedIn' ? state.session : undefined;
  const openedLink = token === undefined || state.kind === 'starting' ? undefined : openedLinkOf(token, session);
  const isAccepted = openedLink?.kind === 'accepted';
  useEffect(() => {
    if (token === undefined || !isAccepted) return;
    signIn(token);
    setToken(undefined);
  }, [token, isAccepted, signIn]);
  return {
    openedLink,
    closeLink: () => setToken(undefined),
    acceptLink: () => {
      if (token !== undefined) signIn(token);
      setToken(undefined);
      location.hash = '#/webhooks';
    },
  };
}
