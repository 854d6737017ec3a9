/**
 * Handles a batch of messages: all at the same time, then what they lead to is written together.
 *
 * The slow lane continues drains within the call for some seconds, rather than with one message for each window.
 */
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import type { Delivery } from '../model/delivery.ts';
import { type DeliveryMessage, messageOfText, type QueuedMessage } from '../queue/messages.ts';
import { sendAllOrThrow } from '../queue/queue-sender.ts';
import { deliver } from './deliver.ts';
import { drain } from './drain.ts';
import { type Effects, together } from './effects.ts';
import { probe } from './probe.ts';
import { recover } from './recover.ts';
import type { Signer } from './signer.ts';

/** Milliseconds for which a call starts further windows of a drain. A window takes at most two; the function times out after 10 s. */
const DRAIN_MILLISECONDS = 5000;

/** Handles a batch. The response names the messages that SQS has to deliver again. */
export async function handleBatch(signer: Signer, records: readonly SQSRecord[]): Promise<SQSBatchResponse> {
  const until = signer.now() + DRAIN_MILLISECONDS;
  const handled = await Promise.all(records.map((record) => effectsOrFailure(signer, record)));
  let effects = together(handled.filter((one) => one !== undefined));
  try {
    for (;;) {
      const drains = signer.lane === 'slow' && signer.now() < until ? effects.messages.filter(isImmediateDrain) : [];
      await write(signer, { ...effects, messages: effects.messages.filter((message) => !drains.includes(message)) });
      if (drains.length === 0) break;
      effects = together(await Promise.all(drains.map(({ message }) => handle(signer, message, true))));
    }
  } catch (error) {
    console.error({ message: 'The outcome of a batch could not be written; SQS delivers its messages again.', error });
    return failuresOf(records);
  }
  return failuresOf(records.filter((_, index) => handled[index] === undefined));
}

const failuresOf = (records: readonly SQSRecord[]): SQSBatchResponse => ({
  batchItemFailures: records.map(({ messageId }) => ({ itemIdentifier: messageId })),
});

const isImmediateDrain = ({ message, delaySeconds = 0 }: QueuedMessage): boolean =>
  message.kind === 'drain' && delaySeconds === 0;

async function effectsOrFailure(signer: Signer, record: SQSRecord): Promise<Effects | undefined> {
  try {
    return await handle(signer, messageOfText(record.body), Number(record.attributes.ApproximateReceiveCount) > 1);
  } catch (error) {
    console.error({ message: 'A delivery message could not be handled.', messageId: record.messageId, error });
    return undefined;
  }
}

async function handle(signer: Signer, message: DeliveryMessage, isRepeated: boolean): Promise<Effects> {
  switch (message.kind) {
    case 'deliver':
      return await deliver(signer, message, isRepeated);
    case 'probe':
      return await probe(signer, message);
    case 'drain':
      return await drain(signer, message);
    case 'recover':
      return await recover(signer, message);
  }
}

/** Deliveries first, then the messages that refer to them: a message must find its delivery. */
async function write({ counter, deliveries: table, sendSlow }: Signer, effects: Effects): Promise<void> {
  for (const { webhookId, outcome } of effects.attempts) counter.note(webhookId, outcome);
  const counted = counter.settle();
  const [fresh, older] = [effects.deliveries.filter(isFresh), effects.deliveries.filter((one) => !isFresh(one))];
  await Promise.all([table.putAll(fresh), ...older.map((delivery) => table.putUnlessReplayed(delivery))]);
  await sendAllOrThrow(sendSlow, effects.messages);
  await counted;
}

/**
 * Whether this was the delivery's first attempt: then it needs no condition and can be written in a batch. If the message was
 * sent twice, since a stream was read again, the later outcome counts.
 */
const isFresh = ({ generation, attemptCount }: Delivery): boolean => generation === 0 && attemptCount <= 1;
