/**
 * Sends the backlog of a receiver, as the one process that has its lease: when a request ends, the next one begins, as
 * many at once as the flow allows, the oldest event first. What is left after some seconds is for the next message.
 */
import * as v from 'valibot';
import { atOnce, MAX_WINDOW, nextStart } from '../../pacing/control.ts';
import { afterAttempt, afterFault, afterLastDelivery, isCheckPending, pauseOf } from '../../pacing/flow.ts';
import type { Flow } from '../../pacing/state.ts';
import type { Webhook } from '../../webhooks/webhooks-table.ts';
import { type Delivery, held } from '../model/delivery.ts';
import { backlogMessage, secondsUntil } from '../queue/messages.ts';
import { sendAllOrThrow } from '../queue/queue-sender.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { backlogReader } from './backlog.ts';
import { effectsOf } from './effects.ts';
import type { Waiting } from './jobs.ts';
import { measureTurn } from './measure.ts';
import { outcomeWriter } from './outcome-writer.ts';
import type { Signer } from './signer.ts';

/** Milliseconds for which a turn begins requests. One takes at most two seconds; the function times out after 10 s. */
const TURN_MILLISECONDS = 7000;
/** Calls of tables and queues before a turn, and after its last request: where they are slow, a turn is shorter. */
const CALLS_BESIDES = 7;
/** The longest pause that is waited for within a turn. */
const LONGEST_PAUSE_MILLISECONDS = 1000;
/** Outcomes that may wait to be written: all of them are attempted again if the process dies. */
const MOST_UNWRITTEN = 2 * MAX_WINDOW;

/**
 * Sends what is in hand and then, in the slow lane, what waits in the table; `askedAt` as in `partsOf`. Throws where an
 * outcome could not be written: then the messages of what was in hand come again.
 */
