/** The messages of a batch as jobs, each for one webhook, and what each asks for. */

import type { SQSRecord } from 'aws-lambda';
import { isFinal } from '../../contract/delivery-states.ts';
import type { DeliveriesTable } from '../deliveries/deliveries-table.ts';
import { type Delivery, newDelivery } from '../deliveries/delivery.ts';
import {
  type DeliverMessage,
  type DeliveryMessage,
  messagesOfText,
  type RecoverMessage,
  type StopMessage,
} from '../deliveries/messages.ts';
import { isFirstAttemptPending } from '../recovery/missing.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { BeforeAttemptError } from './errors.ts';

/**
 * What a message of a batch asks of one webhook. `isRepeated` says that the message was received before, so the attempt
 * may have been made.
 */
export interface Job {
  readonly messageId: string;
  readonly message: DeliveryMessage;
  readonly isRepeated: boolean;
}

/** A delivery that is to be attempted. */
export interface Pending {
  readonly delivery: Delivery;
  /** The exact text of its event; without it, the text is read from the outbox. */
  readonly body?: string | undefined;
}

/** A delivery that a message asks to attempt. */
export interface PendingJob extends Pending {
  readonly kind: 'pending';
  readonly job: Job;
}

/** A message that asks to send the backlog. */
export interface WakeUp {
  readonly kind: 'wakeUp';
  readonly job: Job;
  /** When an admin asked for it, if one did: ISO 8601. */
  readonly requestedAt?: string | undefined;
}

/** A message that asks for a page of a recovery, or of what is taken back of stopped ones. */
export interface RecoverJob {
  readonly kind: 'recover';
  readonly job: Job;
  readonly message: RecoverMessage | StopMessage;
}

/** A job with what it needs. */
export type ResolvedJob =
  | PendingJob
  | WakeUp
  | RecoverJob
  /** Its delivery was delivered, sent again, or attempted already: there is nothing to do. */
  | { readonly kind: 'outdated'; readonly job: Job }
  /** What it needs could not be read: it comes again. */
  | { readonly kind: 'unreadable'; readonly job: Job; readonly error: BeforeAttemptError };

/** What a record asks for, by webhook. Throws for a malformed one. */
export const jobsOf = ({ messageId, body, attributes }: SQSRecord): readonly Job[] =>
  messagesOfText(body).map((message) => ({
    messageId,
    message,
    isRepeated: Number(attributes.ApproximateReceiveCount) > 1,
  }));

/** What resolving a job needs. `now` returns milliseconds since 1970. */
export interface ResolvePorts {
  readonly deliveries: Pick<DeliveriesTable, 'read'>;
  readonly now: () => number;
}

/** The jobs of a webhook with what they need. Never rejects. */
export const resolveJobs = (
  ports: ResolvePorts,
  webhook: Pick<Webhook, 'updatedAt'>,
  jobs: readonly Job[],
): Promise<readonly ResolvedJob[]> => Promise.all(jobs.map((job) => resolved(ports, webhook, job)));

async function resolved(ports: ResolvePorts, webhook: Pick<Webhook, 'updatedAt'>, job: Job): Promise<ResolvedJob> {
  const { message } = job;
  switch (message.kind) {
    case 'backlog':
      return { kind: 'wakeUp', job, requestedAt: message.askedAt };
    case 'recover':
    case 'stopRecoveries':
      return { kind: 'recover', job, message };
    case 'deliver':
      try {
        const expected = await expectedDelivery(ports, webhook, message, job.isRepeated);
        return expected === undefined ? { kind: 'outdated', job } : { kind: 'pending', job, ...expected };
      } catch (cause) {
        const error = new BeforeAttemptError(`The delivery ${message.deliveryId} could not be read.`, { cause });
        return { kind: 'unreadable', job, error };
      }
  }
}

/**
 * The delivery and the text that its message carries, unless the message is out of date: the delivery was attempted or
 * sent again already. A first message that is late or repeated comes without its text, so that the text is read: the
 * payload may have been erased, and the deliveries table does not tell of that where it has no delivery.
 */
async function expectedDelivery(
  { deliveries, now }: ResolvePorts,
  webhook: Pick<Webhook, 'updatedAt'>,
  message: DeliverMessage,
  isRepeated: boolean,
): Promise<Pending | undefined> {
  const { body } = message;
  const isFirst = message.attempt === 1 && message.generation === 0;
  if (isFirst && !isRepeated && isFirstAttemptPending(message.acceptedAt, webhook, now()))
    return { delivery: newDelivery(message), body };
  const delivery = await deliveries.read(message.webhookId, message.deliveryId);

  if (delivery === undefined && isFirst) return { delivery: newDelivery(message) };
  if (delivery === undefined || isFinal(delivery.state)) return undefined;
  const isNext = delivery.generation === message.generation && delivery.attemptCount + 1 === message.attempt;
  return isNext ? { delivery, body } : undefined;
}
