/** Shows new deliveries of a network by its delivery log, for a service that can't reach this machine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Client, type DeliveryOfWebhook } from '@social-platform-services/client';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../contract/durations.ts';
import { asksFor } from '../../contract/event-names.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { writeNote, writeResult } from '../output.ts';
import { loggedDeliveryJson, loggedDeliveryText } from './messages.ts';

interface WatchOptions {
  readonly networkId: NetworkId;
  /** Patterns. */
  readonly events: readonly string[];
  readonly json: boolean;
}

const INTERVAL_MS = 2_000;
/** How old the event of a new delivery in the log may be: the log lags, and a first attempt can wait. */
const LOOK_BACK_MS = 5 * MINUTE_MS;
/** Mostly only pages with news are read, the latest first; each so many times, all of them. */
const ALL_PAGES_EVERY = 15;
const PER_PAGE = 100;
const MAX_SEEN = 100_000;

/** Prints each delivery once, when it is first in the log, until `signal` is aborted. Throws errors of the client. */
export async function watchLog(client: Client, options: WatchOptions, signal: AbortSignal): Promise<void> {
  const beganAt = Date.now();
  const seen = new LRUCache<string, true>({ max: MAX_SEEN });
  writeNote(
    `reading the delivery log of the network ${options.networkId}, every ${INTERVAL_MS / 1000} s. Nothing is sent to this machine, and no signature is checked. Ctrl-C ends.`,
  );
  for (let round = 0; !signal.aborted; round += 1) {
    const since = new Date(Math.max(beganAt, Date.now() - LOOK_BACK_MS)).toISOString();
    for (const delivery of await unseen(since, round % ALL_PAGES_EVERY === 0)) {
      seen.set(delivery.deliveryId, true);
      if (asksFor(options.events, delivery.event)) await print(delivery);
    }
    await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }

  /** The deliveries that were not printed yet, the oldest event first. */
  async function unseen(since: string, isOfAllPages: boolean): Promise<readonly DeliveryOfWebhook[]> {
    const found: DeliveryOfWebhook[] = [];
    let start: string | undefined;
    let isNews: boolean;
    do {
      const query = { since, limit: PER_PAGE, ...(start !== undefined && { start }) };
      const page = await client.listNetworkDeliveries({ query });
      const news = page.results.filter(({ deliveryId }) => !seen.has(deliveryId));
      found.push(...news);
      isNews = news.length > 0;
      start = page.start;
    } while (start !== undefined && (isNews || isOfAllPages) && !signal.aborted);
    return found.toReversed();
  }

  async function print(delivery: DeliveryOfWebhook): Promise<void> {
    const { webhookId, deliveryId } = delivery;
    const shown = client.showDelivery({ parameters: { webhookId, deliveryId } });
    const { payload } = await shown.catch((error: unknown): { readonly payload?: string } => {
      // The webhook was deleted meanwhile.
      if (error instanceof ApiError && error.status === 404) return {};
      throw error;
    });
    await writeResult(options.json ? loggedDeliveryJson(delivery, payload) : loggedDeliveryText(delivery, payload));
  }
}
