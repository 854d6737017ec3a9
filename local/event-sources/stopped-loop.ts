/** Messages whose chain of invocations Lambda stops as a loop: they go to the dead-letter queue, if there is one. */
import { type Message, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

export async function sendToDeadLetters(
  client: SQSClient,
  deadLetterUrl: string,
  messages: readonly Message[],
): Promise<void> {
  for (const { Body: MessageBody, MessageAttributes } of messages) {
    await client.send(new SendMessageCommand({ QueueUrl: deadLetterUrl, MessageBody, MessageAttributes }));
  }
}
