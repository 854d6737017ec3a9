/** Writes what attempts show about a receiver to the webhooks table: since when it fails, that it is in trouble, or gone. */
import { LRUCache } from 'lru-cache';
import type { DeliverySettings } from '../../../contract/delivery-settings.ts';
import type { Webhook } from '../../webhooks/webhooks-table.ts';
import { type AttemptOutcome, meansGone } from '../model/attempt.ts';
import { isOpen } from '../model/flow.ts';
import { backlogMessage, type QueuedMessage } from '../queue/messages.ts';
import type { Flows } from './flows.ts';
import type { SignerHealth } from './receiver-health-table.ts';
import type { ReceiverWatch } from './receiver-watch.ts';
import type { WebhookDirectory } from './webhook-directory.ts';

/** The same change is written once in this time: all messages of a batch see the same cached health. */
const QUIET_MILLISECONDS = 2000;
/** That a receiver struggles is written once in this time. */
const STRUGGLING_MILLISECONDS = 60_000;

/** What the reporter needs. `now` returns milliseconds since 1970. */
export interface ReporterTools {
  readonly health: SignerHealth;
  readonly directory: Pick<WebhookDirectory, 'forget'>;
  readonly flows: Pick<Flows, 'restrain'>;
  readonly watch: ReceiverWatch;
  readonly settings: Pick<DeliverySettings, 'disableAfterSeconds'>;
  readonly now: () => number;
}

/** Reports the outcome of an attempt and returns the messages to send next. */
export type ReportHealth = (webhook: Webhook, outcome: AttemptOutcome) => Promise<readonly QueuedMessage[]>;

/** A reporter for one process. */
export function healthReporter({ health, directory, flows, watch, settings, now }: ReporterTools): ReportHealth {
  const reported = new LRUCache<string, true>({ max: 10_000, ttlResolution: 0, perf: { now } });

  return async (webhook, outcome) => {
    watch.note(webhook.webhookId, outcome);
    if (isOpen(webhook.flow) && watch.isInTrouble(webhook.webhookId)) {
      await once(webhook, 'restrained', () => flows.restrain(webhook));
    }
    return await (outcome.class === 'delivered' ? reportSuccess(webhook) : reportFailure(webhook, outcome));
  };

  async function reportSuccess(webhook: Webhook): Promise<QueuedMessage[]> {
    if (webhook.failingSince !== undefined) await once(webhook, 'recovered', () => health.endFailing(webhook));
    return [];
  }

  async function reportFailure(webhook: Webhook, outcome: AttemptOutcome): Promise<QueuedMessage[]> {
    if (meansGone(outcome)) return await disable(webhook, 'gone');
    const { webhookId, failingSince } = webhook;
    const at = new Date(now()).toISOString();
    if (watch.isStruggling(webhookId)) {
      await once(webhook, 'struggles', () => health.struggles(webhook, at), STRUGGLING_MILLISECONDS);
    }
    if (failingSince === undefined) await once(webhook, 'failing', () => health.beginFailing(webhook, at));
    else if (now() - Date.parse(failingSince) > settings.disableAfterSeconds * 1000)
      return await disable(webhook, 'failing');
    return [];
  }

  async function disable(webhook: Webhook, reason: 'gone' | 'failing'): Promise<QueuedMessage[]> {
    const isDisabled = await health.disable(webhook, reason);
    directory.forget(webhook.networkId);
    if (!isDisabled) return [];
    const { networkId, webhookId, url } = webhook;
    // An alarm counts log entries with this name (lib/constructs/delivery-alarms.ts).
    console.warn({ name: 'webhook-disabled', networkId, webhookId, host: URL.parse(url)?.host, reason });
    return [backlogMessage(webhook)];
  }

  async function once(
    webhook: Webhook,
    change: string,
    report: () => Promise<unknown>,
    ttl = QUIET_MILLISECONDS,
  ): Promise<void> {
    const key = `${webhook.webhookId} ${change}`;
    if (reported.has(key)) return;
    // Otherwise 10,000 expired entries would stay after an outage.
    reported.purgeStale();
    reported.set(key, true, { ttl });
    await report();
    directory.forget(webhook.networkId);
  }
}
