/** Writes items to a replica: a copy of its table, and the records of the table's stream. */
import { BatchWriteItemCommand, type DynamoDBClient, paginateScan, type WriteRequest } from '@aws-sdk/client-dynamodb';
import type { _Record } from '@aws-sdk/client-dynamodb-streams';

/** DynamoDB's limit. */
const WRITES_PER_BATCH = 25;

/** Copies every item of `table` to `replica`. */
export async function copyTable(client: DynamoDBClient, table: string, replica: string): Promise<void> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table, ConsistentRead: true })) {
    await write(
      client,
      replica,
      Items.map((Item) => ({ PutRequest: { Item } })),
    );
  }
}

/** Applies stream records, in their order: of each item, only the last one counts. */
export async function applyRecords(
  client: DynamoDBClient,
  replica: string,
  records: readonly _Record[],
): Promise<void> {
  const lastOfItems = new Map(records.map((record) => [JSON.stringify(record.dynamodb?.Keys), record]));
  await write(
    client,
    replica,
    [...lastOfItems.values()].map(({ dynamodb: { Keys, NewImage } = {} }) =>
      NewImage === undefined ? { DeleteRequest: { Key: Keys } } : { PutRequest: { Item: NewImage } },
    ),
  );
}

/** DynamoDB Local does every item of a batch. */
async function write(client: DynamoDBClient, table: string, requests: readonly WriteRequest[]): Promise<void> {
  for (let start = 0; start < requests.length; start += WRITES_PER_BATCH) {
    const batch = requests.slice(start, start + WRITES_PER_BATCH);
    await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: batch } }));
  }
}
