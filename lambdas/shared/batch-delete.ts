/** Deleting many items of a table. For the operator's command line: routes delete one at a time. */
import { setTimeout } from 'node:timers/promises';
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** DynamoDB kept answering UnprocessedItems: it is throttling. What was deleted stays deleted. */
export class DeletionUnfinishedError extends Error {}

/** DynamoDB's own limit. */
const ITEMS_PER_BATCH = 25;
/** With the waits between them, about a minute: operators can wait longer than callers of a route. */
const MAX_ROUNDS = 12;
const LONGEST_WAIT_MS = 10_000;

type Key = Readonly<Record<string, unknown>>;

/** Deletes the items of the given keys, 25 at a time; one that is not there is no error. Throws DeletionUnfinishedError. */
export async function deleteItems(
  client: DynamoDBDocumentClient,
  TableName: string,
  keys: readonly Key[],
): Promise<void> {
  for (let start = 0; start < keys.length; start += ITEMS_PER_BATCH) {
    await deleteBatch(client, TableName, keys.slice(start, start + ITEMS_PER_BATCH));
  }
}

async function deleteBatch(client: DynamoDBDocumentClient, TableName: string, keys: readonly Key[]): Promise<void> {
  let requests = keys.map((key) => ({ DeleteRequest: { Key: { ...key } } }));
  for (let round = 0; requests.length > 0; round++) {
    if (round === MAX_ROUNDS) throw new DeletionUnfinishedError(`${requests.length} items stayed undeleted.`);
    if (round > 0) await setTimeout(Math.min(2 ** round * 20, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2));
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
    requests = (UnprocessedItems?.[TableName] ?? []).flatMap(({ DeleteRequest }) =>
      DeleteRequest?.Key === undefined ? [] : [{ DeleteRequest: { Key: DeleteRequest.Key } }],
    );
  }
}
