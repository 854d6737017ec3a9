/**
 * Webhooks of a network, remembered for two seconds, so that a change by an admin takes effect well within five. A webhook
 * that was created before an event was accepted gets it all the same.
 */
import { LRUCache } from 'lru-cache';
import type { NetworkId } from '../../contract/ids.ts';
import { networksTable } from '../auth/networks-table.ts';
import { type Webhook, webhooksTable } from '../webhooks/webhooks-table.ts';

const REMEMBERED_MILLISECONDS = 2000;
const MAX_NETWORKS = 1000;

/** What is known of a network for sending. */
interface NetworkWebhooks {
  /** Whether the network has webhooks switched on. */
  readonly on: boolean;
  readonly webhooks: ReadonlyMap<string, Webhook>;
}

/** A look at the tables: when it began, in milliseconds, and what it found. */
interface Look {
  readonly lookedAt: number;
  readonly network: Promise<NetworkWebhooks>;
}

/** Looks webhooks up. */
export interface WebhookDirectory {
  /**
   * The enabled webhooks of a network, none where the feature is off, as they were at `since` (milliseconds) or later: what is
   * remembered from before that is looked up again.
   */
  enabled(networkId: NetworkId, since: number): Promise<readonly Webhook[]>;
  /** A webhook and whether it may be sent to now, or undefined where it was deleted. */
  find(networkId: NetworkId, webhookId: string): Promise<{ webhook: Webhook; sending: boolean } | undefined>;
  /** Forgets a network, so that the next look sees what was just changed. */
  forget(networkId: NetworkId): void;
}

type Networks = Pick<ReturnType<typeof networksTable>, 'readSettings'>;
type Webhooks = Pick<ReturnType<typeof webhooksTable>, 'list'>;

/** A directory over the tables. `now` answers milliseconds. */
export function webhookDirectory(
  networks: Networks = networksTable(),
  webhooks: Webhooks = webhooksTable(),
  now: () => number = Date.now,
): WebhookDirectory {
  // Promises, so that those who ask at once share one look, and forgetting one under way leaves its askers alone.
  const known = new LRUCache<NetworkId, Look>({
    max: MAX_NETWORKS,
    ttl: REMEMBERED_MILLISECONDS,
    ttlResolution: 0,
    perf: { now },
  });

  return {
    async enabled(networkId, since) {
      const network = await look(networkId, since);
      return network.on ? [...network.webhooks.values()].filter(({ enabled }) => enabled) : [];
    },
    async find(networkId, webhookId) {
      const network = await look(networkId);
      const webhook = network.webhooks.get(webhookId);
      return webhook && { webhook, sending: network.on && webhook.enabled };
    },
    forget(networkId) {
      known.delete(networkId);
    },
  };

  function look(networkId: NetworkId, since = Number.NEGATIVE_INFINITY): Promise<NetworkWebhooks> {
    const remembered = known.get(networkId);
    if (remembered !== undefined && remembered.lookedAt >= since) return remembered.network;
    const network = read(networkId);
    // Else what is too old to be used would stay until the bound is reached: up to 100 webhooks of each network.
    known.purgeStale();
    known.set(networkId, { lookedAt: now(), network });
    network.catch(() => known.delete(networkId));
    return network;
  }

  async function read(networkId: NetworkId): Promise<NetworkWebhooks> {
    const [settings, all] = await Promise.all([networks.readSettings(networkId), webhooks.list(networkId)]);
    return {
      on: settings?.features.webhooks ?? false,
      webhooks: new Map(all.map((webhook) => [webhook.webhookId, webhook])),
    };
  }
}
