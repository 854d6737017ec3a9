/** The receivers of a world, as a test describes them, and the network in front of them. */
import type { AttemptOutcome } from '../../lambdas/deliveries/attempt.ts';
import type { Flow } from '../../lambdas/pacing/state.ts';
import type { SendSigned, Signed } from '../../lambdas/sending/send-signed.ts';
import type { Webhook } from '../../lambdas/webhooks/webhooks-table.ts';
import type { virtualClock } from './virtual-clock.ts';

/** The phase of a flow in the table, and since when it is that, in milliseconds since the beginning. */
export interface ChangedPhase {
  readonly phase: Flow['phase'];
  readonly changedAt: number;
}

/** How a receiver takes a request: its outcome, and how many milliseconds it takes. `at` is virtual time since the beginning. */
export type Receiver = (request: {
  readonly at: number;
  readonly deliveryId: string;
  readonly inFlight: number;
  /** Those that have signed it, or will. */
  readonly secrets: readonly string[];
}) => Omit<AttemptOutcome, 'startedAt'>;

/** A request that a receiver got. Times are milliseconds since the beginning. */
interface SimulatedRequest {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly at: number;
  /** Whether a legacy request would have gone with it. */
  readonly isFirstAttempt: boolean;
  /** Requests in flight to the receiver, this one included. */
  readonly inFlight: number;
  readonly outcome: Omit<AttemptOutcome, 'startedAt'>;
  /** The phase of its flow in the table, and since when it is that; absent for an unknown receiver. */
  readonly flow?: ChangedPhase;
}

interface Network {
  readonly clock: Pick<ReturnType<typeof virtualClock>, 'elapsed' | 'now' | 'sleep'>;
  /** How many requests may be in flight at once. Others wait. */
  readonly slots: number;
  /** Whether the process of a request stops to run. */
  readonly hangs: (webhookId: string) => boolean;
  readonly flowOf: (webhookId: string) => ChangedPhase | undefined;
}

/** A webhook without a receiver is unreachable. */
export function simulatedReceivers({ clock, slots, hangs, flowOf }: Network) {
  const receivers = new Map<string, Receiver>();
  const inFlight = new Map<string, number>();
  const requests: SimulatedRequest[] = [];
  const waiting: (() => void)[] = [];
  let free = slots;

  return {
    requests,
    sendSigned,
    /** What a webhook's receiver does from now on. */
    behave: (webhookId: string, receiver: Receiver) => void receivers.set(webhookId, receiver),
  };

  async function sendSigned(
    ...[webhook, signed, inTurn = (request) => request()]: Parameters<SendSigned>
  ): Promise<AttemptOutcome> {
    const send = () => inTurn(() => sendOne(webhook, signed));
    const sent = send();
    if (webhook.legacySignature && signed.isFirstAttempt) await send();
    return await sent;
  }

  async function sendOne(
    { webhookId, secrets }: Webhook,
    { deliveryId, isFirstAttempt }: Signed,
  ): Promise<AttemptOutcome> {
    if (free-- <= 0) await new Promise<void>((resolve) => waiting.push(resolve));
    const now = (inFlight.get(webhookId) ?? 0) + 1;
    inFlight.set(webhookId, now);
    const at = clock.elapsed();
    const startedAt = new Date(clock.now()).toISOString();
    const outcome = receivers.get(webhookId)?.({
      at,
      deliveryId,
      inFlight: now,
      secrets: secrets.map(({ secret }) => secret),
    }) ?? {
      class: 'unreachable',
      milliseconds: 1,
    };
    const flow = flowOf(webhookId);
    requests.push({ webhookId, deliveryId, at, isFirstAttempt, inFlight: now, outcome, ...(flow && { flow }) });
    const hasStopped = hangs(webhookId);
    await clock.sleep(outcome.milliseconds);
    inFlight.set(webhookId, (inFlight.get(webhookId) ?? 1) - 1);
    free += 1;
    waiting.shift()?.();
    return hasStopped ? await new Promise(() => {}) : { startedAt, ...outcome };
  }
}
