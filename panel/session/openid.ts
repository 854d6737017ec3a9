/**
 * Sign-in through OpenID Connect: authorization code with PKCE. Tokens are stored for this tab only, and renewed when a
 * call needs them. Loaded only when needed: admins who use a link never download it.
 */
import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import * as v from 'valibot';
import { networksOf } from './link.ts';
import { renewInAllTabs } from './other-tabs.ts';
import type { PanelConfig, Session } from './session.ts';

type SignIn = NonNullable<PanelConfig['signIn']>;

const NETWORK_KEY = 'sps.network';
const Groups = v.object({ 'cognito:groups': v.optional(v.array(v.string()), []) });
/** The fragment of a screen's address. */
const Screen = v.pipe(v.string(), v.startsWith('#/'));
/** Seconds before its end at which a token is renewed: a call may take a while. */
const RENEWED_SECONDS_BEFORE = 60;
const NAME_CLAIMS = ['email', 'cognito:username', 'preferred_username', 'sub'] as const;

export interface OpenIdSignIn {
  /** This tab's stored session, or the one the sign-in page has just returned to this URL; undefined without one. */
  resume(): Promise<Session | undefined>;
  /** Redirects to the sign-in page, which leads back to this screen. */
  signIn(): Promise<void>;
  /** Signs in again in a pop-up window, so that no input on the screen is lost. Somebody else may do so. */
  signInAgain(): Promise<Session | undefined>;
  signOut(): Promise<void>;
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
    // The timers of a tab that is asleep or hidden come too late.
    automaticSilentRenew: false,
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    // The pop-up window has a session storage of its own, and must find the state that this one stored.
    stateStore: new WebStorageStateStore({ store: localStorage }),
  });

  let renewal: Promise<User | null> | undefined;

  return {
    async resume() {
      const user = isCallback() ? await inPlainWords(finish()) : await manager.getUser();
      if (user === null || user === undefined) return undefined;
      return sessionOf(user.expired === true ? await renew() : user, accessToken);
    },
    signIn: () => manager.signinRedirect({ state: location.hash }),
    async signInAgain() {
      return sessionOf(await inPlainWords(manager.signinPopup()), accessToken);
    },
    // Cognito's sign-out page needs its own parameter names; other providers ignore them.
    signOut: () => manager.signoutRedirect({ extraQueryParams: { client_id: clientId, logout_uri: home } }),
  };

  /** The token, renewed if it expires soon; if that is not possible the old one, of which the API says what is wrong. */
  async function accessToken(): Promise<string> {
    const user = await manager.getUser();
    const isDue = user?.expires_in !== undefined && user.expires_in < RENEWED_SECONDS_BEFORE;
    const renewed = isDue ? await renew().catch(() => null) : null;
    return (renewed ?? user)?.access_token ?? '';
  }

  /** Renews the tokens, once for all calls that need it. Rejects if that is not possible. */
  function renew(): Promise<User | null> {
    renewal ??= renewInAllTabs(() => manager.signinSilent()).finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  /** Handles the sign-in page's redirect to this URL, in this tab or in the window that `signInAgain` opened. */
  async function finish(): Promise<User | undefined> {
    let user: User | undefined;
    try {
      user = (await manager.signinCallback()) ?? undefined;
      return user;
    } finally {
      const { success, output } = v.safeParse(Screen, user?.state);
      history.replaceState(null, '', `${location.pathname}${success ? output : '#/'}`);
    }
  }
}

/** For messages of the library, which are for developers. */
const plainWords: Readonly<Record<string, string>> = {
  'Attempted to navigate on a disposed window':
    'The browser has not opened the window. Allow pop-up windows of this page, and try again.',
  'Popup closed by user': 'The window was closed before the sign-in had ended.',
  'No matching state found in storage': 'It was begun too long ago, or in another browser. Begin again.',
};

const inPlainWords = <T>(signIn: Promise<T>): Promise<T> =>
  signIn.catch((error: unknown) => {
    throw error instanceof Error ? new Error(plainWords[error.message] ?? error.message) : error;
  });

/** Stores the network that the admin chose in this tab. */
export const rememberNetwork = (networkId: string): void => sessionStorage.setItem(NETWORK_KEY, networkId);

const isCallback = (): boolean => {
  const query = new URLSearchParams(location.search);
  return query.has('state') && (query.has('code') || query.has('error'));
};

/** The network that a mail's link names, which is removed from the address: the admin may choose another later. */
function takeNamedNetwork(): string | undefined {
  const [query, named] = /\?network=([a-z0-9-]+)$/.exec(location.hash) ?? [];
  if (query !== undefined) history.replaceState(null, '', location.hash.slice(0, -query.length));
  return named;
}

function sessionOf(user: User | null, accessToken: Session['accessToken']): Session | undefined {
  if (user === null) return undefined;
  const networks = networksOf(v.parse(Groups, user.profile)['cognito:groups']);
  const named = takeNamedNetwork();
  const candidates = [named, sessionStorage.getItem(NETWORK_KEY) ?? undefined, ...networks.keys()];
  const networkId = candidates.find((one) => one !== undefined && networks.has(one));
  if (networkId === undefined)
    throw new Error('You are signed in, but you are not an admin of any network. Ask an operator to add you to one.');
  if (networkId === named) rememberNetwork(networkId);
  const userName = NAME_CLAIMS.map((claim) => user.profile[claim]).find((value) => typeof value === 'string') ?? '';
  return {
    kind: 'openid',
    networkId,
    networks,
    userName,
    accessToken,
  };
}
