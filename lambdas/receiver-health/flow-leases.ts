/**
 * The flow of each receiver, as it is stored: who sends its backlog, and how much at once (lambdas/pacing/flow.ts).
 *
 * A process leases a receiver, sends its backlog alone, and releases it. Every write replaces the flow that was read
 * before, so that of two processes one succeeds. The lease outlives the function's time-out: a process that holds one
 * is alive, or its lease has ended.
 */
import { randomUUID } from 'node:crypto';
import type { NetworkId } from '../../contract/ids.ts';
import { afterLastDelivery, isLeased, LEASE_MS, pacedFrom } from '../pacing/flow.ts';
import { type Flow, newFlow } from '../pacing/state.ts';
import type { WebhookKey } from '../shared/webhook-key.ts';
import type { ReceiverHealthTable } from './receiver-health-table.ts';

export type Flows = ReturnType<typeof createFlows>;

/** A webhook with the flow of its receiver, as it was read. */
type WithFlow = WebhookKey & { readonly flow?: Flow | undefined };

/** The flows of one process. `now` returns milliseconds since 1970. A `directory` forgets what was changed. */
export function createFlows(
  health: Pick<ReceiverHealthTable, 'replaceFlow'>,
  now: () => number,
  directory?: { readonly forget: (networkId: NetworkId, webhookId: string) => void },
) {
  return { lease, release, rest, pace, tryNow };

  /** Leases a receiver for this process. Undefined where another one was first. */
  async function lease(webhook: WithFlow): Promise<Flow | undefined> {
    const leasedUntil = new Date(now() + LEASE_MS).toISOString();
    return await replace(webhook, webhook.flow, { ...(webhook.flow ?? newFlow), leasedUntil });
  }

  /** Ends a lease, with the flow after it. False where it was reset: the webhook was disabled or enabled again. */
  async function release(webhook: WebhookKey, leased: Flow, { leasedUntil: _, ...after }: Flow): Promise<boolean> {
    return (await replace(webhook, leased, after)) !== undefined;
  }

  /** Nothing waits, as a check without a lease has found. Returns when to check again (ISO 8601), if at all. */
  async function rest(webhook: WithFlow): Promise<string | undefined> {
    const after = afterLastDelivery(webhook.flow ?? newFlow, now());
    await replace(webhook, webhook.flow, after);
    return after.nextAt;
  }

  /** An open receiver was slow or failing: one process sends to it from now on. */
  async function pace(webhook: WithFlow): Promise<void> {
    if (webhook.flow !== undefined) await replace(webhook, webhook.flow, pacedFrom(webhook.flow, now()));
  }

  /** An admin asks for an attempt now, whatever its backlog waits for. */
  async function tryNow(webhook: WithFlow): Promise<void> {
    if (webhook.flow === undefined || isLeased(webhook.flow, now())) return;
    const at = new Date(now()).toISOString();
    await replace(webhook, webhook.flow, { ...webhook.flow, nextAt: at, notBefore: at });
  }

  async function replace(webhook: WebhookKey, before: Flow | undefined, after: Flow): Promise<Flow | undefined> {
    const flow = { ...after, version: randomUUID() };
    const isReplaced = await health.replaceFlow(webhook, before, flow);
    directory?.forget(webhook.networkId, webhook.webhookId);
    return isReplaced ? flow : undefined;
  }
}
