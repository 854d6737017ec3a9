/** The page for a request that can't lead back to the panel, such as one from an address that it is not registered at. */
import { escaped, page } from './page.ts';

export const errorPage = (error: string, description: string): string =>
  page('Signing in failed', `<p role="alert">${escaped(description === '' ? error : `${error}: ${description}`)}</p>`);
