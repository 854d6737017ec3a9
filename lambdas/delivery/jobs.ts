/** The messages of a batch, and the deliveries that they ask to attempt. */
import type { SQSRecord } from 'aws-lambda';
import { type Delivery, newDelivery } from '../deliveries/delivery.ts';
import { type DeliverMessage, type DeliveryMessage, messagesOfText } from '../deliveries/messages.ts';
import { isFirstAttemptPending } from '../recovery/missing.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { type Effects, nothingToDo } from './effects.ts';
import type { Signer } from './signer.ts';

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
export interface Waiting {
  readonly delivery: Delivery;
  /** The exact text of its event; without it, the text is read from the outbox. */
  readonly body?: string | undefined;
}

/** What a record asks for, by webhook. Throws for a malformed one. */
export const jobsOf = ({ messageId, body, attributes }: SQSRecord): readonly Job[] =>
  messagesOfText(body).map((message) => ({
    messageId,
    message,
    isRepeated: Number(attributes.ApproximateReceiveCount) > 1,
  }));

/**
 * What the messages ask to attempt. A message that is out of date has no effects; one whose delivery can't be read is
 * in neither part, and logged.
 */
export async function waitingOf(signer: Signer, webhook: Webhook, jobs: readonly Job[]) {
  const waiting = new Map<Job, Waiting>();
  const effects = new Map<Job, Effects>();
  await Promise.all(
    jobs.map(async (job) => {
      const { message } = job;
      if (message.kind !== 'deliver') return;
      try {
        const delivery = await expectedDelivery(signer, webhook, message, job.isRepeated);
        if (delivery === undefined) effects.set(job, nothingToDo);
        else waiting.set(job, { delivery, body: message.body });
      } catch (error) {
        console.error({ message: 'A delivery could not be read.', deliveryId: message.deliveryId, error });
      }
    }),
  );
  return { waiting, effects };
}

/** The delivery, unless this message is out of date: it was delivered, replayed, or attempted already. */
async function expectedDelivery(
  { deliveries, now }: Signer,
  webhook: Pick<Webhook, 'updatedAt'>,
  message: DeliverMessage,
  isRepeated: boolean,
): Promise<Delivery | undefined> {
  const isFirst = message.attempt === 1 && message.generation === 0;
  if (isFirst && !isRepeated && isFirstAttemptPending(message.acceptedAt, webhook, now())) return newDelivery(message);
  const delivery = await deliveries.read(message.webhookId, message.deliveryId);
  if (delivery === undefined && isFirst) return newDelivery(message);
  if (delivery?.state !== 'retrying') return undefined;
  const isNext = delivery.generation === message.generation && delivery.attemptCount + 1 === message.attempt;
  return isNext ? delivery : undefined;
}

/** Whether an admin has just asked for one of these attempts. */
export const isReplayed = (waiting: ReadonlyMap<Job, Waiting>): boolean =>
  [...waiting.values()].some(
    ({ delivery: { generation, attemptsOnSchedule, next } }) =>
      generation > 0 && attemptsOnSchedule === 0 && next?.kind === 'at',
  );
