/**
 * The webhooks of a network, cached for two seconds, so that a change by an admin takes effect well within five. A
 * webhook that was created just before an event was accepted still gets it.
 */
import { LRUCache } from 'lru-cache';
import { isValiError } from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import type { TableKey } from '../../contract/tables.ts';
import { networksTable } from '../auth/networks-table.ts';
import { type MalformedWebhook, type Webhook, webhooksTable } from './webhooks-table.ts';

const CACHED_MS = 2000;
const MAX_NETWORKS = 1000;

/** What sending needs to know of a network. */
interface NetworkWebhooks {
  /** Whether the network has webhooks switched on. */
  readonly on: boolean;
  readonly webhooks: ReadonlyMap<string, Webhook>;
  readonly malformed: readonly MalformedWebhook[];
}

/** A read of the tables: when it began, in milliseconds, and its result. */
interface CachedRead {
  readonly readAt: number;
  readonly network: Promise<NetworkWebhooks>;
  /** By id, webhooks that were changed since; each is read again when it is looked for. */
  readonly changed: Map<string, Promise<Webhook | undefined> | undefined>;
}

export type WebhookDirectory = ReturnType<typeof webhookDirectory>;

type Networks = Pick<ReturnType<typeof networksTable>, 'readSettings'>;
type Webhooks = Pick<ReturnType<typeof webhooksTable>, 'list' | 'find'>;

/** The item of a webhook is malformed; the log of the webhooks table says why. */
export class MalformedWebhookError extends Error {}

/** A directory over the tables. `now` returns milliseconds. */
export function webhookDirectory(
  networks: Networks = networksTable(),
  webhooks: Webhooks = webhooksTable(),
  now: () => number = Date.now,
) {
  // Promises, so that concurrent callers share one read, and forgetting it while it runs does not affect them.
  const cache = new LRUCache<NetworkId, CachedRead>({
    max: MAX_NETWORKS,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now },
  });

  return {
    /**
     * The enabled webhooks of a network, and malformed items that may be enabled; none where the feature is off. As they
     * were at `since` (milliseconds), or now if that is earlier, or later: an older cached read is repeated.
     */
    async forEvents(networkId: NetworkId, since: number) {
      const { on, webhooks, malformed } = await readOf(networkId, since).network;
      if (!on) return { webhooks: [], malformed: [] };
      return {
        webhooks: [...webhooks.values()].filter(({ enabled }) => enabled),
        malformed: malformed.filter(({ enabled }) => enabled),
      };
    },
    /** A webhook and whether it may be sent to now, or undefined where it was deleted. Throws MalformedWebhookError. */
    async find(networkId: NetworkId, webhookId: string) {
      const { network, changed } = readOf(networkId);
      const { on, webhooks, malformed } = await network;
      // Its deliveries are no fault of its receiver: their messages come again, and end in the dead-letter queue.
      const isMalformed = malformed.some((one) => one.webhookId === webhookId);
      if (isMalformed && !changed.has(webhookId)) throw new MalformedWebhookError(webhookId);
      const webhook = changed.has(webhookId)
        ? await findAgain({ networkId, webhookId }, changed)
        : webhooks.get(webhookId);
      return webhook && { webhook, sending: on && webhook.enabled };
    },
    /** Has a webhook that was just changed read again by itself: a paced receiver changes with each of its turns. */
    forget(networkId: NetworkId, webhookId: string): void {
      cache.get(networkId)?.changed.set(webhookId, undefined);
    },
    /** Has a network and its webhooks read again. */
    forgetNetwork(networkId: NetworkId): void {
      cache.delete(networkId);
    },
  };

  function readOf(networkId: NetworkId, since = Number.NEGATIVE_INFINITY): CachedRead {
    const cached = cache.get(networkId);
    // A read of the future was made while the clock was wrong, and would stay until then.
    if (cached !== undefined && cached.readAt >= Math.min(since, now()) && cached.readAt <= now()) return cached;
    const read: CachedRead = { readAt: now(), network: readNetwork(networkId), changed: new Map() };
    // Otherwise expired entries would stay until the bound is reached: up to 50 webhooks of each network.
    cache.purgeStale();
    cache.set(networkId, read);
    read.network.catch(() => cache.delete(networkId));
    return read;
  }

  function findAgain(webhook: TableKey<'webhooks'>, changed: CachedRead['changed']): Promise<Webhook | undefined> {
    const { webhookId } = webhook;
    const found =
      changed.get(webhookId) ??
      webhooks.find(webhook).catch((error: unknown) => {
        changed.set(webhookId, undefined);
        throw isValiError(error) ? new MalformedWebhookError(webhookId) : error;
      });
    changed.set(webhookId, found);
    return found;
  }

  async function readNetwork(networkId: NetworkId): Promise<NetworkWebhooks> {
    const malformed: MalformedWebhook[] = [];
    const [settings, all] = await Promise.all([
      networks.readSettings(networkId),
      webhooks.list(networkId, (webhook) => malformed.push(webhook)),
    ]);
    return {
      on: settings?.features.webhooks ?? false,
      webhooks: new Map(all.map((webhook) => [webhook.webhookId, webhook])),
      malformed,
    };
  }
}
