/**
 * Sends the backlog of a receiver, as the one process that has its lease: in rounds of as many requests as its window allows,
 * the oldest event first. What is left after some seconds is for the next message.
 */
import type { Flow, Webhook } from '../../webhooks/webhooks-table.ts';
import { type AttemptOutcome, meansDown } from '../model/attempt.ts';
import { type Delivery, held } from '../model/delivery.ts';
import { afterFault, afterLastDelivery, afterRound, roundSize } from '../model/flow.ts';
import { backlogMessage, secondsUntil } from '../queue/messages.ts';
import { sendAllOrThrow } from '../queue/queue-sender.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { openBacklog, partsOf } from './backlog.ts';
import { effectsOf, together, writeEffects } from './effects.ts';
import type { Waiting } from './jobs.ts';
import { measureTurn } from './measure.ts';
import type { Signer } from './signer.ts';

/** Milliseconds for which a call begins rounds. A round takes at most two seconds; the function times out after 10 s. */
const TURN_MILLISECONDS = 5000;
/** The longest pause between rounds that is waited for within a call. */
const LONGEST_PAUSE_MILLISECONDS = 1000;

/**
 * Sends what is in hand and then, in the slow lane, what waits in the table; `askedAt` as in `partsOf`. Throws where an outcome could not be written: then
 * the messages of what was in hand come again, and the lease ends by itself.
 */
export async function sendBacklog(
  signer: Signer,
  webhook: Webhook,
  leased: Flow,
  inHand: readonly Waiting[],
  askedAt?: string,
): Promise<void> {
  const until = signer.now() + TURN_MILLISECONDS;
  let flow = leased;
  const nextStored = openBacklog(signer, webhook.webhookId, () => partsOf(flow, askedAt));
  const sendRound = roundSender(signer, webhook);
  // Nobody has stored yet that these wait.
  let unstored = inHand.toSorted((a, b) => (a.delivery.deliveryId < b.delivery.deliveryId ? -1 : 1));
  let stored: readonly Waiting[] = [];
  while (await isSending(signer, webhook)) {
    if (unstored.length + stored.length === 0 && signer.lane === 'slow') stored = await nextStored();
    if (unstored.length + stored.length === 0) {
      flow = afterLastDelivery(flow, signer.now());
      break;
    }
    const size = roundSize(flow);
    const isUnstored = unstored.length > 0;
    const round = (isUnstored ? unstored : stored).slice(0, size);
    if (isUnstored) unstored = unstored.slice(size);
    else stored = stored.slice(size);
    const { after, left } = await sendRound(round, flow);
    flow = after;
    if (isUnstored) unstored = [...left, ...unstored];

    const pause = Math.max(0, Date.parse(flow.nextAt ?? '') - signer.now());
    const isOver = left.length > 0 || flow.phase === 'down' || pause > LONGEST_PAUSE_MILLISECONDS;
    if (isOver || signer.lane === 'fast' || signer.now() + pause >= until) break;
    if (pause > 0) await signer.pause(pause);
  }
  const holding = unstored.map(({ delivery }) => heldFor(delivery, flow));
  await writeEffects(signer, effectsOf({ deliveries: holding }));
  await endTurn(signer, webhook, leased, flow, askedAt);
}

/** The delivery in the backlog of a receiver with this flow. */
export const heldFor = (delivery: Delivery, flow: Flow | undefined): Delivery =>
  held(delivery, flow?.phase === 'down' ? 'receiver_down' : 'window_full');

/**
 * Makes rounds of concurrent attempts, and writes their outcomes. A round returns the flow after it, and what could not be
 * attempted through a fault of ours.
 */
function roundSender(signer: Signer, webhook: Webhook) {
  const goodput = goodputMeter();
  return async (round: readonly Waiting[], before: Flow): Promise<{ after: Flow; left: readonly Waiting[] }> => {
    const startedAt = signer.now();
    const attempts = await Promise.all(
      round.map(async (one) => {
        try {
          return { one, made: await attemptDelivery(signer, webhook, one.delivery, one.body) };
        } catch (error) {
          console.error({ message: 'A delivery could not be attempted.', deliveryId: one.delivery.deliveryId, error });
          return { one };
        }
      }),
    );
    const endedAt = signer.now();
    const made = attempts.flatMap((attempt) => attempt.made ?? []);
    const outcomes = made.flatMap(({ outcome }) => outcome ?? []);
    goodput.note(outcomes, endedAt);
    await writeEffects(signer, together(made.map(({ effects }) => effects)));
    const results = { outcomes, startedAt, endedAt, goodput: goodput.perSecond(endedAt) };
    const after = outcomes.length > 0 ? afterRound(before, results, signer.settings) : before;
    const left = attempts.flatMap(({ one, made }) => (made === undefined ? [one] : []));
    return { after: left.length > 0 ? afterFault(after, endedAt) : after, left };
  };
}

/** Whether requests may be sent: an admin may have disabled or deleted the webhook meanwhile. */
async function isSending({ directory }: Signer, { networkId, webhookId }: Webhook): Promise<boolean> {
  return (await directory.find(networkId, webhookId))?.sending ?? false;
}

/** Releases the receiver, and sees to it that its backlog is looked at again. */
async function endTurn(
  signer: Signer,
  webhook: Webhook,
  leased: Flow,
  flow: Flow,
  askedAt: string | undefined,
): Promise<void> {
  // In the fast lane nobody has looked into the table.
  const isUnread = signer.lane === 'fast' && flow.phase !== 'down';
  const after = isUnread ? { ...flow, nextAt: new Date(signer.now()).toISOString() } : flow;
  const isReleased = await signer.flows.release(webhook, leased, after);
  if (isReleased) measureTurn(signer.metrics, leased, after);
  if (isReleased && after.nextAt === undefined) return;
  const delaySeconds = isReleased ? secondsUntil(after.nextAt ?? '', signer.now()) : 0;
  await sendAllOrThrow(signer.sendSlow, [
    backlogMessage(webhook, delaySeconds, flow.phase === 'down' ? undefined : askedAt),
  ]);
}

/** Milliseconds that are looked back; a burst within less counts as that of a whole second. */
const LOOKED_BACK = 1000;

/** What a receiver takes: counts the successes of one turn. Times are milliseconds since 1970. */
function goodputMeter() {
  let rounds: { readonly at: number; readonly successes: number }[] = [];
  return {
    note(outcomes: readonly AttemptOutcome[], at: number): void {
      rounds.push({ at, successes: outcomes.filter((outcome) => !meansDown(outcome)).length });
    },
    perSecond(now: number): number {
      rounds = rounds.filter(({ at }) => now - at < LOOKED_BACK);
      const successes = rounds.reduce((sum, round) => sum + round.successes, 0);
      return (successes / LOOKED_BACK) * 1000;
    },
  };
}
