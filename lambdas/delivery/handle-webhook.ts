/** Handles a webhook's messages: sends at once where its receiver is open, in turn with its backlog otherwise. */
import { abandoned } from '../deliveries/delivery.ts';
import { backlogMessage, secondsUntil } from '../deliveries/messages.ts';
import { sendAllOrThrow } from '../deliveries/queue-sender.ts';
import { attempted } from '../notices/notice-outbox.ts';
import { afterFault, CLOCK_SKEW_MS, isCheckPending, isLeased, isOpen, isUnknown, maySend } from '../pacing/flow.ts';
import { type Flow, newFlow } from '../pacing/state.ts';
import { recover } from '../recovery/recover.ts';
import { MalformedWebhookError } from '../webhooks/webhook-directory.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { abandonBacklog } from './abandon-backlog.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { openBacklog, partsOf } from './backlog.ts';
import { type Effects, effectsOf, nothingToDo } from './effects.ts';
import { isReplayed, type Job, type Waiting, waitingOf } from './jobs.ts';
import { heldFor, sendBacklog } from './send-backlog.ts';
import type { Signer } from './signer.ts';

/** Messages that are handled in a turn of the backlog; `succeeds` settles at its end. */
interface Turn {
  readonly jobs: readonly Job[];
  readonly succeeds: Promise<boolean>;
}

/** The messages of one webhook. */
interface Group {
  readonly webhook: Webhook;
  /** What is to be attempted. */
  readonly waiting: ReadonlyMap<Job, Waiting>;
  /** Messages that ask to send the backlog. */
  readonly looks: readonly Job[];
  /** What is to be written for each message. Those that get nothing here, and are in no turn, have to come again. */
  readonly effects: Map<Job, Effects>;
}

/** A process's requests in flight to an open receiver: all that are wasted on one that suddenly refuses them. */
const AT_ONCE = 4;
/** Milliseconds for which pages of recoveries are begun. One takes a second, and more where a table is slow. */
const RECOVER_MILLISECONDS = 2000;
/** Seconds until a look at what was held since another process was first to write the flow. */
const LOST_LEASE_SECONDS = 1;

/**
 * `jobs` are messages of one webhook, at least one. Returns what is to be written for each, and what is handled in a
 * turn of the backlog. Messages in neither part could not be handled, and have to come again.
 */
export async function handleWebhook(signer: Signer, jobs: readonly Job[]) {
  const found = await receiverOf(signer, jobs);
  if (found === undefined) return { effects: new Map(jobs.map((job) => [job, nothingToDo])) };
  const { webhook, sending } = found;
  const { waiting, effects } = await waitingOf(signer, webhook, jobs);
  const looks = jobs.filter(({ message }) => message.kind === 'backlog');
  // For what attempts don't show: that the webhook was disabled, or has not failed again. They show failures.
  const isFailing = webhook.enabled && webhook.failingSince !== undefined;
  const isTold = looks.length === 0 || isFailing || (await attempted(webhook, signer.notices.send));
  const send = !sending ? abandonAll : isOpen(webhook.flow) ? sendAtOnce : sendInTurn;
  const turn = await send(signer, { webhook, waiting, looks, effects });
  // During the turn, which would end too late if it began after them.
  await recoverPages(signer, webhook, sending, jobs, effects);
  if (isTold) return { effects, turn };
  // The messages that ask to send the backlog come again, with those of their turn.
  for (const job of looks) effects.delete(job);
  return { effects, turn: turn && { ...turn, succeeds: turn.succeeds.then(() => false) } };
}

/**
 * The webhook from the cache; read again for messages that follow from a change of it. Where it is missing, disabled or
 * malformed, so is its network, since it may have been created, enabled or repaired since, and its deliveries must not
 * fail because of a cached read.
 */
async function receiverOf({ directory }: Signer, jobs: readonly Job[]) {
  const [first] = jobs;
  if (first === undefined) return undefined;
  const { networkId, webhookId } = first.message;
  if (jobs.some(({ message }) => message.kind !== 'deliver')) directory.forget(networkId, webhookId);
  const found = await directory.find(networkId, webhookId).catch((error: unknown) => {
    if (error instanceof MalformedWebhookError) return undefined;
    throw error;
  });
  if (found?.sending) return found;
  directory.forgetNetwork(networkId);
  return await directory.find(networkId, webhookId);
}

