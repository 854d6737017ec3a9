/** Writes what attempts show about a receiver to its webhook: what it is, says health.ts. */
import { MINUTE_MS } from '../../contract/durations.ts';
import type { NetworkId } from '../../contract/ids.ts';
import type { DisabledReason } from '../../contract/webhook-states.ts';
import type { AttemptOutcome } from '../deliveries/attempt.ts';
import { backlogMessage, type QueuedMessage } from '../deliveries/messages.ts';
import type { Ceilings } from '../pacing/ceiling.ts';
import { isOpen } from '../pacing/flow.ts';
import { firstWithin } from '../shared/first-within.ts';
import type { Metrics } from '../shared/metrics.ts';
import type { WebhookKey } from '../shared/webhook-key.ts';
import type { Flows } from './flow-leases.ts';
import { type ChangeSettings, changesAfter, type HealthChange } from './health.ts';
import type { ReceiverHealthTable } from './receiver-health-table.ts';
import type { ReceiverWatch } from './receiver-watch.ts';
import type { ReceiverHealth } from './stored-health.ts';

/** The same change is written once in this time: all messages of a batch see the same cached health. */
const QUIET_MS = 2000;
/** That a receiver struggles is written once in this time, and its webhook checked later as often. */
const STRUGGLING_MS = MINUTE_MS;

/** A webhook, as far as its receiver's health depends on it. */
interface ReportedWebhook extends WebhookKey, ReceiverHealth, Ceilings {
  readonly updatedAt: string;
  readonly url?: string | undefined;
  readonly eventBus?: string | undefined;
}

/** Disables a webhook because of its receiver. False where it is not as it was read. */
type DisableWebhook = (
  webhook: WebhookKey & Pick<ReportedWebhook, 'updatedAt'>,
  reason: Exclude<DisabledReason, 'admin'>,
) => Promise<boolean>;

/** What the reporter needs. `now` returns milliseconds since 1970. */
export interface ReporterPorts {
  readonly health: Pick<ReceiverHealthTable, 'beginFailing' | 'endFailing' | 'struggles'>;
  readonly disable: DisableWebhook;
  /** Forgets a cached webhook that was changed. */
  readonly directory: { readonly forget: (networkId: NetworkId, webhookId: string) => void };
  readonly flows: Pick<Flows, 'pace'>;
  readonly watch: ReceiverWatch;
  readonly settings: ChangeSettings;
  readonly metrics: Pick<Metrics, 'add'>;
  readonly now: () => number;
}

/** Writes what the outcome of an attempt shows, and returns the messages to send next. Throws the table's errors. */
export type ReportHealth = (webhook: ReportedWebhook, outcome: AttemptOutcome) => Promise<readonly QueuedMessage[]>;

/** A reporter for one process. */
export function healthReporter(ports: ReporterPorts): ReportHealth {
  const { health, disable, directory, flows, watch, settings, metrics, now } = ports;
  const isFirst = firstWithin(now);

  return async (webhook, outcome) => {
    const { webhookId } = webhook;
    watch.note(webhookId, outcome);
    if (isOpen(webhook) && watch.mustBePaced(webhookId))
      await once(webhook, 'pace', QUIET_MS, () => flows.pace(webhook));
    const messages: QueuedMessage[] = [];
    for (const change of changesAfter(webhook, outcome, watch.isStruggling(webhookId), settings, now()))
      messages.push(...(await write(webhook, change)));
    return messages;
  };

  async function write(webhook: ReportedWebhook, change: HealthChange): Promise<readonly QueuedMessage[]> {
    const { kind } = change;
    switch (kind) {
      case 'beginFailing':
        await once(webhook, kind, QUIET_MS, () => health.beginFailing(webhook, change.at));
        return [];
      case 'endFailing':
        await once(webhook, kind, QUIET_MS, () => health.endFailing(webhook, change.at));
        return [];
      case 'struggle':
        await once(webhook, kind, STRUGGLING_MS, () => health.struggles(webhook, change.since, change.at));
        return [];
      case 'disable':
        return await disableAndLog(webhook, change.reason);
      case 'checkLater': {
        // Until then that it has recovered is written, and nothing else is to be written for it.
        const delaySeconds = change.seconds + (QUIET_MS + STRUGGLING_MS) / 1000;
        return isFirst(`${webhook.webhookId} ${kind}`, STRUGGLING_MS) ? [backlogMessage(webhook, delaySeconds)] : [];
      }
    }
  }

  async function disableAndLog(
    webhook: ReportedWebhook,
    reason: Exclude<DisabledReason, 'admin'>,
  ): Promise<readonly QueuedMessage[]> {
    const isDisabled = await disable(webhook, reason);
    directory.forget(webhook.networkId, webhook.webhookId);
    if (!isDisabled) return [];
    const { networkId, webhookId, url, eventBus } = webhook;
    if (reason === 'failing') metrics.add('WebhooksDisabled', 1);
    const host = eventBus ?? URL.parse(url ?? '')?.host;
    console.warn({ name: 'webhook-disabled', networkId, webhookId, host, reason });
    return [backlogMessage(webhook)];
  }

  async function once(
    { networkId, webhookId }: WebhookKey,
    change: string,
    milliseconds: number,
    writeChange: () => Promise<unknown>,
  ): Promise<void> {
    if (!isFirst(`${webhookId} ${change}`, milliseconds)) return;
    await writeChange();
    directory.forget(networkId, webhookId);
  }
}
