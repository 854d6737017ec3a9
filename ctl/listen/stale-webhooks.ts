/** Cleans up webhooks that an earlier `listen` could not remove, because it was killed or its local cloud had ended. */

import type { WebhooksApi } from '../webhooks-api.ts';
import { isReceiving } from './receiver.ts';

/** The description of webhooks that `listen` creates: it recognizes its own by it. */
export const DESCRIPTION = 'ctl listen';

/** Removes the webhooks that `listen` created for a receiver that is gone, and returns their number. */
export async function removeStaleWebhooks(api: WebhooksApi): Promise<number> {
  const own = (await api.list()).filter(({ description, url }) => description === DESCRIPTION && isOnLoopback(url));
  const removed = await Promise.all(
    own.map(async ({ webhookId, url }) => {
      if (await isReceiving(url)) return [];
      await api.remove(webhookId);
      return [webhookId];
    }),
  );
  return removed.flat().length;
}

const isOnLoopback = (url: string): boolean => URL.parse(url)?.hostname === '127.0.0.1';
