/** Tells the webhooks table what attempts say of a receiver: its lane, since when it fails, that it is down, that it is gone. */
import { LRUCache } from 'lru-cache';
import type { WebhookHealthTable } from '../webhooks/webhook-health-table.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { type AttemptOutcome, meansGone } from './attempt.ts';
import { type Breakers, drainMessage, FIRST_WINDOW } from './breaker.ts';
import type { DeliverySettings } from './delivery-settings.ts';
import type { QueuedMessage } from './lanes.ts';
import type { ReceiverWatch } from './receiver-watch.ts';
import type { WebhookDirectory } from './webhook-directory.ts';

/** One change is told once in so many milliseconds: the messages of a batch all see the same old health. */
const QUIET_MILLISECONDS = 2000;

/** What the reporter works with. Times are milliseconds since 1970. */
export interface ReporterTools {
  readonly health: WebhookHealthTable;
  readonly directory: Pick<WebhookDirectory, 'forget'>;
  readonly breakers: Pick<Breakers, 'open'>;
  readonly watch: ReceiverWatch;
  readonly settings: Pick<DeliverySettings, 'disableAfterSeconds'>;
  readonly now: () => number;
}

/** Reports an attempt and answers the messages that follow from it. */
export type ReportHealth = (webhook: Webhook, outcome: AttemptOutcome) => Promise<readonly QueuedMessage[]>;

export function healthReporter({ health, directory, breakers, watch, settings, now }: ReporterTools): ReportHealth {
  const told = new LRUCache<string, true>({
    max: 10_000,
    ttl: QUIET_MILLISECONDS,
    ttlResolution: 0,
    perf: { now },
  });

  return async (webhook, outcome) => {
    watch.note(webhook.webhookId, outcome);
    const messages = await Promise.all([changedLane(webhook), changedFortune(webhook, outcome)]);
    return messages.flat();
  };

  async function changedLane(webhook: Webhook): Promise<QueuedMessage[]> {
    const lane = watch.lane(webhook.webhookId);
    if (lane === undefined || lane === (webhook.lane ?? 'slow')) return [];
    await once(webhook, `lane ${lane}`, () => health.setLane(webhook, lane));
    return [];
  }

  async function changedFortune(webhook: Webhook, outcome: AttemptOutcome): Promise<QueuedMessage[]> {
    const { failingSince, breaker } = webhook;
    if (outcome.class === 'delivered') {
      if (failingSince !== undefined) await once(webhook, 'recovered', () => health.endFailing(webhook));
      return [];
    }
    if (meansGone(outcome)) return await disable(webhook, 'gone');
    if (failingSince === undefined) await once(webhook, 'failing', () => health.beginFailing(webhook, iso(now())));
    else if (now() - Date.parse(failingSince) > settings.disableAfterSeconds * 1000)
      return await disable(webhook, 'failing');
    if (breaker !== undefined || !watch.isDown(webhook.webhookId)) return [];
    const probes = await breakers.open(webhook);
    directory.forget(webhook.networkId);
    return probes;
  }

  async function disable(webhook: Webhook, reason: 'gone' | 'failing'): Promise<QueuedMessage[]> {
    const disabled = await health.disable(webhook, reason, iso(now()));
    directory.forget(webhook.networkId);
    if (!disabled) return [];
    const { networkId, webhookId, url } = webhook;
    // An alarm counts lines with this name (lib/constructs/delivery-alarms.ts).
    console.warn({ name: 'webhook-disabled', networkId, webhookId, host: URL.parse(url)?.host, reason });
    return [drainMessage(webhook, FIRST_WINDOW)];
  }

  async function once(webhook: Webhook, what: string, tell: () => Promise<boolean>): Promise<void> {
    const key = `${webhook.webhookId} ${what}`;
    if (told.has(key)) return;
    // Else 10,000 of them would stay after an outage.
    told.purgeStale();
    told.set(key, true);
    await tell();
    directory.forget(webhook.networkId);
  }
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
