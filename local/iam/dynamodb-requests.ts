/**
 * The permissions that a request to DynamoDB needs.
 *
 * AWS: "Actions, resources, and condition keys for Amazon DynamoDB" in the Service Authorization Reference, and "Using IAM
 * with DynamoDB transactions" in the DynamoDB Developer Guide.
 */
import { tableArn } from '../template/names.ts';
import { conditionValues, type PartitionKeys, type RequestPart } from './dynamodb-conditions.ts';
import type { Requirement } from './evaluate.ts';
import { type Fields, fieldsOf, listOf, textOf } from './request-fields.ts';

/** Parameters that AWS has replaced by expressions. Which attributes they name is not worked out here. */
const LEGACY = ['AttributesToGet', 'AttributeUpdates', 'Expected', 'KeyConditions', 'QueryFilter', 'ScanFilter'];

/** One for each table and action; undefined for a request that isn't known here. */
export function dynamodbRequirements(
  operation: string,
  input: Fields,
  partitionKeys: PartitionKeys,
): readonly Requirement[] | undefined {
  const parts = operations.get(operation)?.(input);
  if (parts === undefined || parts.some(({ fields }) => LEGACY.some((name) => name in fields))) return undefined;
  return parts.map((part) => ({
    action: `dynamodb:${part.action}`,
    resource: resourceOf(part),
    valuesOf: conditionValues(part, partitionKeys),
  }));
}

const operations: ReadonlyMap<string, (input: Fields) => readonly RequestPart[]> = new Map([
  ['GetItem', (input) => [onItem('GetItem', input)]],
  ['PutItem', (input) => [onItem('PutItem', input)]],
  ['UpdateItem', (input) => [onItem('UpdateItem', input)]],
  ['DeleteItem', (input) => [onItem('DeleteItem', input)]],
  ['Query', (input) => [onItems('Query', input)]],
  ['Scan', (input) => [onItems('Scan', input)]],
  [
    'BatchGetItem',
    ({ RequestItems }) =>
      Object.entries(fieldsOf(RequestItems)).map(([table, request]) => {
        const fields = fieldsOf(request);
        return {
          action: 'BatchGetItem',
          table: nameOf(table),
          index: undefined,
          fields,
          items: listOf(fields['Keys']),
        };
      }),
  ],
  [
    'BatchWriteItem',
    ({ RequestItems }) =>
      Object.entries(fieldsOf(RequestItems)).map(([table, requests]) => ({
        action: 'BatchWriteItem',
        table: nameOf(table),
        index: undefined,
        fields: {},
        items: listOf(requests).map(({ PutRequest, DeleteRequest }) =>
          fieldsOf(fieldsOf(PutRequest)['Item'] ?? fieldsOf(DeleteRequest)['Key']),
        ),
      })),
  ],
  ['TransactGetItems', ({ TransactItems }) => partsOfTransaction(TransactItems)],
  ['TransactWriteItems', ({ TransactItems }) => partsOfTransaction(TransactItems)],
]);

/** Each part of a transaction needs the permission of the same operation outside a transaction. */
const partsOfTransaction = (items: unknown): readonly RequestPart[] =>
  listOf(items).flatMap((item) =>
    Object.entries(item).map(([kind, fields]) => onItem(`${kind}Item`, fieldsOf(fields))),
  );

const onItem = (action: string, fields: Fields): RequestPart => ({
  action,
  table: nameOf(fields['TableName']),
  index: undefined,
  fields,
  items: [fieldsOf(fields['Key'] ?? fields['Item'])],
});

const onItems = (action: string, fields: Fields): RequestPart => ({
  action,
  table: nameOf(fields['TableName']),
  index: typeof fields['IndexName'] === 'string' ? fields['IndexName'] : undefined,
  fields,
  items: [],
});

/** A request may have a table's ARN in place of its name. */
const nameOf = (table: unknown): string => textOf(table).replace(/^.*:table\//, '');

const resourceOf = ({ table, index }: RequestPart): string =>
  index === undefined ? tableArn(table) : `${tableArn(table)}/index/${index}`;
