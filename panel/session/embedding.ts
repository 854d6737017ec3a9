/**
 * The panel in a frame of a customer's product (docs/guides/admin-panel.md#in-your-own-product). Its session is what
 * the page around it gives, and is kept in memory: browsers may block storage there, and
 * another tab may have stored another admin's.
 */
import * as v from 'valibot';

export const isEmbedded = window.parent !== window;

const TokenMessage = v.object({ type: v.literal('sps.token'), token: v.string() });

/** Asks the page around the panel for a token. The message tells nothing, so any page may get it. */
export const askParentForToken = (): void => window.parent.postMessage({ type: 'sps.ready' }, '*');

/**
 * Asks for a token, and calls `onToken` with each that the page around the panel sends, if it is of exactly one of
 * these origins. Returns a function that ends this.
 */
export function listenToParent(origins: readonly string[], onToken: (token: string) => void): () => void {
  if (!isEmbedded || origins.length === 0) return () => {};
  const take = ({ data, origin, source }: MessageEvent): void => {
    if (source !== window.parent || !origins.includes(origin)) return;
    const { success, output } = v.safeParse(TokenMessage, data);
    if (success) onToken(output.token);
  };
  addEventListener('message', take);
  askParentForToken();
  return () => removeEventListener('message', take);
}
