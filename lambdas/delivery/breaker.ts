/**
 * The breaker of a webhook (decision 24): while its receiver is down, nothing is sent but a single probe now and then.
 *
 *   closed ──5 failures in a row──▶ open ──probe answered──▶ draining ──nothing waits──▶ closed
 *                                   │ ▲                         │
 *                    nothing to try │ │ a new delivery          └─ a failure: open again
 *                                   ▼ │
 *                                   idle
 *
 * Each step is written to the table before its message is sent, and the message that asked for the step is deleted last.
 * So a crash anywhere leaves a message behind that takes the step again, and steps bear being taken twice.
 */
import { randomUUID } from 'node:crypto';
import type { Breaker, WebhookHealthTable } from '../webhooks/webhook-health-table.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import type { DeliverySettings } from './delivery-settings.ts';
import type { QueuedMessage } from './lanes.ts';
import { MAX_QUEUE_DELAY_SECONDS } from './waiting-index.ts';

/** Deliveries that a drain begins with, and at most sends at a time. */
export const FIRST_WINDOW = 2;
export const MAX_WINDOW = 64;

/**
 * Milliseconds after which a probe that was not heard of is taken for lost. More than a probe takes, less than the
 * visibility timeout after which the message of a crashed process comes back and looks again.
 */
const LOST_PROBE_MILLISECONDS = 30_000;
/** Longer than any process remembers a webhook. */
const SECOND_LOOK_SECONDS = 5;

type Settings = Pick<DeliverySettings, 'probeFirstSeconds' | 'probeMaxSeconds'>;

/** Moves breakers. Every function answers the messages that the step asks for; none where another process was first. */
export function breakers(health: WebhookHealthTable, settings: Settings, now: () => number) {
  return { open, arm, probeNow, idle, probeFailed, drain, close };

  /** The receiver is down: leave it alone and probe it in a while. */
  async function open(webhook: Webhook): Promise<QueuedMessage[]> {
    const breaker = { ...timed(0), token: randomUUID(), openedAt: iso(now()) };
    return (await health.openBreaker(webhook, breaker)) ? [probe(webhook, breaker)] : [];
  }

  /** A delivery came into line: where no probe is under way, make one at once. */
  async function arm(webhook: Webhook, before: Breaker): Promise<QueuedMessage[]> {
    const isLost = now() - Date.parse(before.probeAt) > LOST_PROBE_MILLISECONDS;
    return before.phase === 'idle' || isLost ? await probeAtOnce(webhook, before) : [];
  }

  /** An admin replays, and may know that the receiver is back: a probe that is to come later is made at once. */
  async function probeNow(webhook: Webhook, before: Breaker): Promise<QueuedMessage[]> {
    const isToCome = before.phase === 'open' && Date.parse(before.probeAt) > now();
    return isToCome ? await probeAtOnce(webhook, before) : await arm(webhook, before);
  }

  async function probeAtOnce(webhook: Webhook, before: Breaker): Promise<QueuedMessage[]> {
    const { drainingSince: _, ...lasting } = before;
    const breaker: Breaker = { ...lasting, phase: 'open', token: randomUUID(), probeAt: iso(now()) };
    return (await health.moveBreaker(webhook, before.token, breaker)) ? [probe(webhook, breaker)] : [];
  }

  /** There is nothing to probe with. */
  async function idle(webhook: Webhook, before: Breaker): Promise<QueuedMessage[]> {
    await health.moveBreaker(webhook, before.token, { ...before, phase: 'idle' });
    return [];
  }

  /** The receiver is still down, or again: probe it later. */
  async function probeFailed(webhook: Webhook, before: Breaker): Promise<QueuedMessage[]> {
    const failedProbes = before.phase === 'draining' ? 0 : before.failedProbes + 1;
    const { drainingSince: _, ...lasting } = before;
    const breaker = { ...lasting, ...timed(failedProbes) };
    return (await health.moveBreaker(webhook, before.token, breaker)) ? [probe(webhook, breaker)] : [];
  }

  /** The receiver answered: work off what waits, `window` deliveries at a time. */
  async function drain(webhook: Webhook, before: Breaker, window: number): Promise<QueuedMessage[]> {
    // The time of the last sign of life; without it a long drain would look like a lost probe.
    const at = iso(now());
    const breaker: Breaker = { ...before, phase: 'draining', drainingSince: before.drainingSince ?? at, probeAt: at };
    if (!(await health.moveBreaker(webhook, before.token, breaker))) return [];
    return [drainMessage(webhook, window, before.token)];
  }

  /**
   * Nothing waits any more. Processes that remember the breaker may still put deliveries into line for a moment, so the
   * line is looked at once more when they have forgotten it.
   */
  async function close(webhook: Webhook, before: Breaker): Promise<QueuedMessage[]> {
    if (!(await health.closeBreaker(webhook, before.token))) return [];
    return [{ ...drainMessage(webhook, FIRST_WINDOW), delaySeconds: SECOND_LOOK_SECONDS }];
  }

  function timed(failedProbes: number): Pick<Breaker, 'phase' | 'failedProbes' | 'probeAt'> {
    const wait = Math.min(settings.probeFirstSeconds * 2 ** failedProbes, settings.probeMaxSeconds);
    return { phase: 'open', failedProbes, probeAt: iso(now() + wait * 1000) };
  }

  function probe(webhook: Webhook, breaker: Breaker): QueuedMessage {
    return probeMessage(webhook, breaker, now());
  }
}

export type Breakers = ReturnType<typeof breakers>;

/** Asks for a breaker's next probe at its time. `now` is in milliseconds. */
export function probeMessage(webhook: Webhook, { token, failedProbes, probeAt }: Breaker, now: number): QueuedMessage {
  const seconds = Math.ceil((Date.parse(probeAt) - now) / 1000);
  return {
    message: { kind: 'probe', ...refOf(webhook), token, failedProbes },
    delaySeconds: Math.min(MAX_QUEUE_DELAY_SECONDS, Math.max(0, seconds)),
  };
}

/** Asks for the next `window` waiting deliveries. */
export const drainMessage = (webhook: Webhook, window: number, token?: string): QueuedMessage => ({
  message: { kind: 'drain', ...refOf(webhook), window: Math.min(window, MAX_WINDOW), ...(token && { token }) },
});

const refOf = ({ networkId, webhookId }: Webhook) => ({ networkId, webhookId });
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
