/**
 * Admin links (docs/spec/access.md#admin-links). The code of a link arrives in the URL's fragment, which no server
 * sees, is removed from the address bar and history at once, and is exchanged for a token, stored for this tab only.
 */

import { ApiError, createClient } from '@social-platform-services/client';
import { decodeJwt } from 'jose/jwt/decode';
import * as v from 'valibot';
import { isEmbedded } from './embedding.ts';
import type { Role } from './session.ts';

const STORAGE_KEY = 'sps.link-token';
const FRAGMENT = '#link=';

/**
 * Removes the code of the admin link that has opened the panel from the address bar, and returns it, if there is one.
 * Must be called before the router is created, which would take a later code for the address of a screen.
 */
export function takeLinkCode(): string | undefined {
  addEventListener('popstate', (event) => {
    if (codeIn(location.hash) !== undefined) event.stopImmediatePropagation();
  });
  const code = codeIn(location.hash);
  if (code !== undefined) history.replaceState(null, '', `${location.pathname}#/`);
  return code;
}

/** Calls `onCode` with the code of each link that is opened later in this tab. Returns a function that ends this. */
export function listenToLinks(onCode: (code: string) => void): () => void {
  const take = ({ oldURL }: HashChangeEvent): void => {
    const code = codeIn(location.hash);
    if (code === undefined) return;
    history.replaceState(null, '', oldURL);
    onCode(code);
  };
  addEventListener('hashchange', take);
  return () => removeEventListener('hashchange', take);
}

/** The code of a pasted admin link. Undefined for any other text. */
export const pastedCode = (text: string): string | undefined => text.trim().split(FRAGMENT)[1];

/** What became of a link: its token, or a sentence why it has none. */
export type ExchangedLink = { readonly token: string } | { readonly refusal: string };

const TRIES = 3;
/** The same for all tries, so that a code whose response was lost still works. */
const attempt = crypto.randomUUID();

/** Exchanges a code for its token. Never throws. */
export async function exchangeCode(apiUrl: string, code: string): Promise<ExchangedLink> {
  const client = createClient({ baseUrl: apiUrl, token: '' });
  for (let tries = 1; ; tries++) {
    try {
      return await client.redeemAdminLink({ body: { code, attempt } });
    } catch (error) {
      const isRefused = error instanceof ApiError && [400, 404].includes(error.status);
      if (isRefused || tries === TRIES) return { refusal: isRefused ? REFUSED : UNREACHABLE };
    }
  }
}

const REFUSED =
  'The admin link does not work: it was used already, has expired, or is not complete. Ask for a new one.';
const UNREACHABLE = 'The service can’t be reached. Open the admin link again in a moment.';

let ofFrame: string | undefined;

/** The token stored for this tab, if any. */
export const storedLinkToken = (): string | undefined =>
  isEmbedded ? ofFrame : (sessionStorage.getItem(STORAGE_KEY) ?? undefined);

/** Stores a token for this tab. */
export function storeLinkToken(token: string): void {
  if (isEmbedded) ofFrame = token;
  else sessionStorage.setItem(STORAGE_KEY, token);
}

const codeIn = (hash: string): string | undefined =>
  hash.startsWith(FRAGMENT) ? hash.slice(FRAGMENT.length) : undefined;

const LinkClaims = v.object({
  networkId: v.string(),
  sub: v.string(),
  role: v.fallback(v.picklist(['admin', 'viewer']), 'admin'),
  exp: v.number(),
});

/** What follows the network's ID in the group of its viewers (docs/spec/access.md#admin-accounts). */
const VIEWERS_SUFFIX = '_viewer';

/** The claims of a link's or a frame's token: network, user, role, `exp` (seconds since 1970). Else undefined. */
export function linkClaims(token: string): v.InferOutput<typeof LinkClaims> | undefined {
  try {
    return v.parse(LinkClaims, decodeJwt(token));
  } catch {
    return undefined;
  }
}

/** The networks of an account's groups in alphabetical order, with the role in each. */
export function networksOf(groups: readonly string[]): ReadonlyMap<string, Role> {
  const isViewers = (group: string) => group.endsWith(VIEWERS_SUFFIX);
  const viewed = groups.filter(isViewers).map((group) => [group.slice(0, -VIEWERS_SUFFIX.length), 'viewer'] as const);
  const own = groups.filter((group) => !isViewers(group)).map((group) => [group, 'admin'] as const);
  return new Map([...new Map<string, Role>([...viewed, ...own])].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
