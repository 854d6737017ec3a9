/** Handles the messages of one webhook: sends at once where its receiver is open, and in turn with its backlog otherwise. */
import type { Flow, Webhook } from '../../webhooks/webhooks-table.ts';
import { abandoned } from '../model/delivery.ts';
import { isLeased, isOpen, maySend } from '../model/flow.ts';
import { backlogMessage } from '../queue/messages.ts';
import { abandonBacklog } from './abandon-backlog.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { type Effects, effectsOf, nothingToDo } from './effects.ts';
import { isReplayed, type Job, type Waiting, waitingOf } from './jobs.ts';
import { recover } from './recover.ts';
import { heldFor, sendBacklog } from './send-backlog.ts';
import type { Signer } from './signer.ts';

/** What became of messages. Those in neither part could not be handled, and have to come again. */
export interface Handled {
  /** What is to be written for each message. */
  readonly effects: ReadonlyMap<Job, Effects>;
  /** Messages that are handled in a turn of the backlog; `succeeds` settles at its end. */
  readonly turn?: Turn | undefined;
}

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
  /** The effects of all other messages. */
  readonly effects: ReadonlyMap<Job, Effects>;
}

/** The requests that a process has under way to an open receiver: all that are wasted on one that suddenly refuses them. */
const AT_ONCE = 4;
/** Milliseconds by which a message may come before its time, since clocks differ. */
const EARLY_MILLISECONDS = 1000;

/** `jobs` are messages of one webhook, at least one. */
export async function handleWebhook(signer: Signer, jobs: readonly Job[]): Promise<Handled> {
  const found = await receiverOf(signer, jobs);
  if (found === undefined) return { effects: nothingFor(jobs) };
  const { webhook, sending } = found;
  const { waiting, effects } = await waitingOf(signer, jobs);
  for (const job of jobs) {
    const { message } = job;
    if (message.kind === 'recover') effects.set(job, sending ? await recover(signer, webhook, message) : nothingToDo);
  }
  const looks = jobs.filter(({ message }) => message.kind === 'backlog');
  const group = { webhook, waiting, looks, effects };
  if (!sending) return await abandonAll(signer, group);
  return isOpen(webhook.flow) ? await sendAtOnce(signer, group) : await sendInTurn(signer, group);
}

/**
 * The webhook from the cache. It is read again where it is missing or disabled, since it may have been created or enabled
 * since, and its deliveries must not fail because of a cached read; and for messages that follow from a change of it.
 */
async function receiverOf({ directory }: Signer, jobs: readonly Job[]) {
  const [first] = jobs;
  if (first === undefined) return undefined;
  const { networkId, webhookId } = first.message;
  const isAboutChange = jobs.some(({ message }) => message.kind !== 'deliver');
  if (!isAboutChange) {
    const found = await directory.find(networkId, webhookId);
    if (found?.sending) return found;
  }
  directory.forget(networkId);
  return await directory.find(networkId, webhookId);
}

/** Nothing is sent to a disabled webhook. What waits has failed, and can be recovered once it is enabled again. */
async function abandonAll(signer: Signer, { webhook, waiting, looks, effects }: Group): Promise<Handled> {
  const turn = await beginTurn(signer, webhook, looks, (leased) => abandonBacklog(signer, webhook, leased));
  const failing = effectsOfEach(waiting, ({ delivery }) => ({ deliveries: [abandoned(delivery, 'webhook_disabled')] }));
  return { effects: new Map([...effects, ...failing, ...nothingFor(turn ? [] : looks)]), turn };
}

/** Every process sends to a receiver that is open. */
async function sendAtOnce(signer: Signer, { webhook, waiting, looks, effects }: Group): Promise<Handled> {
  const turn = await beginTurn(signer, webhook, looks, (leased) => sendBacklog(signer, webhook, leased, []));
  const attempted = new Map(effects);
  const rest = [...waiting];
  while (rest.length > 0 && !(await isRestrained(signer, webhook))) {
    await Promise.all(
      rest.splice(0, AT_ONCE).map(async ([job, { delivery, body }]) => {
        try {
          attempted.set(job, (await attemptDelivery(signer, webhook, delivery, body)).effects);
        } catch (error) {
          console.error({ message: 'A delivery could not be attempted.', deliveryId: delivery.deliveryId, error });
        }
      }),
    );
  }
  for (const [job, { delivery }] of rest) {
    attempted.set(job, effectsOf({ deliveries: [heldFor(delivery, undefined)], messages: [backlogMessage(webhook)] }));
  }
  return { effects: new Map([...attempted, ...nothingFor(turn ? [] : looks)]), turn };
}

/** Whether an attempt of this batch has shown that the receiver is in trouble. */
async function isRestrained({ directory }: Signer, { networkId, webhookId }: Webhook): Promise<boolean> {
  return !isOpen((await directory.find(networkId, webhookId))?.webhook.flow);
}

/** One process at a time sends to any other receiver. What comes meanwhile is held. */
async function sendInTurn(signer: Signer, { webhook, waiting, looks, effects }: Group): Promise<Handled> {
  const now = signer.now() + (looks.length > 0 ? EARLY_MILLISECONDS : 0);
  // An admin who replays may know that the receiver is up again.
  const mayBegin = maySend(webhook.flow, now) || (isReplayed(waiting) && !isLeased(webhook.flow, now));
  // The fast lane makes the first request to a receiver that nobody has tried yet. All that may take long is for the slow lane.
  const isMine = signer.lane === 'slow' || webhook.flow === undefined;
  const inTurn = [...waiting.keys(), ...looks];
  const turn = await beginTurn(signer, webhook, mayBegin && isMine ? inTurn : [], (leased) =>
    sendBacklog(signer, webhook, leased, [...waiting.values()]),
  );
  if (turn !== undefined) return { effects, turn };
  const messages = mayBegin && !isMine ? [backlogMessage(webhook)] : [];
  const holding = effectsOfEach(waiting, ({ delivery }) => ({
    deliveries: [heldFor(delivery, webhook.flow)],
    messages,
  }));
  return { effects: new Map([...effects, ...holding, ...nothingFor(looks)]) };
}

/** Begins a turn for messages, if there are any and this process gets the lease. */
async function beginTurn(
  { flows }: Signer,
  webhook: Webhook,
  jobs: readonly Job[],
  send: (leased: Flow) => Promise<void>,
): Promise<Turn | undefined> {
  const leased = jobs.length > 0 ? await flows.lease(webhook) : undefined;
  if (leased === undefined) return undefined;
  const succeeds = send(leased).then(
    () => true,
    (error: unknown) => {
      console.error({
        message: 'A backlog could not be sent; its messages come again.',
        webhookId: webhook.webhookId,
        error,
      });
      return false;
    },
  );
  return { jobs, succeeds };
}

const effectsOfEach = (
  waiting: ReadonlyMap<Job, Waiting>,
  effects: (one: Waiting) => Partial<Effects>,
): ReadonlyMap<Job, Effects> => new Map(Array.from(waiting, ([job, one]) => [job, effectsOf(effects(one))]));

const nothingFor = (jobs: readonly Job[]): ReadonlyMap<Job, Effects> => new Map(jobs.map((job) => [job, nothingToDo]));
