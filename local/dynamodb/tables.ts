/** Creates the template's tables in DynamoDB Local: keys, indexes, streams and expiry. */
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  ListTablesCommand,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { Resource } from '../template/inventory.ts';
import { StartProblem } from '../template/problem.ts';

export type TableResource = Resource<'AWS::DynamoDB::GlobalTable'>;

/**
 * Creates the tables that are missing. Tables that exist stay as they are; one whose keys, indexes or stream differ
 * from the template stops the start, because its data can't be changed in place. A stream that the template does not
 * have makes no difference: `enableStream` adds one.
 */
export async function createTables(
  client: DynamoDBClient,
  tables: readonly TableResource[],
  dataFolder: string,
): Promise<void> {
  const { TableNames: existing = [] } = await client.send(new ListTablesCommand({}));
  await Promise.all(
    tables.map(async (table) => {
      if (existing.includes(table.name)) {
        const { Table } = await client.send(new DescribeTableCommand({ TableName: table.name }));
        const wanted = creation(table);
        if (Table === undefined || shapeOf(Table, wanted) !== shapeOf(wanted, wanted)) {
          throw new StartProblem(
            `The table ${table.name} (${table.path}) has other keys, indexes or streams in ${dataFolder} than in the ` +
              'template. Start with --data and another folder, or remove this one.',
          );
        }
      } else {
        await client.send(new CreateTableCommand(creation(table)));
      }
      await setExpiry(client, table);
    }),
  );
}

function creation({ name, properties }: TableResource) {
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, StreamSpecification } = properties;
  return {
    TableName: name,
    AttributeDefinitions,
    KeySchema,
    GlobalSecondaryIndexes,
    StreamSpecification: StreamSpecification && { ...StreamSpecification, StreamEnabled: true },
    BillingMode: 'PAY_PER_REQUEST' as const,
  };
}

/** Creates an empty table with the keys and indexes of `table` under another name, without a stream. */
export async function createReplicaTable(client: DynamoDBClient, table: TableResource, name: string): Promise<void> {
  await client.send(new CreateTableCommand({ ...creation(table), TableName: name, StreamSpecification: undefined }));
}

/** Gives a table a stream with new images, unless it has one. */
export async function enableStream(client: DynamoDBClient, TableName: string): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (Table?.StreamSpecification?.StreamEnabled === true) return;
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } as const;
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
}

type Shape = Pick<TableDescription, 'KeySchema' | 'GlobalSecondaryIndexes' | 'StreamSpecification'>;

/** Everything that can't be changed in place, as text to compare. */
function shapeOf(table: Shape, wanted: Shape): string {
  const keys = (schema: KeySchemaElement[] = []): string[] =>
    schema.map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`).sort();
  const indexes = (table.GlobalSecondaryIndexes ?? [])
    .map(({ IndexName, KeySchema }) => [IndexName, keys(KeySchema)])
    .sort();
  const stream = wanted.StreamSpecification === undefined ? 'any' : table.StreamSpecification?.StreamViewType;
  return JSON.stringify([keys(table.KeySchema), indexes, stream]);
}

async function setExpiry(client: DynamoDBClient, { name, properties }: TableResource): Promise<void> {
  const { TimeToLiveSpecification } = properties;
  if (TimeToLiveSpecification === undefined) return;
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
  if (TimeToLiveDescription?.AttributeName === TimeToLiveSpecification.AttributeName) return;
  await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
}
