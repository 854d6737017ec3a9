/** Writes what attempts show about a receiver to the webhooks table: its lane, since when it fails, that it is down or gone. */
import { LRUCache } from 'lru-cache';
import type { DeliverySettings } from '../../../contract/delivery-settings.ts';
import type { Webhook } from '../../webhooks/webhooks-table.ts';
import { type AttemptOutcome, meansGone } from '../model/attempt.ts';
import { drainMessage, FIRST_WINDOW, type QueuedMessage } from '../queue/messages.ts';
import type { Breakers } from './breaker.ts';
import type { ReceiverHealthTable } from './receiver-health-table.ts';
import type { ReceiverWatch } from './receiver-watch.ts';
import type { WebhookDirectory } from './webhook-directory.ts';

/** The same change is written once in this time: all messages of a batch see the same cached health. */
const QUIET_MILLISECONDS = 2000;

/** What the reporter needs. `now` returns milliseconds since 1970. */
export interface ReporterTools {
  readonly health: ReceiverHealthTable;
  readonly directory: Pick<WebhookDirectory, 'forget'>;
  readonly breakers: Pick<Breakers, 'open'>;
  readonly watch: ReceiverWatch;
  readonly settings: Pick<DeliverySettings, 'disableAfterSeconds'>;
  readonly now: () => number;
}

/** Reports the outcome of an attempt and returns the messages to send next. */
export type ReportHealth = (webhook: Webhook, outcome: AttemptOutcome) => Promise<readonly QueuedMessage[]>;

/** A reporter for one process. */
export function healthReporter({ health, directory, breakers, watch, settings, now }: ReporterTools): ReportHealth {
  const reported = new LRUCache<string, true>({
    max: 10_000,
    ttl: QUIET_MILLISECONDS,
    ttlResolution: 0,
    perf: { now },
  });

  return async (webhook, outcome) => {
    watch.note(webhook.webhookId, outcome);
    const [messages] = await Promise.all([reportFailure(webhook, outcome), reportLane(webhook)]);
    return messages;
  };

  async function reportLane(webhook: Webhook): Promise<void> {
    const lane = watch.lane(webhook.webhookId);
    if (lane === undefined || lane === (webhook.lane ?? 'slow')) return;
    await once(webhook, `lane ${lane}`, () => health.setLane(webhook, lane));
  }

  async function reportFailure(webhook: Webhook, outcome: AttemptOutcome): Promise<QueuedMessage[]> {
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
    const isDisabled = await health.disable(webhook, reason, iso(now()));
    directory.forget(webhook.networkId);
    if (!isDisabled) return [];
    const { networkId, webhookId, url } = webhook;
    // An alarm counts log entries with this name (lib/constructs/delivery-alarms.ts).
    console.warn({ name: 'webhook-disabled', networkId, webhookId, host: URL.parse(url)?.host, reason });
    return [drainMessage(webhook, FIRST_WINDOW)];
  }

  async function once(webhook: Webhook, change: string, report: () => Promise<boolean>): Promise<void> {
    const key = `${webhook.webhookId} ${change}`;
    if (reported.has(key)) return;
    // Otherwise 10,000 expired entries would stay after an outage.
    reported.purgeStale();
    reported.set(key, true);
    await report();
    directory.forget(webhook.networkId);
  }
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
