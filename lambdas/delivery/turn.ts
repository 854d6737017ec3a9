/** A turn of a backlog: this process leases the receiver, works through the backlog alone, and releases the receiver. */
import { backlogMessage, secondsUntil } from '../deliveries/messages.ts';
import { type SendMessages, sendAllOrThrow } from '../deliveries/queue-sender.ts';
import { hasCeiling, spacingOf, withDue } from '../pacing/ceiling.ts';
import { afterFault, isCheckPending } from '../pacing/flow.ts';
import type { Flow } from '../pacing/state.ts';
import type { Flows } from '../receiver-health/flow-leases.ts';
import { loggedError } from '../shared/logged-error.ts';
import type { Metrics } from '../shared/metrics.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { measureTurn } from './measure.ts';

/** What a turn needs. */
export interface TurnPorts {
  readonly flows: Pick<Flows, 'lease' | 'release'>;
  /** Sends to the slow lane. */
  readonly sendSlow: SendMessages;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/** Whether the messages of a turn are done, or have to be delivered again. */
export type Ended = 'done' | 'redeliver';

/**
 * Begins a turn, in which `work` ends the lease itself, unless it rejects. Undefined where another process has the
 * lease. `hasWakeUp`: a wake-up is part of the turn, and is redelivered where the turn fails.
 */
export async function beginTurn(
  ports: TurnPorts,
  webhook: Webhook,
  work: (leased: Flow) => Promise<void>,
  hasWakeUp = true,
): Promise<{ readonly ended: Promise<Ended> } | undefined> {
  const leased = await ports.flows.lease(webhook);
  if (leased === undefined) return undefined;
  const ended = work(leased).then(
    (): Ended => 'done',
    async (error: unknown): Promise<Ended> => {
      const { webhookId } = webhook;
      console.error({
        message: 'A backlog could not be sent; its messages come again.',
        webhookId,
        error: loggedError(error),
      });
      await giveUp(ports, webhook, leased, hasWakeUp);
      return 'redeliver';
    },
  );
  return { ended };
}

/**
 * Ends the lease of a turn that failed, and has the backlog checked again: otherwise what others hold meanwhile would
 * wait until the lease has ended and the sweeper has come. Where this fails as well, that is what happens.
 */
async function giveUp(
  { flows, sendSlow, now }: TurnPorts,
  webhook: Webhook,
  leased: Flow,
  hasWakeUp: boolean,
): Promise<void> {
  try {
    const failed = afterFault(leased, now());
    // What it has sent is not known.
    const after = hasCeiling(webhook) ? withDue(failed, now() + spacingOf(webhook)) : failed;
    await flows.release(webhook, leased, after);
    // A message that asks for the backlog must not become two.
    if (hasWakeUp) return;
    await sendAllOrThrow(sendSlow, [backlogMessage(webhook, secondsUntil(after.nextAt ?? '', now()))]);
  } catch (error) {
    console.error({
      message: 'A lease could not be released.',
      webhookId: webhook.webhookId,
      error: loggedError(error),
    });
  }
}

/** Releases the receiver with the flow after a turn, and has its backlog checked again when something is due. */
export async function endTurn(
  { flows, sendSlow, metrics, now }: TurnPorts & { readonly metrics: Pick<Metrics, 'add'> },
  webhook: Webhook,
  leased: Flow,
  after: Flow,
  requestedAt: string | undefined,
): Promise<void> {
  // A message for each turn would begin a check for each event.
  const isCheckedAnyway = after.emptySince !== undefined && isCheckPending(leased, now());
  const isReleased = await flows.release(
    webhook,
    leased,
    isCheckedAnyway ? { ...after, nextAt: leased.nextAt } : after,
  );
  if (isReleased) measureTurn(metrics, leased, after);
  if (isReleased && (isCheckedAnyway || after.nextAt === undefined)) return;
  const delaySeconds = isReleased ? secondsUntil(after.nextAt ?? '', now()) : 0;
  await sendAllOrThrow(sendSlow, [
    backlogMessage(webhook, delaySeconds, after.phase === 'down' ? undefined : requestedAt),
  ]);
}
