/**
 * The token of an admin link (`ctl admin-link`): it arrives in the URL's fragment, which no server sees, leaves the address
 * bar and the history at once, and is kept for this tab only.
 */
import { linkClaims } from './claims.ts';

const STORED = 'sps.link-token';
const FRAGMENT = /^#token=([\w.-]+)$/;

/** Moves a token from the address bar into the tab's storage. Nothing happens where there is none. */
export function takeTokenFromAddress(): void {
  const token = FRAGMENT.exec(location.hash)?.[1];
  if (token === undefined) return;
  sessionStorage.setItem(STORED, token);
  history.replaceState(null, '', `${location.pathname}#/`);
}

/** The token that this tab holds, if it holds one. */
export const storedLinkToken = (): string | undefined => sessionStorage.getItem(STORED) ?? undefined;

/** Forgets the token. */
export const forgetLinkToken = (): void => sessionStorage.removeItem(STORED);

/** Keeps the token of a link, or a token, that someone pasted. Says whether it was one. */
export function keepPastedLink(text: string): boolean {
  const token = text.trim().split('#token=').at(-1) ?? '';
  if (linkClaims(token) === undefined) return false;
  sessionStorage.setItem(STORED, token);
  return true;
}
