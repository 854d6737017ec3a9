/** Holds the session: restores it at the start, and renews it after its end without leaving the screen. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { askParentForToken, isEmbedded, listenToParent } from './embedding.ts';
import {
  type ExchangedLink,
  exchangeCode,
  linkClaims,
  listenToLinks,
  pastedCode,
  storedLinkToken,
  storeLinkToken,
} from './link.ts';
import type { OpenIdSignIn } from './openid.ts';
import {
  deleteStoredSession,
  hasStoredSession,
  listenToOtherTabs,
  signOutOtherTabs,
  takeSessionOfOtherTab,
} from './other-tabs.ts';
import type { PanelConfig, Session, SessionState } from './session.ts';

interface SessionContextValue {
  readonly state: SessionState;
  readonly config: PanelConfig;
  /** The API rejected the token: calls fail until the admin signs in again. */
  readonly hasEnded: boolean;
  markEnded(): void;
  /** Redirects to the sign-in page. */
  signIn(): void;
  /** Signs in again in a pop-up window. Throws if that fails. */
  signInAgain(): Promise<void>;
  /** Signs in with a pasted admin link. Returns what is wrong with the text or the link, if anything is. */
  signInWithLink(text: string): Promise<string | undefined>;
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

let openId: OpenIdSignIn | undefined;
/** Loads what signs in through OpenID Connect. */
async function openIdOf(settings: NonNullable<PanelConfig['signIn']>): Promise<OpenIdSignIn> {
  const { openIdSignIn } = await import('./openid.ts');
  openId ??= openIdSignIn(settings);
  return openId;
}

interface SessionProviderProps {
  readonly config: PanelConfig;
  /** Of the admin link that has opened the panel, if one did. */
  readonly linkCode: string | undefined;
  readonly children: React.ReactNode;
}

export function SessionProvider({ config, linkCode, children }: SessionProviderProps) {
  const { apiUrl, embedOrigins } = config;
  const [state, setState] = useState<SessionState>({ kind: 'starting' });
  const [hasEnded, setHasEnded] = useState(false);
  const signInWithToken = useCallback((token: string) => {
    // The page around the panel may send anything, such as its own page of an error.
    if (linkClaims(token) === undefined) return;
    storeLinkToken(token);
    const session = linkSession();
    if (session !== undefined) setState({ kind: 'signedIn', session });
    setHasEnded(false);
  }, []);
  const { setLink, ...opened } = useOpenedLink(state, signInWithToken);

  useEffect(() => {
    void start().catch((error: unknown) => setState({ kind: 'signedOut', reason: reasonOf(error) }));

    async function start(): Promise<void> {
      // The query is that of a sign-in page, which has given this tab a session of its own; that of a link is gone.
      const isAlone = hasStoredSession() || location.search !== '';
      const [link] = await Promise.all([
        linkCode === undefined ? undefined : exchangeCode(config.apiUrl, linkCode),
        isAlone ? undefined : takeSessionOfOtherTab(),
      ]);
      if (link !== undefined && 'token' in link && !hasStoredSession()) storeLinkToken(link.token);
      else setLink(link);
      const session = linkSession() ?? (await openIdSession());
      setState(session === undefined ? { kind: 'signedOut' } : { kind: 'signedIn', session });
    }

    async function openIdSession(): Promise<Session | undefined> {
      // No sign-in page lets itself be shown in a frame.
      if (config.signIn === undefined || isEmbedded) return undefined;
      return await (await openIdOf(config.signIn)).resume();
    }
  }, [config, linkCode, setLink]);

  useEffect(() => listenToLinks((code) => void exchangeCode(apiUrl, code).then(setLink)), [apiUrl, setLink]);
  useEffect(() => listenToParent(embedOrigins, signInWithToken), [embedOrigins, signInWithToken]);
  useEffect(() => {
    if (isEmbedded && hasEnded) askParentForToken();
  }, [hasEnded]);
  useEffect(
    () =>
      listenToOtherTabs(() => {
        deleteStoredSession();
        setState(SIGNED_OUT);
      }),
    [],
  );

  const signInWithLink = async (text: string) => {
    const code = pastedCode(text);
    if (code === undefined) return 'This is not an admin link. It must end with #link= and a code.';
    const link = await exchangeCode(apiUrl, code);
    if ('refusal' in link) return link.refusal;
    setLink(undefined);
    signInWithToken(link.token);
    return undefined;
  };

  const signIn = async () => {
    if (config.signIn === undefined) return;
    try {
      await (await openIdOf(config.signIn)).signIn();
    } catch (error) {
      setState({ kind: 'signedOut', reason: reasonOf(error) });
    }
  };

  const signInAgain = async () => {
    const session = await openId?.signInAgain();
    if (session !== undefined) setState({ kind: 'signedIn', session });
    setHasEnded(false);
  };

  const signOut = () => {
    signOutOtherTabs();
    setHasEnded(false);
    setState(SIGNED_OUT);
    if (state.kind === 'signedIn' && state.session.kind === 'openid') void openId?.signOut();
    // One of OpenID Connect may still be stored: an admin link has replaced it.
    else deleteStoredSession();
  };

  const chooseNetwork = (networkId: string) => {
    void import('./openid.ts').then(({ rememberNetwork }) => rememberNetwork(networkId));
    setState((before) =>
      before.kind === 'signedIn' ? { kind: 'signedIn', session: { ...before.session, networkId } } : before,
    );
  };

  const value = {
    state,
    config,
    hasEnded,
    markEnded: () => setHasEnded(true),
    signIn: () => void signIn(),
    signInAgain,
    signInWithLink,
    ...opened,
    signOut,
    chooseNetwork,
  };
  return <SessionContext value={value}>{children}</SessionContext>;
}

