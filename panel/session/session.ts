/** Who is signed in to which network, and the access token for API calls. */

/** What somebody may do in a network: change it, or look at it. The API decides; the panel offers what it would allow. */
export type Role = 'admin' | 'viewer';

/** A signed-in admin or viewer of a network. */
export interface Session {
  /** How they signed in: by an admin link, or through OpenID Connect. */
  readonly kind: 'link' | 'openid';
  readonly networkId: string;
  /** Their role in each network that they can switch to; a link gives access to one. */
  readonly networks: ReadonlyMap<string, Role>;
  readonly userName: string;
  /** The current access token; it may have been renewed since the last call. */
  accessToken(): Promise<string>;
}

/** `reason` is a sentence for the sign-in screen. */
export type SessionState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signedOut'; readonly reason?: string }
  | { readonly kind: 'signedIn'; readonly session: Session };
