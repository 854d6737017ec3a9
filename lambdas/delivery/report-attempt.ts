/** What follows from an attempt for its receiver: its health, a notice, a question before a rotation of secrets. */
import { MINUTE_MS } from '../../contract/durations.ts';
import type { RotationChecker } from '../checkup/rotation-checker.ts';
import type { AttemptOutcome } from '../deliveries/attempt.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { QueuedMessage } from '../deliveries/messages.ts';
import type { Notices } from '../notices/notice-outbox.ts';
import { agreedWith } from '../receiver-health/health.ts';
import type { ReportHealth } from '../receiver-health/health-reporter.ts';
import { firstWithin } from '../shared/first-within.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import type { CeilingTurn } from './ceiling-turn.ts';

/** A notice is sent once in this time: all messages of a batch see the same cached webhook. */
const NOTICE_MS = 2000;
/** A receiver is asked about a rotation once in this time, until it gives a clear response. */
const ROTATION_MS = MINUTE_MS;

/** What the reporter needs. `now` returns milliseconds since 1970. */
export interface AttemptReporterPorts {
  readonly reportHealth: ReportHealth;
  readonly notices: Pick<Notices, 'isDue' | 'trySend'>;
  readonly rotation: Pick<RotationChecker, 'isDue' | 'tryCheck'>;
  readonly now: () => number;
}

/** Reports an attempt, and returns the messages to send next. Throws the tables' errors. */
export type ReportAttempt = (
  webhook: Webhook,
  outcome: AttemptOutcome,
  delivery: Pick<Delivery, 'deliveryId' | 'event' | 'eventId'>,
  turn?: CeilingTurn,
) => Promise<readonly QueuedMessage[]>;

/** A reporter for one process. */
export function attemptReporter({ reportHealth, notices, rotation, now }: AttemptReporterPorts): ReportAttempt {
  const isFirst = firstWithin(now);
  return async (webhook, outcome, { deliveryId, event, eventId }, turn) => {
    const { webhookId } = webhook;
    const messages = await reportHealth(webhook, outcome);
    const agreed = agreedWith(webhook, outcome);
    if (notices.isDue(agreed) && isFirst(`${webhookId} notice`, NOTICE_MS))
      await notices.trySend(agreed, { deliveryId, event, eventId, ...outcome });
    const isAsked = outcome.class === 'delivered' && rotation.isDue(webhook) && (turn?.isSoon() ?? true);
    if (isAsked && isFirst(`${webhookId} rotation`, ROTATION_MS)) await rotation.tryCheck(webhook, turn?.inTurn);
    return messages;
  };
}
