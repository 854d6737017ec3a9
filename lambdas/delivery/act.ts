/** Carries out the plan for a webhook's jobs (decide.ts), and returns for each of them how it was handled. */
import { abandoned } from '../deliveries/delivery.ts';
import { backlogMessage, type QueuedMessage, secondsUntil } from '../deliveries/messages.ts';
import { type SendMessages, sendAllOrThrow } from '../deliveries/queue-sender.ts';
import { isCheckPending, isOpen } from '../pacing/flow.ts';
import type { Flow } from '../pacing/state.ts';
import type { Flows } from '../receiver-health/flow-leases.ts';
import { loggedError } from '../shared/logged-error.ts';
import type { WebhookDirectory } from '../webhooks/webhook-directory.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import type { MakeAttempt } from './attempt-delivery.ts';
import { heldFor } from './backlog.ts';
import type { TurnBeginning } from './backlog-turn.ts';
import { type BacklogRequest, jobsIn, LOST_LEASE_SECONDS, type Step } from './decide.ts';
import { type Effects, effectsOf } from './effects.ts';
import type { Job, PendingJob, RecoverJob } from './jobs.ts';
import { beginTurn, type Ended, type TurnPorts } from './turn.ts';

/** How a job was handled. */
export type Handled =
  /** It is done once its effects are written. */
  | { readonly kind: 'write'; readonly job: Job; readonly effects: Effects }
  /** It is handled in a turn of the backlog, which has begun. */
  | { readonly kind: 'inTurn'; readonly job: Job; readonly ended: Promise<Ended> }
  /** It failed: its message is delivered again. */
  | { readonly kind: 'redeliver'; readonly job: Job; readonly error: unknown };

