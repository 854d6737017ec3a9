/** What a turn of a backlog has in hand, in flight and to write, while next-action.ts decides what it does next. */
import type { DeliverySettings, Lane } from '../../contract/delivery-settings.ts';
import { atOnce, nextStart } from '../pacing/control.ts';
import { afterFault, afterLastDelivery, flowAfterAttempt, pauseOf } from '../pacing/flow.ts';
import type { Flow } from '../pacing/state.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import type { MakeAttempt } from './attempt-delivery.ts';
import { heldFor } from './backlog.ts';
import { backlogReader, type ReaderPorts } from './backlog-reader.ts';
import { effectsOf } from './effects.ts';
import { loggedError, UnreadableEventError } from './errors.ts';
import type { Pending } from './jobs.ts';
import type { StopReason, TurnState } from './next-action.ts';
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
  /** Deliveries that are attempted first, in the order of their ids. Nobody has stored yet that they wait. */
  readonly inHand: readonly Pending[];
  /** As in `backlogParts`. */
  readonly requestedAt: string | undefined;
}

/** The requests of a turn. `onChange` is called when one has ended, or something was read or written. */
export function backlogTurn(
  ports: BacklogTurnPorts,
  { webhook, leased, inHand, requestedAt }: TurnBeginning,
  onChange: () => void,
) {
  const { lane, settings, attempt, shares, now } = ports;
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
      atMost: Math.min(atOnce(flow), shares.of(webhook)),
      // Timers have whole milliseconds; what is shorter evens out over some requests.
      pause: Math.floor(Math.max(pauseOf(flow, time), nextAt - time, 0)),
      unwritten: writer.unwritten(),
      slowestWrite: writer.slowest(),
      ready: ready(),
      reader: reader.state(),
    };
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
    void send(next);
  }

  async function send(pending: Pending): Promise<void> {
    try {
      const { effects, outcome } = await attempt(webhook, pending);
      writer.add(effects);
      inFlight.delete(pending);
      const isFull = shares.of(webhook) >= atOnce(flow) && ready() > 0;
      const meanwhile = { inFlight: [...inFlight.values()], isFull };
      if (outcome !== undefined) flow = flowAfterAttempt(flow, outcome, meanwhile, settings);
    } catch (error) {
      const { deliveryId } = pending.delivery;
      console.error({ message: 'A delivery could not be attempted.', deliveryId, ...loggedError(error) });
      setBack(pending, error);
    }
    inFlight.delete(pending);
    onChange();
  }

  /** A delivery that was not sent waits on. Unless it is to blame itself, the turn is over. */
  function setBack(pending: Pending, error: unknown): void {
    if (error instanceof UnreadableEventError) {
      unreadable.push(pending);
      begun -= 1;
      return;
    }
    unstored.push(pending);
    hasFault = true;
    flow = afterFault(flow, now());
  }

  /** Writes what is left, and returns the flow that follows. Rejects where something could not be read or written. */
  async function end(reason: StopReason | undefined): Promise<Flow> {
    writer.add(effectsOf({ deliveries: [...unstored, ...unreadable].map(({ delivery }) => heldFor(delivery, flow)) }));
    await writer.settle();
    await reader.settle();
    const time = now();
    if (reason === 'empty') return afterLastDelivery(flow, time);
    const at = Math.max(time + pauseOf(flow, time), nextAt, Date.parse(flow.nextAt ?? '') || 0);
    return { ...flow, nextAt: new Date(at).toISOString() };
  }
}
