/**
 * Delivery in virtual time: both lanes with many concurrent processes, the sweeper, and receivers that a test
 * describes. All code but the tables, the queues and the network is the service's own.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { DeliverySettings, type Lane } from '../../../contract/delivery-settings.ts';
import { NetworkId } from '../../../contract/ids.ts';
import type { MetricName } from '../../../contract/metrics.ts';
import { WebhookId, type WebhookSecret } from '../../../contract/webhooks.ts';
import type { Delivery } from '../../../lambdas/deliveries/delivery.ts';
import {
  backlogMessage,
  eventMessages,
  type LaneMessage,
  messageText,
  type QueuedMessage,
  recoverMessage,
  stopMessage,
} from '../../../lambdas/deliveries/messages.ts';
import { createSigner } from '../../../lambdas/delivery/compose.ts';
import { laneChoice } from '../../../lambdas/delivery/lane-choice.ts';
import { sweepDue } from '../../../lambdas/delivery/sweep-due.ts';
import type { StoredEvent } from '../../../lambdas/events/stored-event.ts';
import type { Flow } from '../../../lambdas/pacing/state.ts';
import { createFlows } from '../../../lambdas/receiver-health/flow-leases.ts';
import type { SendSigned } from '../../../lambdas/sending/send-signed.ts';
import { metrics } from '../../../lambdas/shared/metrics.ts';
import type { WebhookKey } from '../../../lambdas/shared/webhook-key.ts';
import { attemptCounter } from '../../../lambdas/statistics/attempt-counter.ts';
import { webhookDirectory } from '../../../lambdas/webhooks/webhook-directory.ts';
import type { WebhookConfiguration } from '../../../lambdas/webhooks/webhooks-table.ts';
import { seedOfRun } from '../property-runs.ts';
import { frozenTimers } from './frozen-timers.ts';
import { lanes } from './lanes.ts';
import { type Loss, memoryCounts } from './memory-counts.ts';
import { memoryOutbox } from './memory-outbox.ts';
import { faultlessTables, memoryDeliveries, memoryWebhooks, type TableFaults } from './memory-tables.ts';
import { seededRandom } from './seeded-random.ts';
import { type ChangedPhase, type Receiver, simulatedReceivers } from './simulated-receivers.ts';
import { HOUR, MINUTE, SECOND, virtualClock } from './virtual-clock.ts';

export type { Receiver };
export { HOUR, MINUTE, SECOND };

export interface WorldOptions {
  readonly concurrency?: Readonly<Record<Lane, number>>;
  readonly settings?: v.InferInput<typeof DeliverySettings>;
  readonly faults?: Partial<TableFaults>;
  /** From 0 to 1; of the seed of the run unless given. */
  readonly random?: () => number;
  /** Whether the process that handles a batch dies before its end: its messages come again. */
  readonly dies?: () => boolean;
  /** Whether the process of a request stops to run: its function times out, and its leases end by themselves. */
  readonly hangs?: (webhookId: string) => boolean;
  /** Whether a message to the slow lane is lost: it was never sent, or its process died. */
  readonly isLost?: (message: LaneMessage) => boolean;
  /** Whether a message comes twice. */
  readonly comesTwice?: () => boolean;
  /** What is lost of a write of a webhook's counts of attempts. */
  readonly lossOfCounts?: (webhookId: string) => Loss | undefined;
  /** How long such a write takes: as long as any other call unless given. */
  readonly countMilliseconds?: number;
  /** How many requests a process may have in flight; there is one process then. Others wait. */
  readonly slots?: number;
}

const networkId = v.parse(NetworkId, 'demo');

export type World = ReturnType<typeof deliveryWorld>;

