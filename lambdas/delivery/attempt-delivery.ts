/** One attempt of a delivery, and what follows from its outcome. */
import { isValiError } from 'valibot';
import type { DeliverySettings } from '../../contract/delivery-settings.ts';
import { isNotice } from '../../contract/event-names.ts';
import { type AttemptOutcome, isGone, showsHealthy } from '../deliveries/attempt.ts';
import { traceparentOf } from '../deliveries/attempt-trace.ts';
import { abandoned, type Delivery, deliveryAfterAttempt } from '../deliveries/delivery.ts';
import { delayedRetry, type QueuedMessage } from '../deliveries/messages.ts';
import type { EventsTable, EventText } from '../events/events-table.ts';
import { ERASED_TEXT } from '../events/stored-event.ts';
import { failedForGood } from '../notices/notice.ts';
import { isOfStopped, takenBack } from '../recovery/stopped.ts';
import type { SendSigned } from '../sending/send-signed.ts';
import { loggedError } from '../shared/logged-error.ts';
import type { Metrics } from '../shared/metrics.ts';
import type { AttemptCounter } from '../statistics/attempt-counter.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import type { CeilingTurn } from './ceiling-turn.ts';
import { type Effects, effectsOf } from './effects.ts';
import { BeforeAttemptError, ForeignDeliveryError, NotSentError, UnreadableEventError } from './errors.ts';
import type { Pending } from './jobs.ts';
import { type FailureLog, measureAttempt } from './measure.ts';
import type { ReportAttempt } from './report-attempt.ts';

/** What an attempt needs. */
export interface AttemptPorts {
  /** Has the texts for attempts after the first. */
  readonly outbox: Pick<EventsTable, 'readText'>;
  readonly sendSigned: SendSigned;
  /** Writes what the attempt has shown of the receiver, and returns the messages that follow. */
  readonly reportAttempt: ReportAttempt;
  readonly counter: Pick<AttemptCounter, 'note'>;
  readonly metrics: Pick<Metrics, 'add'>;
  readonly failures: Pick<FailureLog, 'note'>;
  readonly settings: Pick<DeliverySettings, 'retryDelaysSeconds'>;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

/** The outcome is absent where there was no request: the event has expired or was erased, or its recovery was stopped. */
export interface Attempted {
  readonly effects: Effects;
  readonly outcome?: AttemptOutcome;
}

/** Makes an attempt. Throws a BeforeAttemptError where nothing was sent. */
export type MakeAttempt = (webhook: Webhook, pending: Pending, turn?: CeilingTurn) => Promise<Attempted>;

/** Makes an attempt. Throws a BeforeAttemptError where nothing was sent. */
export async function attemptDelivery(
  ports: AttemptPorts,
  webhook: Webhook,
  pending: Pending,
  turn?: CeilingTurn,
): Promise<Attempted> {
  const { delivery: before, body } = pending;
  if (before.networkId !== webhook.networkId)
    throw new ForeignDeliveryError(`The delivery ${before.deliveryId} is of the network ${before.networkId}.`);
  if (isOfStopped(before, webhook)) return { effects: effectsOf({ deliveries: [takenBack(before)] }) };
  const read = body === undefined ? await readText(ports, before) : { body };
  const text = read?.body;
  // That of a recovery did not know its trace.
  const delivery = read?.trace === undefined ? before : { ...before, trace: read.trace };
  // A test event that an admin sends again says nothing about the webhook (docs/spec/delivery.md#test-event).
  const counts = !delivery.isTest;
  if (text === ERASED_TEXT) return { effects: effectsOf({ deliveries: [abandoned(delivery, 'event_erased')] }) };
  if (text === undefined) {
    const failed = abandoned(delivery, 'event_expired');
    return { effects: effectsOf({ deliveries: [failed], notices: counts ? noticesOf(ports, webhook, failed) : [] }) };
  }

  const { deliveryId, eventId, createdAt: acceptedAt, attemptCount } = delivery;
  const isFirstAttempt = attemptCount === 0;
  const traceparent = traceparentOf(delivery);
  const signed = { deliveryId, eventId, acceptedAt, body: text, isFirstAttempt, ...(traceparent && { traceparent }) };
  const outcome = await ports.sendSigned(webhook, signed, turn?.inTurn);
  measureAttempt(ports.metrics, delivery, outcome);
  if (!showsHealthy(outcome)) ports.failures.note(webhook);
  if (outcome.class === 'not_sent')
    throw new NotSentError(`The request of the delivery ${deliveryId} was not sent; the log says why.`);
  if (counts) ports.counter.note(webhook.webhookId, delivery.event, outcome);
  const messages = counts ? await reported(ports, webhook, outcome, delivery, turn) : [];
  const now = ports.now();
  const after = deliveryAfterAttempt(delivery, outcome, { settings: ports.settings, now, random: ports.random() });
  return {
    outcome,
    effects: {
      deliveries: [after],
      messages: [...messages, ...delayedRetry(after, text, now)],
      notices: counts && isNoticed(after, outcome) ? noticesOf(ports, webhook, after) : [],
    },
  };
}

async function readText(
  { outbox }: Pick<AttemptPorts, 'outbox'>,
  { networkId, eventId, deliveryId }: Delivery,
): Promise<EventText | undefined> {
  try {
    return await outbox.readText(networkId, eventId);
  } catch (cause) {
    const Unread = isValiError(cause) ? UnreadableEventError : BeforeAttemptError;
    throw new Unread(`The event of the delivery ${deliveryId} could not be read.`, { cause });
  }
}

/** What can't be written about the receiver must not repeat the request: the next attempt shows it as well. */
async function reported(
  { reportAttempt }: Pick<AttemptPorts, 'reportAttempt'>,
  ...report: Parameters<ReportAttempt>
): Promise<readonly QueuedMessage[]> {
  try {
    return await reportAttempt(...report);
  } catch (error) {
    const [{ webhookId }] = report;
    console.error({ message: 'The health of a receiver could not be written.', webhookId, error: loggedError(error) });
    return [];
  }
}

/** Whether the network is told of the delivery: not where its receiver has asked for the end. */
const isNoticed = ({ state }: Delivery, outcome: AttemptOutcome): boolean =>
  state === 'failed' && !isGone(outcome) && !showsHealthy(outcome);

/** The notice about a delivery that has failed for good, unless the delivery is itself one of a notice. */
const noticesOf = ({ now }: Pick<AttemptPorts, 'now'>, webhook: Webhook, delivery: Delivery): Effects['notices'] =>
  isNotice(delivery.event) ? [] : [failedForGood(webhook, delivery, now())];
