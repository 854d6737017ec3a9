/** The lane of first attempts (docs/adr/0014-two-lanes.md). */
import { LRUCache } from 'lru-cache';
import type { Lane } from '../../contract/delivery-settings.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { Ceilings } from '../pacing/ceiling.ts';
import { isOpen, isUnknown } from '../pacing/flow.ts';
import { available, millisecondsFor } from '../shared/quotas/allowance.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';

/** By then the first request to a receiver has ended, and its flow says what came of it. */
const FIRST_OUTCOME_MS = MINUTE_MS;
const MAX_RECEIVERS = 10_000;
/** What a process of fan-out puts into the fast lane for a network: 100 deliveries at once, and 100 a second. */
const SHARE = { capacity: 100, refill: 0.1 };
const MAX_NETWORKS = 1000;

/**
 * Chooses the lane of the next event to a webhook, in one process: the fast lane is for receivers that are open, and
 * for the first event to one that nobody has tried. What comes right after that waits for its outcome in the slow lane,
 * and so does what a network has beyond its share: behind a flood nobody's messages should wait. `now` returns
 * milliseconds since 1970.
 */
export function laneChoice(now: () => number = Date.now) {
  const tried = new LRUCache<string, true>({
    max: MAX_RECEIVERS,
    ttl: FIRST_OUTCOME_MS,
    ttlResolution: 0,
    perf: { now },
  });
  /** By network: when its share is whole again, in milliseconds since 1970. */
  const refilledAt = new LRUCache<string, number>({ max: MAX_NETWORKS });
  return (webhook: Pick<Webhook, 'networkId' | 'webhookId' | 'flow'> & Ceilings): Lane => {
    const { networkId, webhookId, flow } = webhook;
    if (isOpen(webhook)) return isWithinShare(networkId) ? 'fast' : 'slow';
    if (!isUnknown(flow) || tried.has(webhookId)) return 'slow';
    tried.set(webhookId, true);
    return 'fast';
  };

  function isWithinShare(networkId: string): boolean {
    const before = refilledAt.get(networkId) ?? 0;
    if (available(before, now(), SHARE) < 1) return false;
    refilledAt.set(networkId, Math.max(before, now()) + millisecondsFor(1, SHARE));
    return true;
  }
}
