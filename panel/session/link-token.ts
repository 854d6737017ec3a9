/**
 * The token of an admin link (`ctl admin-link`). It arrives in the URL's fragment, which no server sees, is removed from the
 * address bar and the history at once, and is stored for this tab only.
 */
import { linkClaims } from './claims.ts';

const STORAGE_KEY = 'sps.link-token';
const FRAGMENT = /^#token=([\w.-]+)$/;

/** Moves a token from the address bar, if there is one, into the tab's storage. */
export function takeTokenFromAddress(): void {
  const token = FRAGMENT.exec(location.hash)?.[1];
  if (token === undefined) return;
  sessionStorage.setItem(STORAGE_KEY, token);
  history.replaceState(null, '', `${location.pathname}#/`);
}

/** The token stored for this tab, if any. */
export const storedLinkToken = (): string | undefined => sessionStorage.getItem(STORAGE_KEY) ?? undefined;

/** Deletes the stored token. */
export const deleteLinkToken = (): void => sessionStorage.removeItem(STORAGE_KEY);

/** Stores the token of a pasted admin link, or a pasted token. Returns false, storing nothing, if the text is neither. */
export function storePastedLink(text: string): boolean {
  const token = text.trim().split('#token=').at(-1) ?? '';
  if (linkClaims(token) === undefined) return false;
  sessionStorage.setItem(STORAGE_KEY, token);
  return true;
}
