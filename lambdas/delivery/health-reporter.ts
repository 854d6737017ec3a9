/** Writes what attempts show about a receiver to its webhook: since when it fails, that it is in trouble, or gone. */
import { LRUCache } from 'lru-cache';
import type { DeliveryId } from '../../contract/deliveries.ts';
import type { DeliverySettings } from '../../contract/delivery-settings.ts';
import type { RotationChecker } from '../checkup/rotation-checker.ts';
import { type AttemptOutcome, isGone, isHealthy } from '../deliveries/attempt.ts';
import { backlogMessage, type QueuedMessage } from '../deliveries/messages.ts';
import { steadySeconds } from '../notices/notice.ts';
import { attempted, type Notices } from '../notices/notice-outbox.ts';
import { isOpen } from '../pacing/flow.ts';
import type { Flows } from '../receiver-health/flow-leases.ts';
import type { ReceiverHealthTable } from '../receiver-health/receiver-health-table.ts';
import type { ReceiverWatch } from '../receiver-health/receiver-watch.ts';
import type { Metrics } from '../shared/metrics.ts';
import type { WebhookChangesTable } from '../webhooks/webhook-changes-table.ts';
import type { WebhookDirectory } from '../webhooks/webhook-directory.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';

/** The same change is written once in this time: all messages of a batch see the same cached health. */
const QUIET_MILLISECONDS = 2000;
/** That a receiver struggles is written once in this time, and a webhook with a notice looked at again as often. */
const STRUGGLING_MILLISECONDS = 60_000;
/** A receiver is asked about a rotation once in this time, until it gives a clear response. */
const ROTATION_MILLISECONDS = 60_000;
/** Within this time after many attempts failed, more of them are part of the same struggle. */
const SAME_STRUGGLE_MILLISECONDS = 10 * 60_000;

/** The table, and how a signer disables a webhook because of its receiver. */
export type SignerHealth = ReceiverHealthTable & Pick<WebhookChangesTable, 'disable'>;

/** What the reporter needs. `now` returns milliseconds since 1970. */
export interface ReporterTools {
  readonly health: SignerHealth;
  readonly directory: Pick<WebhookDirectory, 'forget'>;
  readonly flows: Pick<Flows, 'restrain'>;
  readonly watch: ReceiverWatch;
  readonly notices: Pick<Notices, 'isDue' | 'send'>;
  readonly rotation: RotationChecker;
  readonly settings: Pick<DeliverySettings, 'disableAfterSeconds' | 'struggledNoticeSeconds' | 'backNoticeSeconds'>;
  readonly metrics: Pick<Metrics, 'add'>;
  readonly now: () => number;
}

/** Reports the outcome of an attempt, sends the notice that is due, and returns the messages to send next. */
export type ReportHealth = (
  webhook: Webhook,
  outcome: AttemptOutcome,
  deliveryId: DeliveryId,
) => Promise<readonly QueuedMessage[]>;

/** A reporter for one process. */
export function healthReporter({
  health,
  directory,
  flows,
  watch,
  notices,
  rotation,
  settings,
  metrics,
  now,
}: ReporterTools): ReportHealth {
  const reported = new LRUCache<string, true>({ max: 10_000, ttlResolution: 0, perf: { now } });

  return async (webhook, outcome, deliveryId) => {
    watch.note(webhook.webhookId, outcome);
    if (isOpen(webhook.flow) && watch.isInTrouble(webhook.webhookId)) {
      await once(webhook, 'restrained', () => flows.restrain(webhook));
    }
    const messages = await (isHealthy(outcome) ? reportSuccess(webhook) : reportFailure(webhook, outcome));
    const state = agreed(webhook, outcome);
    if (notices.isDue(state))
      await once(webhook, 'notice', () => attempted(state, (due) => notices.send(due, { deliveryId, ...outcome })));
    if (outcome.class === 'delivered' && rotation.isDue(webhook)) {
      await once(webhook, 'rotation', () => attempted(webhook, rotation.check), ROTATION_MILLISECONDS);
    }
    return messages;
  };

  async function reportSuccess(webhook: Webhook): Promise<QueuedMessage[]> {
    if (webhook.failingSince === undefined) return [];
    await once(webhook, 'recovered', () => health.endFailing(webhook, new Date(now()).toISOString()));
    if (webhook.noticed === undefined) return [];
    // Whoever looks then sends the notice that it is back, even if there are no more events.
    const lookAgain = steadySeconds(webhook, settings) + (QUIET_MILLISECONDS + STRUGGLING_MILLISECONDS) / 1000;
    const isNew = await once(webhook, 'look again', async () => undefined, STRUGGLING_MILLISECONDS);
    return isNew ? [backlogMessage(webhook, lookAgain)] : [];
  }

  async function reportFailure(webhook: Webhook, outcome: AttemptOutcome): Promise<QueuedMessage[]> {
    // It is about the event alone.
    if (outcome.class === 'bus_too_large') return [];
    if (isGone(outcome)) return await disable(webhook, 'gone');
    const { webhookId, failingSince } = webhook;
    const at = new Date(now()).toISOString();
    if (watch.isStruggling(webhookId)) {
      await once(
        webhook,
        'struggles',
        () => health.struggles(webhook, struggleBegan(webhook, at), at),
        STRUGGLING_MILLISECONDS,
      );
    }
    if (failingSince === undefined) await once(webhook, 'failing', () => health.beginFailing(webhook, at));
    else if (now() - Date.parse(failingSince) > settings.disableAfterSeconds * 1000)
      return await disable(webhook, 'failing');
    return [];
  }

  async function disable(webhook: Webhook, reason: 'gone' | 'failing'): Promise<QueuedMessage[]> {
    const isDisabled = await health.disable(webhook, reason);
    directory.forget(webhook.networkId, webhook.webhookId);
    if (!isDisabled) return [];
    const { networkId, webhookId, url, eventBus } = webhook;
    if (reason === 'failing') metrics.add('WebhooksDisabled', 1);
    console.warn({
      name: 'webhook-disabled',
      networkId,
      webhookId,
      host: eventBus ?? URL.parse(url ?? '')?.host,
      reason,
    });
    return [backlogMessage(webhook)];
  }

  async function once(
    webhook: Webhook,
    change: string,
    report: () => Promise<unknown>,
    ttl = QUIET_MILLISECONDS,
  ): Promise<boolean> {
    const key = `${webhook.webhookId} ${change}`;
    if (reported.has(key)) return false;
    // Otherwise 10,000 expired entries would stay after an outage.
    reported.purgeStale();
    reported.set(key, true, { ttl });
    await report();
    directory.forget(webhook.networkId, webhook.webhookId);
    return true;
  }
}

/** The webhook without what the outcome contradicts: that it fails, or that it has recovered. */
function agreed(webhook: Webhook, outcome: AttemptOutcome): Webhook {
  const isAgreed = isHealthy(outcome) === (webhook.failingSince === undefined);
  return isAgreed ? webhook : { ...webhook, failingSince: undefined, recoveredAt: undefined };
}

/** Since when the receiver struggles, if it does now (`at`); from now where the network was told that it is back. */
function struggleBegan({ strugglingAt = '', strugglingSince }: Webhook, at: string): string {
  const isSame = Date.parse(at) - Date.parse(strugglingAt) <= SAME_STRUGGLE_MILLISECONDS;
  return isSame ? (strugglingSince ?? at) : at;
}