export async function sendBacklog(
  signer: Signer,
  webhook: Webhook,
  leased: Flow,
  inHand: readonly Waiting[],
  askedAt?: string,
): Promise<void> {
  const until = signer.now() + TURN_MILLISECONDS;
  const isFast = signer.lane === 'fast';
  const change = changes();
  let flow = leased;
  let failure: { readonly error: unknown } | undefined;
  const writer = outcomeWriter(signer, change.notify);
  const reading = { flow: () => flow, askedAt, inHand: inHand.map(({ delivery }) => delivery.deliveryId) };
  const reader = backlogReader(signer, webhook.webhookId, reading, change.notify);
  // Nobody has stored yet that these wait.
  const unstored = inHand.toSorted((a, b) => (a.delivery.deliveryId < b.delivery.deliveryId ? -1 : 1));
  /** What is in flight, and when it began. */
  const underWay = new Map<Waiting, number>();
  /** Those whose event is malformed. */
  const unreadable: Waiting[] = [];
  let [begun, next, isOver, isEmpty] = [0, 0, false, false];

  signer.turns.begin(webhook);
  while (!isOver || underWay.size > 0) {
    const changed = change.next();
    isOver ||= writer.hasFailed() || reader.hasFailed();
    // Thrown at the end: what is in flight must be written first, and not by a process that was frozen meanwhile.
    isOver ||= !(await isSending(signer, webhook).catch((error: unknown) => {
      failure = { error };
      return false;
    }));
    const atMost = Math.min(atOnce(flow), signer.turns.shareOf(webhook));
    while (!isOver && underWay.size < atMost && writer.unwritten() < MOST_UNWRITTEN) {
      const now = signer.now();
      // Timers have whole milliseconds; what is shorter evens out over some requests.
      const pause = Math.floor(Math.max(pauseOf(flow, now), next - now, 0));
      const isProbed = flow.phase === 'down' && begun > 0;
      const isLate = now + pause + CALLS_BESIDES * writer.slowest() >= until;
      isOver = isLate || pause > LONGEST_PAUSE_MILLISECONDS || isProbed || (isFast && begun > 0);
      if (isOver) break;
      if (pause > 0) {
        void signer.pause(pause).then(change.notify);
        break;
      }
      const one = unstored.shift() ?? (isFast ? undefined : reader.take(underWay.size === 0));
      if (one === undefined) {
        isEmpty = underWay.size === 0 && reader.isEmpty();
        isOver = isEmpty || isFast;
        break;
      }
      begun += 1;
      underWay.set(one, now);
      next = nextStart(next, now, flow);
      void begin(one);
    }
    if (!isOver || underWay.size > 0) await changed;
  }
  signer.turns.end(webhook);
  const holding = [...unstored, ...unreadable].map(({ delivery }) => heldFor(delivery, flow));
  writer.add(effectsOf({ deliveries: holding }));
  // With these; the end of the batch waits for it.
  void signer.counter.settle();
  await writer.settle();
  await reader.settle();
  if (failure !== undefined) throw failure.error;
  const now = signer.now();
  const nextAt = Math.max(now + pauseOf(flow, now), next, Date.parse(flow.nextAt ?? '') || 0);
  const after = isEmpty ? afterLastDelivery(flow, now) : { ...flow, nextAt: new Date(nextAt).toISOString() };
  await endTurn(signer, webhook, leased, after, askedAt);

  async function begin(one: Waiting): Promise<void> {
    try {
      const { effects, outcome } = await attemptDelivery(signer, webhook, one.delivery, one.body);
      writer.add(effects);
      underWay.delete(one);
      const isFull = signer.turns.shareOf(webhook) >= atOnce(flow) && (unstored.length > 0 || reader.hasMore());
      const meanwhile = { underWay: [...underWay.values()], isFull };
      if (outcome !== undefined) flow = afterAttempt(flow, outcome, meanwhile, signer.settings);
    } catch (error) {
      console.error({ message: 'A delivery could not be attempted.', deliveryId: one.delivery.deliveryId, error });
      // A malformed item affects only what it is about (docs/spec/delivery.md#our-own-faults).
      if (v.isValiError(error)) {
        unreadable.push(one);
        begun -= 1;
      } else {
        unstored.push(one);
        isOver = true;
        flow = afterFault(flow, signer.now());
      }
    }
    underWay.delete(one);
    change.notify();
  }
}

/** The delivery in the backlog of a receiver with this flow. */
export const heldFor = (delivery: Delivery, flow: Flow | undefined): Delivery =>
  held(delivery, flow?.phase === 'down' ? 'receiver_down' : 'window_full');

/** Whether requests may be sent: an admin may have disabled, deleted or changed the webhook meanwhile. */
async function isSending({ directory }: Signer, { networkId, webhookId, updatedAt }: Webhook): Promise<boolean> {
  const found = await directory.find(networkId, webhookId);
  return found?.sending === true && found.webhook.updatedAt === updatedAt;
}

/** Lets a loop wait until anything has changed since it looked. */
function changes() {
  let notify = () => {};
  return {
    notify: () => notify(),
    next: () =>
      new Promise<void>((resolve) => {
        notify = resolve;
      }),
  };
}

/** Releases the receiver, and sees to it that its backlog is looked at again. */
async function endTurn(
  signer: Signer,
  webhook: Webhook,
  leased: Flow,
  after: Flow,
  askedAt: string | undefined,
): Promise<void> {
  // A message for each turn would begin a look for each event.
  const isLookedAt = after.emptySince !== undefined && isCheckPending(leased, signer.now());
  const isReleased = await signer.flows.release(
    webhook,
    leased,
    isLookedAt ? { ...after, nextAt: leased.nextAt } : after,
  );
  if (isReleased) measureTurn(signer.metrics, leased, after);
  if (isReleased && (isLookedAt || after.nextAt === undefined)) return;
  const delaySeconds = isReleased ? secondsUntil(after.nextAt ?? '', signer.now()) : 0;
  await sendAllOrThrow(signer.sendSlow, [
    backlogMessage(webhook, delaySeconds, after.phase === 'down' ? undefined : askedAt),
  ]);
}
