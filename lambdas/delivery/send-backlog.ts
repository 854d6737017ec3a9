/**
 * Sends the backlog of a receiver, as the one process that has its lease: when a request ends, the next one begins, as
 * many at once as the flow allows, the oldest event first. What is left after some seconds is for the next message.
 */
import type { Metrics } from '../shared/metrics.ts';
import type { AttemptCounter } from '../statistics/attempt-counter.ts';
import type { WebhookDirectory } from '../webhooks/webhook-directory.ts';
import { type BacklogTurnPorts, backlogTurn, type TurnBeginning } from './backlog-turn.ts';
import { nextAction, type StopReason } from './next-action.ts';
import { endTurn, type TurnPorts } from './turn.ts';

/** Milliseconds for which a turn begins requests. One takes at most two seconds; the function times out after 10 s. */
const TURN_MS = 7000;

/** What sending a backlog needs. */
export interface SendBacklogPorts extends BacklogTurnPorts, TurnPorts {
  readonly directory: Pick<WebhookDirectory, 'find'>;
  readonly counter: Pick<AttemptCounter, 'settle'>;
  readonly metrics: Pick<Metrics, 'add'>;
}

/**
 * Sends what is in hand and then, in the slow lane, what waits in the table. Throws where an outcome could not be
 * written: then the messages of what was in hand come again.
 */
export async function sendBacklog(ports: SendBacklogPorts, beginning: TurnBeginning): Promise<void> {
  const { webhook, leased, requestedAt } = beginning;
  const { shares, now, sleep } = ports;
  const until = now() + TURN_MS;
  const change = changeSignal();
  const turn = backlogTurn(ports, beginning, change.notify);
  let stopped: StopReason | undefined;
  let unchecked: { readonly error: unknown } | undefined;

  shares.begin(webhook);
  while (stopped === undefined || turn.inFlight() > 0) {
    const changed = change.next();
    stopped ??= await advance();
    if (stopped === undefined || turn.inFlight() > 0) await changed;
  }
  shares.end(webhook);
  const ending = turn.end(stopped);
  // With what is left; the end of the batch waits for it.
  void ports.counter.settle();
  const after = await ending;
  // Thrown at the end: what was in flight must be written first, and not by a process that was frozen meanwhile.
  if (unchecked !== undefined) throw unchecked.error;
  await endTurn(ports, webhook, leased, after, requestedAt);

  /** Does what can be done now. Returns why the turn is over, if it is. */
  async function advance(): Promise<StopReason | undefined> {
    const isCurrent = turn.hasFailed() || (await isUnchanged());
    for (;;) {
      const action = nextAction({ ...turn.state(), hasFailed: hasFailed(), until, isCurrent });
      switch (action.kind) {
        case 'send':
          turn.begin();
          break;
        case 'read':
          turn.read();
          return undefined;
        case 'wait':
          if (action.milliseconds !== undefined) void sleep(action.milliseconds).then(change.notify);
          return undefined;
        case 'stop':
          return action.reason;
      }
    }
  }

  function hasFailed(): boolean {
    return unchecked !== undefined || turn.hasFailed();
  }

  /** Whether the webhook is as it was: an admin may have disabled, deleted or changed it meanwhile. */
  async function isUnchanged(): Promise<boolean> {
    try {
      const found = await ports.directory.find(webhook.networkId, webhook.webhookId);
      const { updatedAt, recoveriesStopped } = webhook;
      const isSame = found?.webhook.updatedAt === updatedAt && found.webhook.recoveriesStopped === recoveriesStopped;
      return isSame && found.sending;
    } catch (error) {
      unchecked = { error };
      return false;
    }
  }
}

/** Lets a loop wait until anything has changed since it looked. */
function changeSignal() {
  let notify = () => {};
  return {
    notify: () => notify(),
    next: () =>
      new Promise<void>((resolve) => {
        notify = resolve;
      }),
  };
}
