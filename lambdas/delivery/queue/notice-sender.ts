/** Sends notices to the queue of those that go out by e-mail. */
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { StoredEvent } from '../../events/events-table.ts';
import { sqsClient } from '../../shared/sqs-client.ts';
import { messageText } from './messages.ts';

/** Sends notices and returns those that SQS did not accept. Never rejects. */
export type SendNotices = (events: readonly StoredEvent[]) => Promise<ReadonlySet<StoredEvent>>;

/** A sender to the queue; without one, a stage sends no mails. There are few notices, so each is a request of its own. */
export function noticeSender(QueueUrl: string | undefined, sqs: SQSClient = sqsClient()): SendNotices {
  return async (events) => {
    const refused = new Set<StoredEvent>();
    if (QueueUrl === undefined) return refused;
    for (const event of events) {
      const { networkId, eventId, acceptedAt: at, body } = event;
      const MessageBody = messageText({ networkId, eventId, at, body });
      try {
        await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
      } catch (error) {
        console.error({ message: 'A notice could not be sent to SQS.', eventId, error });
        refused.add(event);
      }
    }
    return refused;
  };
}
