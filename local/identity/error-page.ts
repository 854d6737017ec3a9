/** The page for a request that can't be redirected to the panel, such as one with an unknown redirect URI. */
import { escaped, page } from './page.ts';

export const errorPage = (error: string, description: string): string =>
  page('Signing in failed', `<p role="alert">${escaped(description === '' ? error : `${error}: ${description}`)}</p>`);
