/** One page of a scan, for work that reads a whole table in slices. */
import { type DynamoDBDocumentClient, ScanCommand, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';

/** Where the next page begins: the key of the last item that was read. All keys are strings. */
export const ScanPosition = v.record(v.string(), v.string());
export type ScanPosition = v.InferOutput<typeof ScanPosition>;

/** The items of a page that match; `next` is absent after the last page. */
export interface ScanPage {
  readonly items: readonly Record<string, unknown>[];
  readonly next?: ScanPosition;
  /** What the page cost. */
  readonly readUnits: number;
}

type Filter = Pick<ScanCommandInput, 'FilterExpression' | 'ExpressionAttributeValues' | 'ExpressionAttributeNames'>;

/** The most operands of IN (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html). */
const MOST_OPERANDS = 100;

/** Reads the next 1 MB of a table consistently: a read unit for 4 KB, whether items match or not. */
export async function scanPage(
  client: DynamoDBDocumentClient,
  TableName: string,
  filter: Filter,
  start?: ScanPosition,
): Promise<ScanPage> {
  const {
    Items = [],
    LastEvaluatedKey,
    ConsumedCapacity,
  } = await client.send(
    new ScanCommand({
      TableName,
      ...filter,
      ...(start && { ExclusiveStartKey: start }),
      ConsistentRead: true,
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );
  const next = LastEvaluatedKey && { next: v.parse(ScanPosition, LastEvaluatedKey) };
  return { items: Items, ...next, readUnits: ConsumedCapacity?.CapacityUnits ?? 0 };
}

/** The condition that an attribute has one of some values; none where they are more than an expression can have. */
export function oneOf(attribute: string, values: ReadonlySet<string>): Filter {
  if (values.size === 0 || values.size > MOST_OPERANDS) return {};
  const named = [...values].map((value, index) => [`:value${index}`, value] as const);
  return {
    FilterExpression: `${attribute} IN (${named.map(([name]) => name).join(', ')})`,
    ExpressionAttributeValues: Object.fromEntries(named),
  };
}
