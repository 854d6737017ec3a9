/** Who is signed in to which network, and the access token for API calls. */

/** A signed-in admin of a network. */
export interface Session {
  /** How they signed in: by an admin link, or through OpenID Connect. */
  readonly kind: 'link' | 'openid';
  readonly networkId: string;
  /** The networks that they can switch between; a link gives access to one. */
  readonly networks: readonly string[];
  readonly userName: string;
  /** The current access token; it may have been renewed since the last call. */
  accessToken(): Promise<string>;
}

/** `reason` is a sentence for the sign-in screen. */
export type SessionState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signedOut'; readonly reason?: string }
  | { readonly kind: 'signedIn'; readonly session: Session };
