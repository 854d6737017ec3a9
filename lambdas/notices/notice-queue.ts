/** The queue of notices that go out by e-mail. */
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { NoticeMessage } from '../../contract/notices.ts';
import { sqsClient } from '../shared/clients.ts';
import { BodyText } from './mail.ts';

/** A notice, and what its message is deleted by. */
export interface ReceivedNotice {
  readonly notice: NoticeMessage;
  readonly receipt: string;
}

/** The most messages of one request. */
const BATCH = 10;
/** Bounds what one call handles; the rest is for the next one. */
const MAX_MESSAGES = 1000;
/**
 * Waiting makes SQS ask all of its servers
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-short-and-long-polling.html).
 */
const WAIT_SECONDS = 1;

export type NoticeQueue = ReturnType<typeof noticeQueue>;

export function noticeQueue(QueueUrl: string, sqs: SQSClient = sqsClient()) {
  return { receiveAll, remove };

  /**
   * What is in the queue, up to a bound. A malformed message, or one about a notice that only other code knows, is
   * logged, and left for the dead-letter queue.
   */
  async function receiveAll(): Promise<readonly ReceivedNotice[]> {
    const received: Message[] = [];
    while (received.length < MAX_MESSAGES) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: BATCH, WaitTimeSeconds: WAIT_SECONDS }),
      );
      if (Messages.length === 0) break;
      received.push(...Messages);
    }
    return received.flatMap(noticeOf);
  }

  /** Throws where SQS does not delete one: its mail is sent again. */
  async function remove(received: readonly ReceivedNotice[]): Promise<void> {
    for (let start = 0; start < received.length; start += BATCH) {
      const Entries = received
        .slice(start, start + BATCH)
        .map(({ receipt: ReceiptHandle }, index) => ({ Id: `${index}`, ReceiptHandle }));
      const { Failed = [] } = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
      if (Failed.length > 0) throw new Error(`SQS did not delete ${Failed.length} messages.`);
    }
  }
}

const MessageText = v.pipe(
  v.string(),
  v.parseJson(),
  NoticeMessage,
  v.check(({ body }) => v.is(BodyText, body)),
);

function noticeOf({ Body, ReceiptHandle = '', MessageId }: Message): readonly ReceivedNotice[] {
  const parsed = v.safeParse(MessageText, Body);
  if (parsed.success) return [{ notice: parsed.output, receipt: ReceiptHandle }];
  console.error({ message: 'The message of a notice is malformed.', messageId: MessageId });
  return [];
}
