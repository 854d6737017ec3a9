/** The lane of first attempts (docs/adr/0014-two-lanes.md). */
import { LRUCache } from 'lru-cache';
import type { Lane } from '../../../contract/delivery-settings.ts';
import type { Webhook } from '../../webhooks/webhooks-table.ts';
import { isOpen, isUnknown } from '../model/flow.ts';

/** By then the first request to a receiver has ended, and its flow says what came of it. */
const FIRST_MILLISECONDS = 60_000;
const MAX_RECEIVERS = 10_000;

/** Chooses the lane of the next event to a webhook. */
export type ChooseLane = (webhook: Pick<Webhook, 'webhookId' | 'enabled' | 'flow'>) => Lane;

/**
 * A choice of one process: the fast lane is for receivers that are open, and for the first event to one that nobody has tried.
 * What comes right after that waits for its outcome in the slow lane. `now` returns milliseconds since 1970.
 */
export function laneChoice(now: () => number = Date.now): ChooseLane {
  const tried = new LRUCache<string, true>({
    max: MAX_RECEIVERS,
    ttl: FIRST_MILLISECONDS,
    ttlResolution: 0,
    perf: { now },
  });
  return ({ webhookId, enabled, flow }) => {
    if (enabled && isOpen(flow)) return 'fast';
    if (!enabled || !isUnknown(flow) || tried.has(webhookId)) return 'slow';
    tried.set(webhookId, true);
    return 'fast';
  };
}
