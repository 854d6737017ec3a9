import { sqs } from './aws.mjs';

/** Sends each note on, and not its copy. */
export async function handler({ Records }) {
  for (const { dynamodb } of Records) {
    const { id, text } = dynamodb.NewImage;
    if (id.S.startsWith('copy-of-')) continue;
    await sqs('SendMessage', {
      QueueUrl: process.env.QUEUE,
      MessageBody: JSON.stringify({ id: id.S, text: text.S }),
    });
  }
  return { batchItemFailures: [] };
}
