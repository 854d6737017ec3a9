/**
 * Admin links (`ctl admin-link`). The token of a link arrives in the URL's fragment, which no server sees, is removed from the
 * address bar and the history at once, and is stored for this tab only.
 */
import * as v from 'valibot';
import type { Role } from './session.ts';

const STORAGE_KEY = 'sps.link-token';
const FRAGMENT = '#token=';

/** The tokens of the admin links that are opened in this tab. */
export interface LinkTokens {
  /** Of the link that opened the panel, if one did. */
  readonly first: string | undefined;
  /** Calls `onToken` with the token of each later link. Returns a function that ends this. */
  subscribe(onToken: (token: string) => void): () => void;
}

/**
 * Removes the tokens of admin links from the address bar: one that is there now, and those of links that are opened later.
 * Must be called before the router is created, which would take a later token for the address of a screen.
 */
export function takeLinkTokens(): LinkTokens {
  const listeners = new Set<(token: string) => void>();
  addEventListener('popstate', (event) => {
    if (tokenIn(location.hash) !== undefined) event.stopImmediatePropagation();
  });
  addEventListener('hashchange', ({ oldURL }) => {
    const token = tokenIn(location.hash);
    if (token === undefined) return;
    history.replaceState(null, '', oldURL);
    for (const listener of listeners) listener(token);
  });
  const first = tokenIn(location.hash);
  if (first !== undefined) history.replaceState(null, '', `${location.pathname}#/`);
  return {
    first,
    subscribe(onToken) {
      listeners.add(onToken);
      return () => listeners.delete(onToken);
    },
  };
}

/** The token of a pasted admin link, or a pasted token. Undefined if the text is neither. */
export function pastedToken(text: string): string | undefined {
  const token = text.trim().split(FRAGMENT).at(-1) ?? '';
  return linkClaims(token) === undefined ? undefined : token;
}

/** The token stored for this tab, if any. */
export const storedLinkToken = (): string | undefined => sessionStorage.getItem(STORAGE_KEY) ?? undefined;

/** Stores a token for this tab. */
export const storeLinkToken = (token: string): void => sessionStorage.setItem(STORAGE_KEY, token);

/** Deletes the stored token. */
export const deleteLinkToken = (): void => sessionStorage.removeItem(STORAGE_KEY);

const tokenIn = (hash: string): string | undefined =>
  hash.startsWith(FRAGMENT) ? hash.slice(FRAGMENT.length) : undefined;

const LinkClaims = v.object({
  networkId: v.string(),
  sub: v.string(),
  role: v.fallback(v.picklist(['admin', 'viewer']), 'admin'),
  exp: v.number(),
});

/** What follows the network's ID in the group of its viewers (docs/spec/access.md#admin-accounts). */
const VIEWERS_SUFFIX = '_viewer';

/** The claims of an admin link's token: network, user, role, and `exp` in seconds since 1970. Undefined for any other text. */
export function linkClaims(token: string): v.InferOutput<typeof LinkClaims> | undefined {
  const claims = v.safeParse(LinkClaims, payloadOf(token));
  return claims.success ? claims.output : undefined;
}

/** The networks of an account's groups in alphabetical order, with the role in each. */
export function networksOf(groups: readonly string[]): ReadonlyMap<string, Role> {
  const isViewers = (group: string) => group.endsWith(VIEWERS_SUFFIX);
  const viewed = groups.filter(isViewers).map((group) => [group.slice(0, -VIEWERS_SUFFIX.length), 'viewer'] as const);
  const own = groups.filter((group) => !isViewers(group)).map((group) => [group, 'admin'] as const);
  return new Map([...new Map<string, Role>([...viewed, ...own])].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function payloadOf(token: string): unknown {
  const [, payload] = token.split('.');
  if (payload === undefined) return undefined;
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))));
  } catch {
    return undefined;
  }
}
