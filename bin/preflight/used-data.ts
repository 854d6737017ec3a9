/**
 * Whether the data stack that is deployed has what the functions of a deployment use. With `--keep-data`, of another
 * commit: exports and indexes. Without it: whether the indexes that they begin to use are built. Until an index is
 * ACTIVE, queries of it fail (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.OnlineOps.html).
 */
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { StackTemplate } from '../stage/stack-templates.ts';
import { inTime } from './aws.ts';
import { checking, type Finding, problem } from './finding.ts';
import type { DeployedStack } from './stacks.ts';
import type { StageTemplates } from './table-changes.ts';
import { tablesOf, usesIndex } from './tables.ts';

/** Returns a problem for what the stacks to deploy import, and no stack exports, deployed already or with them. */
export function missingExports(
  deployed: readonly DeployedStack[],
  templates: readonly StackTemplate[],
): readonly Finding[] {
  const available = new Set([...deployed, ...templates].flatMap(({ exports }) => exports));
  const missing = new Set(templates.flatMap(({ imports }) => imports.filter((imported) => !available.has(imported))));
  return missing.size === 0 ? [] : [lacking([...missing].join(', '))];
}

/** Returns a problem for each index that functions of the next templates use, and deployed tables don't have. */
export function missingIndexes(deployed: StageTemplates, next: StageTemplates): readonly Finding[] {
  const tables = tablesOf(deployed.data);
  return [...tablesOf(next.data)].flatMap(([table, { indexes }]) =>
    [...indexes.keys()]
      .filter((index) => usesIndex(next.service, table, index) && tables.get(table)?.indexes.has(index) === false)
      .map((index) => lacking(`index ${index} of ${table}`)),
  );
}

const lacking = (what: string): Finding =>
  problem(
    `The data stack that is deployed has no ${what}, which functions of this commit use.`,
    'Deploy a commit whose functions do without it.',
  );

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
