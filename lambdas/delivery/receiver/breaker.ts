/**
 * The breaker of a webhook: while its receiver is down, nothing is sent but a single probe now and then
 * (docs/adr/0015-breaker-in-the-table.md).
 *
 *   closed ──5 failures in a row──▶ open ──probe answered──▶ draining ──nothing waits──▶ closed
 *                                   │ ▲                         │
 *                    nothing to try │ │ a new delivery          └─ a failure: open again
 *                                   ▼ │
 *                                   idle
 *
 * Each transition is written to the table before its message is sent, and the message that caused it is deleted last. After
 * a crash that message comes again and repeats the transition; transitions are idempotent.
 */
import { randomUUID } from 'node:crypto';
import type { DeliverySettings } from '../../../contract/delivery-settings.ts';
import type { Breaker, WebhookKey } from '../../webhooks/webhooks-table.ts';
import { drainMessage, FIRST_WINDOW, probeMessage, type QueuedMessage } from '../queue/messages.ts';
import type { ReceiverHealthTable } from './receiver-health-table.ts';

/**
 * Milliseconds after which a probe without a result is assumed to be lost. More than a probe takes, less than the visibility
 * timeout after which the message of a crashed process comes again.
 */
const LOST_PROBE_MILLISECONDS = 30_000;
/** Longer than any process caches a webhook. */
const RECHECK_SECONDS = 5;

type Settings = Pick<DeliverySettings, 'probeFirstSeconds' | 'probeMaxSeconds'>;

/**
 * The transitions of breakers. Each returns the messages to send next; none where another process changed the breaker first.
 * `now` returns milliseconds.
 */
export function breakers(health: ReceiverHealthTable, settings: Settings, now: () => number) {
  return { open, arm, probeNow, idle, probeFailed, drain, close };

  /** The receiver is down: stop sending, and probe it later. */
  async function open(webhook: WebhookKey): Promise<QueuedMessage[]> {
    const breaker = { ...nextProbe(0), token: randomUUID(), openedAt: iso(now()) };
    return (await health.openBreaker(webhook, breaker)) ? [probeMessage(webhook, breaker, now())] : [];
  }

  /** A delivery was held: probe at once where no probe is pending. */
  async function arm(webhook: WebhookKey, before: Breaker): Promise<QueuedMessage[]> {
    const isLost = now() - Date.parse(before.probeAt) > LOST_PROBE_MILLISECONDS;
    return before.phase === 'idle' || isLost ? await probeAtOnce(webhook, before) : [];
  }

  /** An admin replays, and may know that the receiver is up: a probe that is due later is made at once. */
  async function probeNow(webhook: WebhookKey, before: Breaker): Promise<QueuedMessage[]> {
    const isPending = before.phase === 'open' && Date.parse(before.probeAt) > now();
    return isPending ? await probeAtOnce(webhook, before) : await arm(webhook, before);
  }

  async function probeAtOnce(webhook: WebhookKey, before: Breaker): Promise<QueuedMessage[]> {
    const { drainingSince: _, ...lasting } = before;
    const breaker: Breaker = { ...lasting, phase: 'open', token: randomUUID(), probeAt: iso(now()) };
    return await moveToProbe(webhook, before, breaker);
  }

  /** There is no delivery to probe with. */
  async function idle(webhook: WebhookKey, before: Breaker): Promise<void> {
    await health.moveBreaker(webhook, before.token, { ...before, phase: 'idle' });
  }

  /** The receiver is still down, or down again: probe it later. */
  async function probeFailed(webhook: WebhookKey, before: Breaker): Promise<QueuedMessage[]> {
    const failedProbes = before.phase === 'draining' ? 0 : before.failedProbes + 1;
    const { drainingSince: _, ...lasting } = before;
    return await moveToProbe(webhook, before, { ...lasting, ...nextProbe(failedProbes) });
  }

  async function moveToProbe(webhook: WebhookKey, { token }: Breaker, breaker: Breaker): Promise<QueuedMessage[]> {
    return (await health.moveBreaker(webhook, token, breaker)) ? [probeMessage(webhook, breaker, now())] : [];
  }

  /** The receiver responds: send the backlog, `window` deliveries at a time. */
  async function drain(webhook: WebhookKey, before: Breaker, window: number): Promise<QueuedMessage[]> {
    // The time of the latest progress; without it a long drain would look like a lost probe.
    const at = iso(now());
    const breaker: Breaker = { ...before, phase: 'draining', drainingSince: before.drainingSince ?? at, probeAt: at };
    if (!(await health.moveBreaker(webhook, before.token, breaker))) return [];
    return [drainMessage(webhook, window, before.token)];
  }

  /**
   * Nothing waits any more. Processes that cache the open breaker may still hold deliveries for a moment, so the backlog is
   * checked once more when their caches have expired.
   */
  async function close(webhook: WebhookKey, before: Breaker): Promise<QueuedMessage[]> {
    if (!(await health.closeBreaker(webhook, before.token))) return [];
    return [{ ...drainMessage(webhook, FIRST_WINDOW), delaySeconds: RECHECK_SECONDS }];
  }

  function nextProbe(failedProbes: number): Pick<Breaker, 'phase' | 'failedProbes' | 'probeAt'> {
    const wait = Math.min(settings.probeFirstSeconds * 2 ** failedProbes, settings.probeMaxSeconds);
    return { phase: 'open', failedProbes, probeAt: iso(now() + wait * 1000) };
  }
}

export type Breakers = ReturnType<typeof breakers>;

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