/** Recovers a page for each message that asks for one. Those for which there is no time come again at once. */
async function recoverPages(
  signer: Signer,
  webhook: Webhook,
  sending: boolean,
  jobs: readonly Job[],
  effects: Group['effects'],
): Promise<void> {
  const until = signer.now() + RECOVER_MILLISECONDS;
  for (const job of jobs) {
    const { message } = job;
    if (message.kind !== 'recover') continue;
    try {
      if (!sending) effects.set(job, nothingToDo);
      else if (signer.now() < until) effects.set(job, effectsOf({ messages: await recover(signer, webhook, message) }));
      else effects.set(job, effectsOf({ messages: [{ message }] }));
    } catch (error) {
      console.error({ message: 'A page could not be recovered.', webhookId: webhook.webhookId, error });
    }
  }
}

/** Nothing is sent to a disabled webhook: what waits fails. A new event is not recorded; the outbox has it. */
async function abandonAll(signer: Signer, { webhook, waiting, looks, effects }: Group): Promise<Turn | undefined> {
  const turn = await beginTurn(signer, webhook, looks, (leased) => abandonBacklog(signer, webhook, leased));
  for (const [job, { delivery }] of waiting) {
    const isStored = delivery.next !== undefined;
    effects.set(job, effectsOf({ deliveries: isStored ? [abandoned(delivery, 'webhook_disabled')] : [] }));
  }
  if (turn === undefined) for (const job of looks) effects.set(job, nothingToDo);
  return turn;
}

/** Every process sends to a receiver that is open. */
async function sendAtOnce(signer: Signer, group: Group): Promise<Turn | undefined> {
  const { webhook, waiting, looks, effects } = group;
  const turn = await look(signer, webhook, isLeased(webhook.flow, signer.now()) ? [] : looks);
  const rest = [...waiting];
  while (rest.length > 0 && !(await isRestrained(signer, webhook))) {
    await Promise.all(
      rest.splice(0, AT_ONCE).map(async ([job, { delivery, body }]) => {
        try {
          effects.set(job, (await attemptDelivery(signer, webhook, delivery, body)).effects);
        } catch (error) {
          console.error({ message: 'A delivery could not be attempted.', deliveryId: delivery.deliveryId, error });
        }
      }),
    );
  }
  for (const [job, { delivery }] of rest) {
    effects.set(job, effectsOf({ deliveries: [heldFor(delivery, undefined)], messages: [backlogMessage(webhook)] }));
  }
  if (turn === undefined) leaveToOthers(group);
  return turn;
}

/** Whether this batch has shown that the receiver is in trouble. If it can't be read, attempts are still written. */
async function isRestrained({ directory }: Signer, { networkId, webhookId }: Webhook): Promise<boolean> {
  try {
    return !isOpen((await directory.find(networkId, webhookId))?.webhook.flow);
  } catch (error) {
    console.error({ message: 'A webhook could not be read; the rest of its batch is held.', webhookId, error });
    return true;
  }
}

/** One process at a time sends to any other receiver. What comes meanwhile is held. */
async function sendInTurn(signer: Signer, group: Group): Promise<Turn | undefined> {
  const { webhook, waiting, looks, effects } = group;
  const now = signer.now() + (looks.length > 0 ? CLOCK_SKEW_MS : 0);
  const askedAt = askedAtOf(looks);
  // An admin who replays, or asked during a probe, may know that the receiver is up again.
  const isAsked = isReplayed(waiting) || (webhook.flow?.phase === 'down' && askedAt !== undefined);
  const mayBegin = maySend(webhook.flow, now) || (isAsked && !isLeased(webhook.flow, now));
  // The fast lane makes the first request to an untried receiver. All that may take long is for the slow lane.
  const isMine = signer.lane === 'slow' || isUnknown(webhook.flow);
  const inTurn = mayBegin && isMine ? [...waiting.keys(), ...looks] : [];
  const turn =
    waiting.size === 0
      ? await look(signer, webhook, inTurn, isAsked)
      : await beginTurn(signer, webhook, inTurn, (leased) =>
          sendBacklog(signer, webhook, unpaused(leased, isAsked), [...waiting.values()], askedAt),
        );
  if (turn !== undefined) return turn;
  // A process that changed the flow just now may not have leased the receiver, and not know of what is held here.
  const messages = mayBegin ? [backlogMessage(webhook, isMine ? LOST_LEASE_SECONDS : 0)] : [];
  const [first] = waiting.keys();
  for (const [job, { delivery }] of waiting) {
    const deliveries = [heldFor(delivery, webhook.flow)];
    effects.set(job, effectsOf({ deliveries, messages: job === first ? messages : [] }));
  }
  const isPaused = !mayBegin && !isLeased(webhook.flow, now);
  if (isPaused) for (const job of looks) effects.set(job, nothingToDo);
  else leaveToOthers(group);
  return undefined;
}

