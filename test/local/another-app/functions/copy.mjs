import { dynamodb } from './aws.mjs';

/** A note with the text `poison` is never copied. */
export async function handler({ Records }) {
  const batchItemFailures = [];
  for (const { messageId, body } of Records) {
    const { id, text } = JSON.parse(body);
    const Item = { id: { S: `copy-of-${id}` }, text: { S: text }, writer: { S: 'queue' } };
    if (text === 'poison') batchItemFailures.push({ itemIdentifier: messageId });
    else await dynamodb('PutItem', { TableName: process.env.TABLE, Item });
  }
  return { batchItemFailures };
}
