/** Copies of tables. */
import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * Creates an empty table with the keys and indexes of `like`, without a stream or expiry, and returns its name: sweepers
 * take whatever is due, so tests that move the clock can't share one.
 */
export async function tableLike(client: Pick<DynamoDBClient, 'send'>, like: string): Promise<string> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: like }));
  const TableName = `${like}-${randomUUID()}`;
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: Table?.AttributeDefinitions,
      KeySchema: Table?.KeySchema,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  );
  return TableName;
}