const unpaused = (flow: Flow, isAsked: boolean): Flow => (isAsked ? { ...flow, notBefore: undefined } : flow);

/**
 * Begins a turn if something waits, or may do; otherwise it is over at once. Which is so is found out without a lease:
 * what comes during a lease is held, and would wait for the next look.
 */
async function look(
  signer: Signer,
  webhook: Webhook,
  looks: readonly Job[],
  isAsked = false,
): Promise<Turn | undefined> {
  if (looks.length === 0) return undefined;
  const askedAt = askedAtOf(looks);
  const next = openBacklog(signer, webhook.webhookId, () => partsOf(webhook.flow ?? newFlow, askedAt));
  if ((await next()) !== undefined) {
    return await beginTurn(signer, webhook, looks, (leased) =>
      sendBacklog(signer, webhook, unpaused(leased, isAsked), [], askedAt),
    );
  }
  const over: Turn = { jobs: looks, succeeds: Promise.resolve(true) };
  // Else each event would begin a chain of looks that ends only once there are no events for a while.
  if (isCheckPending(webhook.flow, signer.now())) return over;
  const at = await signer.flows.rest(webhook);
  const messages = at === undefined ? [] : [backlogMessage(webhook, secondsUntil(at, signer.now()))];
  await sendAllOrThrow(signer.sendSlow, messages);
  return over;
}

/** When an admin asked to send the backlog, if one did: the latest time. */
const askedAtOf = (looks: readonly Job[]): string | undefined =>
  looks
    .flatMap(({ message }) => (message.kind === 'backlog' ? (message.askedAt ?? []) : []))
    .toSorted()
    .at(-1);

/** Another process sends the backlog, and does not know what an admin asks for now: that comes again. */
function leaveToOthers({ webhook, looks, effects }: Group): void {
  const askedAt = askedAtOf(looks);
  const [first] = looks;
  for (const job of looks) {
    const isAsked = job === first && askedAt !== undefined;
    effects.set(job, effectsOf({ messages: isAsked ? [backlogMessage(webhook, LOST_LEASE_SECONDS, askedAt)] : [] }));
  }
}

/** Begins a turn for messages, if there are any and this process gets the lease. */
async function beginTurn(
  signer: Signer,
  webhook: Webhook,
  jobs: readonly Job[],
  send: (leased: Flow) => Promise<void>,
): Promise<Turn | undefined> {
  const leased = jobs.length > 0 ? await signer.flows.lease(webhook) : undefined;
  if (leased === undefined) return undefined;
  const succeeds = send(leased).then(
    () => true,
    async (error: unknown) => {
      const { webhookId } = webhook;
      console.error({ message: 'A backlog could not be sent; its messages come again.', webhookId, error });
      await giveUp(signer, webhook, leased, jobs);
      return false;
    },
  );
  return { jobs, succeeds };
}

/**
 * Ends the lease of a turn that failed, and has the backlog looked at again: otherwise what others hold meanwhile would
 * wait until the lease has ended and the sweeper has come. Where this fails as well, that is what happens.
 */
async function giveUp(signer: Signer, webhook: Webhook, leased: Flow, jobs: readonly Job[]): Promise<void> {
  try {
    const after = afterFault(leased, signer.now());
    await signer.flows.release(webhook, leased, after);
    // A message that asks for a look comes again by itself, and must not become two.
    if (jobs.some(({ message }) => message.kind === 'backlog')) return;
    await sendAllOrThrow(signer.sendSlow, [backlogMessage(webhook, secondsUntil(after.nextAt ?? '', signer.now()))]);
  } catch (error) {
    console.error({ message: 'A lease could not be released.', webhookId: webhook.webhookId, error });
  }
}