/** What the steps need, each its part of it. */
export interface ActPorts extends TurnPorts {
  readonly flows: TurnPorts['flows'] & Pick<Flows, 'rest'>;
  readonly attempt: MakeAttempt;
  readonly directory: Pick<WebhookDirectory, 'find'>;
  /** Whether something waits in the backlog, and may be sent. */
  readonly hasBacklog: (webhook: Webhook, requestedAt: string | undefined) => Promise<boolean>;
  /** Sends a backlog, with what is in hand. */
  readonly sendBacklog: (beginning: TurnBeginning) => Promise<void>;
  /** Fails the backlog of a disabled webhook. */
  readonly abandonBacklog: (webhook: Webhook, leased: Flow) => Promise<void>;
  /** Sends a page of a recovery, or takes one back, and returns the messages that follow. */
  readonly recover: (webhook: Webhook, message: RecoverJob['message']) => Promise<readonly QueuedMessage[]>;
  /** Sends to the slow lane. */
  readonly sendSlow: SendMessages;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/** Requests in flight from one batch to an open receiver: no more are wasted on one that suddenly refuses them. */
const REQUESTS_WHILE_OPEN = 4;
/** Milliseconds for which pages of recoveries are begun. One takes a second, and more where a table is slow. */
const RECOVER_MS = 2000;

/** Takes the steps one after the other. Where one fails, the messages of its own jobs are delivered again. Never rejects. */
export async function act(ports: ActPorts, webhook: Webhook, steps: readonly Step[]): Promise<readonly Handled[]> {
  const handled: Handled[] = [];
  for (const step of steps) {
    try {
      handled.push(...(await take(ports, webhook, step)));
    } catch (error) {
      handled.push(...jobsIn(step).map((job) => ({ kind: 'redeliver' as const, job, error })));
    }
  }
  return handled;
}

async function take(ports: ActPorts, webhook: Webhook, step: Step): Promise<readonly Handled[]> {
  switch (step.kind) {
    case 'drop':
      return step.jobs.map(({ job }) => written(job));
    case 'redeliver':
      return step.jobs.map(({ job, error }) => ({ kind: 'redeliver', job, error }));
    case 'abandon':
      return await abandon(ports, webhook, step);
    case 'sendNow':
      return await sendNow(ports, webhook, step.deliveries);
    case 'takeTurn':
      return await takeTurn(ports, webhook, step);
    case 'checkBacklog':
      return await checkBacklog(ports, webhook, step);
    case 'hold':
      return hold(webhook, step.deliveries, webhook.flow, step.wakeUpSeconds);
    case 'handOver':
      return handOver(webhook, step);
    case 'recover':
      return await recoverPages(ports, webhook, step.jobs);
  }
}

/** Only deliveries that are stored become failed. A new event has none yet, and its webhook gets none. */
async function abandon(
  ports: TurnPorts & Pick<ActPorts, 'abandonBacklog'>,
  webhook: Webhook,
  { deliveries, wakeUps }: Extract<Step, { kind: 'abandon' }>,
): Promise<readonly Handled[]> {
  const turn =
    wakeUps.length > 0 && (await beginTurn(ports, webhook, (leased) => ports.abandonBacklog(webhook, leased)));
  const stored = deliveries.map(({ job, delivery }) => {
    const isStored = delivery.next !== undefined;
    return written(job, { deliveries: isStored ? [abandoned(delivery, 'webhook_disabled')] : [] });
  });
  return [...stored, ...wakeUps.map(({ job }) => (turn ? inTurn(job, turn.ended) : written(job)))];
}

async function sendNow(
  { attempt, directory }: Pick<ActPorts, 'attempt' | 'directory'>,
  webhook: Webhook,
  deliveries: readonly PendingJob[],
): Promise<readonly Handled[]> {
  const sent: Handled[] = [];
  const rest = [...deliveries];
  while (rest.length > 0 && (await isStillOpen(directory, webhook)))
    sent.push(
      ...(await Promise.all(rest.splice(0, REQUESTS_WHILE_OPEN).map((one) => attemptOne(attempt, webhook, one)))),
    );
  return [...sent, ...rest.flatMap((one) => hold(webhook, [one], undefined, 0))];
}

async function attemptOne(attempt: MakeAttempt, webhook: Webhook, pending: PendingJob): Promise<Handled> {
  const { job } = pending;
  try {
    const { effects } = await attempt(webhook, pending);
    return { kind: 'write', job, effects };
  } catch (error) {
    return { kind: 'redeliver', job, error };
  }
}

/** Whether the receiver is open after the attempts so far. Does not throw, so that these are written in any case. */
async function isStillOpen(
  directory: Pick<WebhookDirectory, 'find'>,
  { networkId, webhookId }: Webhook,
): Promise<boolean> {
  try {
    return isOpen((await directory.find(networkId, webhookId))?.webhook ?? {});
  } catch (error) {
    console.error({
      message: 'A webhook could not be read; the rest of its batch is held.',
      webhookId,
      error: loggedError(error),
    });
    return false;
  }
}

async function takeTurn(
  ports: ActPorts,
  webhook: Webhook,
  { deliveries, wakeUps, request, ifLost }: Extract<Step, { kind: 'takeTurn' }>,
): Promise<readonly Handled[]> {
  const { requestedAt } = request;
  const turn = await beginTurn(
    ports,
    webhook,
    (leased) => ports.sendBacklog({ webhook, leased: withoutWait(leased, request), inHand: deliveries, requestedAt }),
    wakeUps.length > 0,
  );
  if (turn === undefined) return await act(ports, webhook, ifLost);
  return [...deliveries, ...wakeUps].map(({ job }) => inTurn(job, turn.ended));
}

async function checkBacklog(
  ports: ActPorts,
  webhook: Webhook,
  { wakeUps, request, ifLost }: Extract<Step, { kind: 'checkBacklog' }>,
): Promise<readonly Handled[]> {
  if (await ports.hasBacklog(webhook, request.requestedAt))
    return await takeTurn(ports, webhook, { kind: 'takeTurn', deliveries: [], wakeUps, request, ifLost });
  // A check that is pending already is enough. One more for each event would become a chain of checks without end.
  if (!isCheckPending(webhook.flow, ports.now())) {
    const at = await ports.flows.rest(webhook);
    const messages = at === undefined ? [] : [backlogMessage(webhook, secondsUntil(at, ports.now()))];
    await sendAllOrThrow(ports.sendSlow, messages);
  }
  return wakeUps.map(({ job }) => written(job));
}

/** An urgent turn begins at once, even where a pause or a probe was to come. */
const withoutWait = (flow: Flow, { isUrgent }: BacklogRequest): Flow =>
  isUrgent ? { ...flow, notBefore: undefined } : flow;

/** Holds deliveries in the backlog. The wake-up goes with the first of them, since one is enough. */
const hold = (
  webhook: Webhook,
  deliveries: readonly PendingJob[],
  flow: Flow | undefined,
  wakeUpSeconds: number | undefined,
): readonly Handled[] =>
  deliveries.map(({ job, delivery }, index) => {
    const messages = index === 0 && wakeUpSeconds !== undefined ? [backlogMessage(webhook, wakeUpSeconds)] : [];
    return written(job, { deliveries: [heldFor(delivery, flow)], messages });
  });

/** Leaves the backlog to the process that has the lease. An admin's request is queued again, once for all wake-ups. */
const handOver = (
  webhook: Webhook,
  { wakeUps, requestedAt }: Extract<Step, { kind: 'handOver' }>,
): readonly Handled[] =>
  wakeUps.map(({ job }, index) => {
    const isRequested = index === 0 && requestedAt !== undefined;
    return written(job, { messages: isRequested ? [backlogMessage(webhook, LOST_LEASE_SECONDS, requestedAt)] : [] });
  });

/** Sends one page of a recovery for each job. Those for which no time is left are queued again as they are. */
async function recoverPages(
  { recover, now }: Pick<ActPorts, 'recover' | 'now'>,
  webhook: Webhook,
  jobs: readonly RecoverJob[],
): Promise<readonly Handled[]> {
  const until = now() + RECOVER_MS;
  const handled: Handled[] = [];
  for (const { job, message } of jobs) {
    try {
      const messages = now() < until ? await recover(webhook, message) : [{ message }];
      handled.push(written(job, { messages }));
    } catch (error) {
      handled.push({ kind: 'redeliver', job, error: loggedError(error) });
    }
  }
  return handled;
}

const written = (job: Job, effects: Partial<Effects> = {}): Handled => ({
  kind: 'write',
  job,
  effects: effectsOf(effects),
});
const inTurn = (job: Job, ended: Promise<Ended>): Handled => ({ kind: 'inTurn', job, ended });
