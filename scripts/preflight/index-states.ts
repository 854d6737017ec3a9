/**
 * Whether the indexes that a deployment's functions begin to use are built. Until an index is ACTIVE, queries of it
 * fail (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.OnlineOps.html).
 */
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { inTime } from './aws.ts';
import { checking, type Finding, problem } from './finding.ts';
import type { DeployedStack } from './stacks.ts';
import type { StageTemplates } from './table-changes.ts';
import { tablesOf, usesIndex } from './tables.ts';

/** An index by its name, and the logical id of its table. */
interface UsedIndex {
  readonly table: string;
  readonly index: string;
}

/** Checks the deployed indexes that functions use from this deployment on. Never rejects. */
export async function checkIndexStates(
  client: DynamoDBClient,
  data: DeployedStack | undefined,
  deployed: StageTemplates,
  next: StageTemplates,
): Promise<readonly Finding[]> {
  if (data === undefined) return [];
  const used = newlyUsed(deployed, next);
  return (await Promise.all(used.map((one) => checkIndex(client, data, one)))).flat();
}

function newlyUsed(deployed: StageTemplates, next: StageTemplates): readonly UsedIndex[] {
  return [...tablesOf(deployed.data)].flatMap(([table, { indexes }]) =>
    [...indexes.keys()]
      .filter((index) => usesIndex(next.service, table, index) && !usesIndex(deployed.service, table, index))
      .map((index) => ({ table, index })),
  );
}

async function checkIndex(
  client: DynamoDBClient,
  { outputs }: DeployedStack,
  { table, index }: UsedIndex,
): Promise<readonly Finding[]> {
  return await checking(`whether the index ${index} of ${table} is built`, async () => {
    const { Table } = await inTime(client.send(new DescribeTableCommand({ TableName: outputs.get(`${table}Name`) })));
    const status = Table?.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index)?.IndexStatus;
    if (status === 'ACTIVE') return [];
    return [
      problem(
        `Functions begin to use the index ${index} of ${table}, which is not built yet (${status ?? 'it does not exist'}).`,
        'Wait until it is ACTIVE, then deploy again.',
      ),
    ];
  });
}
