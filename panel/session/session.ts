/** Who is signed in to which network, and how calls of the API get their token. */

/** An admin of a network, signed in. */
export interface Session {
  /** How they came: by a link, or through OpenID Connect. */
  readonly kind: 'link' | 'openid';
  readonly networkId: string;
  /** The networks that they may switch between; with a link, the one. */
  readonly networks: readonly string[];
  readonly userName: string;
  /** The access token as it is right now; it may have been renewed since the last call. */
  accessToken(): Promise<string>;
}

/** What the panel knows at its start. `signedOut` may say why. */
export type SessionState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signedOut'; readonly reason?: string }
  | { readonly kind: 'signedIn'; readonly session: Session };