export function deliveryWorld(options: WorldOptions = {}) {
  const {
    concurrency = { fast: 20, slow: 20 },
    random = seededRandom(seedOfRun),
    dies = () => false,
    hangs = () => false,
    isLost = () => false,
    comesTwice = () => false,
    lossOfCounts = () => undefined,
    slots = Number.POSITIVE_INFINITY,
  } = options;
  const settings = v.parse(DeliverySettings, options.settings ?? {});
  const clock = virtualClock(Date.UTC(2026, 0, 1));
  const faults = { ...faultlessTables, callMilliseconds: 5, ...options.faults };
  const tables = memoryDeliveries(clock, faults);
  const webhooks = memoryWebhooks(clock, faults);
  const outbox = memoryOutbox(clock, faults);
  const counts = memoryCounts(clock, options.countMilliseconds ?? faults.callMilliseconds, lossOfCounts);
  const phases = new Map<string, ChangedPhase>();
  const receivers = simulatedReceivers({ clock, slots, hangs, flowOf: (webhookId) => phases.get(webhookId) });
  let posted = 0;
  const sent: LaneMessage[] = [];
  const measured: MetricName[] = [];
  const failed: string[] = [];
  const directoryOf = () =>
    webhookDirectory(
      {
        readSettings: async () => ({
          features: { blockUser: true, userActivity: true, webhooks: true },
          hideMode: 'blocker',
        }),
      },
      webhooks,
      clock.now,
    );
  const fanOutDirectory = directoryOf();
  const laneOf = laneChoice(clock.now);
  const queues = lanes({ clock, concurrency, dies, comesTwice, processOf });
  void sweepForEver();

  return {
    clock,
    requests: receivers.requests,
    networkId,
    /** Deliveries that there must be, after a recovery of what came while a webhook was disabled. */
    posted: () => posted,
    counted: counts.counted,
    countWrites: counts.writes,
    notices: outbox.notices,
    /** Messages that were sent to the slow lane. */
    sent,
    /** Each metric as often as signers have added to it. */
    measured,
    /** The webhook of each attempt that was logged as failed. */
    failed,
    /** Messages that came ten times without success. */
    dead: queues.dead,
    cutOff: queues.cutOff,
    longestBatch: queues.longest,
    deliveries: tables.all,
    webhook: webhooks.get,
    switch: webhooks.switch,
    edit: webhooks.edit,
    setMalformed: webhooks.setMalformed,
    setEventMalformed: outbox.setMalformed,
    removeWebhook: webhooks.remove,
    table: tables.deliveries,
    outbox: outbox.table,
    sendSlow,
    addWebhook,
    behave: receivers.behave,
    post,
    /** As the route does. */
    recover: (webhookId: WebhookId) => {
      const [since, now] = ['2026-01-01T00:00:00.000Z', new Date(clock.now()).toISOString()];
      const range = { since, until: now, askedAt: now, state: 'failed' } as const;
      return sendSlow([recoverMessage({ networkId, webhookId }, range)]);
    },
    /** As the route does. */
    stopRecoveries: (webhookId: WebhookId) => {
      const askedAt = new Date(clock.now()).toISOString();
      webhooks.stopRecoveries(webhookId, askedAt);
      return sendSlow([stopMessage({ networkId, webhookId }, askedAt)]);
    },
    /** As the route does. */
    retryNow: async (webhookId: string) => {
      const webhook = webhooks.get(webhookId);
      if (webhook === undefined) return;
      await createFlows({ replaceFlow }, clock.now).tryNow(webhook);
      await sendSlow([backlogMessage(webhook, 0, new Date(clock.now()).toISOString())]);
    },
    /** Puts a message that nobody can read into the slow lane. */
    sendMalformed: () => queues.enqueue('slow', '{}'),
    run: clock.run,
  };

  function addWebhook(
    receiver: Receiver,
    secrets?: readonly WebhookSecret[],
    configured: Partial<WebhookConfiguration> = {},
  ): WebhookId {
    const webhookId = v.parse(WebhookId, `wh_${randomUUID().replaceAll('-', '')}`);
    const at = new Date(clock.now()).toISOString();
    webhooks.add({
      networkId,
      webhookId,
      url: 'https://example.com/',
      events: ['*'],
      filter: '',
      description: '',
      headers: {},
      legacySignature: false,
      enabled: true,
      secrets: [...(secrets ?? [{ secret: 'whsec_AAAA', activeFrom: at }])],
      ...configured,
      createdAt: at,
      updatedAt: at,
    });
    receivers.behave(webhookId, receiver);
    return webhookId;
  }

  /** Accepts an event for some webhooks, fans it out, and returns it. */
  async function post(...webhookIds: readonly WebhookId[]): Promise<StoredEvent> {
    const event = outbox.accept(networkId);
    posted += webhookIds.length;
    const { webhooks: known } = await webhooksForEvents();
    const asking = known.filter(({ webhookId }) => webhookIds.includes(webhookId));
    for (const [lane, of] of Map.groupBy(asking, laneOf)) {
      for (const message of eventMessages(event, of)) queues.enqueue(lane, messageText(message));
    }
    return event;
  }

  /** The stream repeats a record that failed. */
  async function webhooksForEvents() {
    const since = clock.now();
    for (;;) {
      try {
        return await fanOutDirectory.forEvents(networkId, since);
      } catch {
        await clock.sleep(SECOND);
      }
    }
  }

  function processOf(lane: Lane) {
    const noted: string[] = [];
    const { later, setRunning } = frozenTimers(clock);
    let requestsInFlight = 0;
    const sendCounted: SendSigned = async (...request) => {
      requestsInFlight += 1;
      const outcome = await receivers.sendSigned(...request);
      requestsInFlight -= 1;
      return outcome;
    };
    const signer = createSigner({
      lane,
      settings,
      now: clock.now,
      random,
      sleep: clock.sleep,
      directory: directoryOf(),
      deliveries: tables.deliveries,
      health: { ...webhooks.health, replaceFlow },
      counter: attemptCounter(counts.table, later),
      outbox: outbox.table,
      sendSigned: sendCounted,
      sendSlow,
      metrics: { add: (name) => void measured.push(name), flush: () => {} },
      failures: {
        note: ({ webhookId }) => void noted.push(webhookId),
        flush: () => void failed.push(...noted.splice(0)),
      },
    });
    return { signer, setRunning, inFlight: () => requestsInFlight };
  }

  async function replaceFlow(webhook: WebhookKey, before: Flow | undefined, flow: Flow): Promise<boolean> {
    const isReplaced = await webhooks.health.replaceFlow(webhook, before, flow);
    if (isReplaced && phases.get(webhook.webhookId)?.phase !== flow.phase) {
      phases.set(webhook.webhookId, { phase: flow.phase, changedAt: clock.elapsed() });
    }
    return isReplaced;
  }

  async function sendSlow(messages: readonly QueuedMessage[]): Promise<ReadonlySet<QueuedMessage>> {
    faults.beforeWrite();
    for (const { message, delaySeconds = 0 } of messages) {
      sent.push(message);
      if (isLost(message)) continue;
      if (delaySeconds === 0) queues.enqueue('slow', messageText(message));
      else void clock.sleep(delaySeconds * SECOND).then(() => queues.enqueue('slow', messageText(message)));
    }
    return new Set();
  }

  async function sweepForEver(): Promise<void> {
    const [{ deliveries }, { health }, { now }] = [tables, webhooks, clock];
    for (;;) {
      await clock.sleep(MINUTE);
      await sweepDue({ deliveries, health, sendSlow, metrics: metrics(), now }).catch(() => 0);
    }
  }
}

/** Deliveries that are not final yet. */
export const unfinished = (deliveries: readonly Delivery[]): readonly Delivery[] =>
  deliveries.filter(({ state }) => state === 'retrying');
