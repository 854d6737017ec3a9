/** What a turn of a backlog has in hand, in flight and to write, while next-action.ts decides what it does next. */
import type { DeliverySettings, Lane } from '../../contract/delivery-settings.ts';
import { withDue } from '../pacing/ceiling.ts';
import { atOnce, nextStart } from '../pacing/control.ts';
import { afterFault, afterLastDelivery, flowAfterAttempt, waitOf } from '../pacing/flow.ts';
import type { Flow } from '../pacing/state.ts';
import { loggedError } from '../shared/logged-error.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import type { MakeAttempt } from './attempt-delivery.ts';
import { heldFor } from './backlog.ts';
import { backlogReader, type ReaderPorts } from './backlog-reader.ts';
import { ceilingTurn } from './ceiling-turn.ts';
import { effectsOf } from './effects.ts';
import { UnreadableEventError } from './errors.ts';
import type { Pending } from './jobs.ts';
import { LONGEST_WAIT_MS, type StopReason, type TurnState } from './next-action.ts';
import { type OutcomePorts, outcomeWriter } from './outcome-writer.ts';
import type { RequestShares } from './request-shares.ts';

/** What the requests of a turn need. */
export interface BacklogTurnPorts extends ReaderPorts, OutcomePorts {
  readonly lane: Lane;
  readonly settings: Pick<DeliverySettings, 'probeFirstSeconds' | 'probeMaxSeconds'>;
  readonly attempt: MakeAttempt;
  readonly shares: RequestShares;
}

/** What a turn begins with. */
export interface TurnBeginning {
  readonly webhook: Webhook;
  /** The flow of its receiver, with the lease. */
  readonly leased: Flow;
  /** Deliveries that came with messages, and are attempted first, in the order of their ids. They are not stored as held. */
  readonly inHand: readonly Pending[];
  /** When an admin asked for it, if one did (ISO 8601): retries whose latest attempt is older don't wait for their time. */
  readonly requestedAt: string | undefined;
}

/** The requests of a turn. `onChange` is called when one has ended, or something was read or written. */
export function backlogTurn(
  ports: BacklogTurnPorts,
  { webhook, leased, inHand, requestedAt }: TurnBeginning,
  onChange: () => void,
) {
  const { lane, settings, attempt, shares, now } = ports;
  const ceiling = ceilingTurn(ports, webhook);
  let flow = leased;
  const writer = outcomeWriter(ports, onChange);
  const reading = { flow: () => flow, requestedAt, inHand: inHand.map(({ delivery }) => delivery.deliveryId) };
  const reader = backlogReader(ports, webhook.webhookId, reading, onChange);
  const unstored = inHand.toSorted((a, b) => (a.delivery.deliveryId < b.delivery.deliveryId ? -1 : 1));
  const unreadable: Pending[] = [];
  /** What is in flight, and when it began. */
  const inFlight = new Map<Pending, number>();
  let [begun, nextAt, hasFault] = [0, 0, false];
  return { state, inFlight: () => inFlight.size, hasFailed, begin, read: () => reader.read(inFlight.size === 0), end };

  /** What the next action depends on, as far as it is known here. */
  function state(): Omit<TurnState, 'until' | 'hasFailed' | 'isCurrent'> {
    const time = now();
    return {
      lane,
      now: time,
      isDown: flow.phase === 'down',
      begun,
      inFlight: inFlight.size,
      maxInFlight: Math.min(atOnce(flow), shares.of(webhook), ceiling?.atMost ?? Number.POSITIVE_INFINITY),
      // Timers count whole milliseconds. The part that is cut off is added to the next wait, by `nextAt`.
      waitMs: Math.floor(Math.max(waitOf(flow, time), nextStartAt() - time, 0)),
      unwritten: writer.unwritten(),
      slowestWrite: writer.slowest(),
      ready: ready(),
      reader: reader.state(),
    };
  }

  /** When the next request may begin, as the receiver has shown and the customer allows. */
  function nextStartAt(): number {
    return Math.max(nextAt, ceiling?.nextAt() ?? 0);
  }

  /** Whether the ceiling keeps back what the receiver would get: then its successes show no limit of its own. */
  function isUnderCeiling(): boolean {
    if (ceiling === undefined) return false;
    return ceiling.atMost < atOnce(flow) || ceiling.spacing > (flow.response ?? 0) / flow.trial.window;
  }

  /** Whether something could not be read, sent or written through a fault of ours. */
  function hasFailed(): boolean {
    return hasFault || writer.hasFailed() || reader.state() === 'failed';
  }

  function ready(): number {
    return unstored.length + reader.ready();
  }

  /** Begins the request of the next delivery, which is ready. */
  function begin(): void {
    const next = unstored.shift() ?? reader.take(inFlight.size === 0);
    if (next === undefined) throw new Error('No delivery is ready.');
    const time = now();
    begun += 1;
    inFlight.set(next, time);
    nextAt = nextStart(nextAt, time, flow);
    ceiling?.plan();
    void send(next);
  }

  async function send(pending: Pending): Promise<void> {
    try {
      const { effects, outcome } = await attempt(webhook, pending, ceiling).finally(() => inFlight.delete(pending));
      writer.add(effects);
      const isFull = shares.of(webhook) >= atOnce(flow) && ready() > 0 && !isUnderCeiling();
      const meanwhile = { inFlight: [...inFlight.values()], isFull };
      if (outcome !== undefined) flow = flowAfterAttempt(flow, outcome, meanwhile, settings);
      // No request was made: one that is a probe, or the only one of the fast lane, is still to come.
      else begun -= 1;
    } catch (error) {
      const { deliveryId } = pending.delivery;
      console.error({ message: 'A delivery could not be attempted.', deliveryId, error: loggedError(error) });
      returnToBacklog(pending, error);
    }
    onChange();
  }

  /** A delivery that was not sent is held again. The turn ends, unless only the delivery's own event is malformed. */
  function returnToBacklog(pending: Pending, error: unknown): void {
    if (error instanceof UnreadableEventError) {
      unreadable.push(pending);
      begun -= 1;
      return;
    }
    unstored.push(pending);
    hasFault = true;
    flow = afterFault(flow, now());
  }

  /** Writes what is left, and returns the flow with the time of the next turn. Rejects where a read or write failed. */
  async function end(reason: StopReason | undefined): Promise<Flow> {
    writer.add(effectsOf({ deliveries: [...unstored, ...unreadable].map(({ delivery }) => heldFor(delivery, flow)) }));
    await writer.settle();
    await reader.settle();
    const time = now();
    if (ceiling !== undefined) flow = pausedForCeiling(withDue(flow, ceiling.dueAt()), time);
    if (reason === 'empty') return afterLastDelivery(flow, time);
    // The next turn begins when all three allow it: the receiver, the distance of requests, and a fault of ours.
    const at = Math.max(time + waitOf(flow, time), nextAt, Date.parse(flow.nextAt ?? '') || 0);
    return { ...flow, nextAt: new Date(at).toISOString() };
  }
}

/** A flow in which nobody takes a turn that could only wait for the ceiling. */
function pausedForCeiling(flow: Flow, now: number): Flow {
  const { ceilingAt = '', notBefore = '' } = flow;
  const isLong = Date.parse(ceilingAt) > now + LONGEST_WAIT_MS;
  return isLong && ceilingAt > notBefore ? { ...flow, notBefore: ceilingAt } : flow;
}
