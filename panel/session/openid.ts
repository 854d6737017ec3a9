/**
 * Sign-in through OpenID Connect: authorization code with PKCE, tokens kept for this tab only and renewed in time.
 *
 * Loaded only where it is used: admins who come by link never download it.
 */
import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import * as v from 'valibot';
import type { PanelConfig } from './panel-config.ts';
import type { Session } from './session.ts';

type SignIn = NonNullable<PanelConfig['signIn']>;

const NETWORK = 'sps.network';
const Groups = v.object({ 'cognito:groups': v.optional(v.array(v.string()), []) });
const NAME_CLAIMS = ['email', 'cognito:username', 'preferred_username', 'sub'] as const;

/** Signs in, out and again. */
export interface OpenIdSignIn {
  /** The session that this tab holds, or that the address bar brings back from the sign-in page; undefined without one. */
  resume(): Promise<Session | undefined>;
  /** Leaves for the sign-in page. */
  begin(): Promise<void>;
  /** Signs in in a window of its own, so that nothing typed in this one is lost. */
  again(): Promise<void>;
  end(): Promise<void>;
}

export function openIdSignIn({ issuer, clientId, scope }: SignIn): OpenIdSignIn {
  const home = new URL('.', location.href.split(/[?#]/)[0]).href;
  const manager = new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: home,
    popup_redirect_uri: home,
    post_logout_redirect_uri: home,
    scope,
    automaticSilentRenew: true,
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    // The window that signs in again has a storage of its own, and must find what this one began.
    stateStore: new WebStorageStateStore({ store: localStorage }),
  });

  return {
    async resume() {
      const user = isCallback() ? await finish() : await manager.getUser();
      if (user === null || user === undefined) return undefined;
      return sessionOf(manager, user.expired === true ? await manager.signinSilent() : user);
    },
    begin: () => manager.signinRedirect(),
    async again() {
      await manager.signinPopup();
    },
    // Cognito's sign-out page wants names of its own; other providers ignore them.
    end: () => manager.signoutRedirect({ extraQueryParams: { client_id: clientId, logout_uri: home } }),
  };

  /** A sign-in page came back to this URL: in this tab, or in the window that `again` opened. */
  async function finish(): Promise<User | undefined> {
    try {
      return (await manager.signinCallback()) ?? undefined;
    } finally {
      history.replaceState(null, '', `${location.pathname}#/`);
    }
  }
}

/** The network that an admin last chose in this tab. */
export const rememberNetwork = (networkId: string): void => sessionStorage.setItem(NETWORK, networkId);

const isCallback = (): boolean => {
  const query = new URLSearchParams(location.search);
  return query.has('state') && (query.has('code') || query.has('error'));
};

function sessionOf(manager: UserManager, user: User | null): Session | undefined {
  if (user === null) return undefined;
  const networks = v.parse(Groups, user.profile)['cognito:groups'].toSorted();
  const chosen = sessionStorage.getItem(NETWORK);
  const networkId = networks.find((network) => network === chosen) ?? networks[0];
  if (networkId === undefined)
    throw new Error('You are signed in, but an admin of no network. Ask an operator to add you to one.');
  const userName = NAME_CLAIMS.map((claim) => user.profile[claim]).find((value) => typeof value === 'string') ?? '';
  return {
    kind: 'openid',
    networkId,
    networks,
    userName,
    async accessToken() {
      return (await manager.getUser())?.access_token ?? '';
    },
  };
}