const SIGNED_OUT: SessionState = { kind: 'signedOut', reason: 'You are signed out.' };

/** The session of the stored link token, even if expired: the API rejects that, and the admin can paste a new link. */
function linkSession(): Session | undefined {
  const claims = linkClaims(storedLinkToken() ?? '');
  if (claims === undefined) return undefined;
  const { networkId, sub: userName, role } = claims;
  return {
    kind: isEmbedded ? 'embedded' : 'link',
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
  const { operatorCommand, operatorOptions: options } = useSession().config;
  return (words) => `${operatorCommand} ${words}${options === undefined ? '' : ` ${options}`}`;
}

type OpenedLink =
  /** It was used before, for example: `reason` is a sentence. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** There is no session, or the link is a newer one of the same admin. */
  | { readonly kind: 'accepted' }
  /** The session belongs to another admin or network: the admin has to choose. */
  | { readonly kind: 'foreign'; readonly networkId: string; readonly userName: string };

/** Decides about a link, given the session of the tab. */
function openedLinkOf(link: ExchangedLink, session: Session | undefined): OpenedLink {
  if ('refusal' in link) return { kind: 'refused', reason: link.refusal };
  const claims = linkClaims(link.token);
  if (claims === undefined) return { kind: 'refused', reason: 'The service gave no token for the admin link.' };
  const { networkId, sub: userName } = claims;
  const isSame = session?.kind === 'link' && session.networkId === networkId && session.userName === userName;
  return session === undefined || isSame ? { kind: 'accepted' } : { kind: 'foreign', networkId, userName };
}

/**
 * The link that was opened last, until it is closed. `signIn` is called with the token of a link that is accepted, or
 * that the admin chooses.
 */
function useOpenedLink(state: SessionState, signIn: (token: string) => void) {
  const [link, setLink] = useState<ExchangedLink>();
  const session = state.kind === 'signedIn' ? state.session : undefined;
  const openedLink = link === undefined || state.kind === 'starting' ? undefined : openedLinkOf(link, session);
  const accept = () => {
    if (link !== undefined && 'token' in link) signIn(link.token);
    setLink(undefined);
  };
  const isAccepted = openedLink?.kind === 'accepted';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link.
  useEffect(() => {
    if (isAccepted) accept();
  }, [isAccepted, link]);
  return {
    openedLink,
    setLink,
    closeLink: () => setLink(undefined),
    acceptLink: () => {
      accept();
      location.hash = '#/webhooks';
    },
  };
}
