/** An admin link that was opened in this tab. It must not replace the session of another admin unnoticed. */
import { useEffect, useState } from 'react';
import { type LinkTokens, linkClaims } from './link.ts';
import type { Session, SessionState } from './session.ts';

export type OpenedLink =
  /** The link was not copied completely, for example. */
  | { readonly kind: 'malformed' }
  /** There is no session, or the link is a newer one of the same admin. */
  | { readonly kind: 'accepted' }
  /** The session belongs to another admin or network: the admin has to choose. */
  | { readonly kind: 'foreign'; readonly networkId: string; readonly userName: string };

/** Decides about a link with this token, given the session of the tab. */
export function openedLinkOf(token: string, session: Session | undefined): OpenedLink {
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
export function useOpenedLink(linkTokens: LinkTokens, state: SessionState, signIn: (token: string) => void) {
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
