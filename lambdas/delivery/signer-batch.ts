/** A batch of messages: all handled side by side, then everything they came to written together (decision 24). */
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { deliver } from './deliver.ts';
import type { Delivery } from './delivery.ts';
import { type DeliveryMessage, messageOfText } from './delivery-message.ts';
import { drain } from './drain.ts';
import { sendAllOrThrow } from './lanes.ts';
import { probe } from './probe.ts';
import { recover } from './recover.ts';
import { type Effects, type Signer, together } from './signer.ts';

/** Handles a batch and names the messages that have to come again. */
export async function handleBatch(signer: Signer, records: readonly SQSRecord[]): Promise<SQSBatchResponse> {
  const handled = await Promise.all(records.map((record) => effectsOrFailure(signer, record)));
  const effects = together(handled.filter((one) => one !== undefined));
  try {
    await write(signer, effects);
  } catch (error) {
    console.error({ message: 'The outcome of a batch could not be written; its messages come again.', error });
    return failuresOf(records);
  }
  return failuresOf(records.filter((_, index) => handled[index] === undefined));
}

const failuresOf = (records: readonly SQSRecord[]): SQSBatchResponse => ({
  batchItemFailures: records.map(({ messageId }) => ({ itemIdentifier: messageId })),
});

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

/** Deliveries first, then the messages that lead on from them: what a message finds must be there when it is read. */
async function write({ counter, deliveries: table, sendSlow }: Signer, effects: Effects): Promise<void> {
  for (const { webhookId, outcome } of effects.attempts) counter.note(webhookId, outcome);
  const counted = counter.settle();
  const [fresh, older] = [effects.deliveries.filter(isFresh), effects.deliveries.filter((one) => !isFresh(one))];
  await Promise.all([table.putAll(fresh), ...older.map((delivery) => table.putUnlessReplayed(delivery))]);
  await sendAllOrThrow(sendSlow, effects.messages);
  await counted;
}

/**
 * A delivery that had no attempt before this one needs no condition and fits in a batch. Where a message is repeated under
 * another id, as a stream that is read again does, the later outcome counts.
 */
const isFresh = ({ generation, attemptCount }: Delivery): boolean => generation === 0 && attemptCount <= 1;
