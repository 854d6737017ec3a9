/** Webhooks that a former `listen` could not remove: it was killed, or its cloud was gone. */
import { isReceiving } from './receiver.ts';
import type { WebhooksApi } from './webhooks-api.ts';

/** Marks a webhook as one that `listen` made, to people too. */
export const DESCRIPTION = 'ctl listen';

/** Removes those of the network whose receiver is gone, and answers how many. One that still listens keeps its own. */
export async function removeLeftBehind(api: WebhooksApi): Promise<number> {
  const ours = (await api.list()).filter(({ description, url }) => description === DESCRIPTION && isOnLoopback(url));
  const removed = await Promise.all(
    ours.map(async ({ webhookId, url }) => {
      if (await isReceiving(url)) return 0;
      await api.remove(webhookId);
      return 1;
    }),
  );
  return removed.reduce<number>((sum, one) => sum + one, 0);
}

const isOnLoopback = (url: string): boolean => URL.parse(url)?.hostname === '127.0.0.1';
