/**
 * The permissions that a request to DynamoDB needs, and its condition keys: `Attributes` are the top-level attributes
 * that the request names, `LeadingKeys` the values of partition keys, and `Select` is what a read returns.
 *
 * AWS: "Actions, resources, and condition keys for Amazon DynamoDB" in the Service Authorization Reference; "Using IAM
 * with DynamoDB transactions" and "Using IAM policy conditions for fine-grained access control" in the DynamoDB
 * Developer Guide (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html).
 */
import { tableArn } from '../template/names.ts';
import type { Requirement } from './evaluate.ts';

/** Parameters that AWS has replaced by expressions. Which attributes they name is not worked out here. */
const LEGACY = ['AttributesToGet', 'AttributeUpdates', 'Expected', 'KeyConditions', 'QueryFilter', 'ScanFilter'];

/** One for each table and action; undefined for a request that isn't known here. */
export function dynamodbRequirements(
  operation: string,
  input: Fields,
  partitionKeys: PartitionKeys,
): readonly Requirement[] | undefined {
  const parts = partsOf(operation, input);
  if (parts === undefined || parts.some(({ fields }) => LEGACY.some((name) => name in fields))) return undefined;
  return parts.map((part) => ({
    action: `dynamodb:${part.action}`,
    resource: resourceOf(part),
    valuesOf: conditionValues(part, partitionKeys),
  }));
}

/** What a request does to each table or index, a transaction with each item; undefined for an operation that isn't known here. */
export const partsOf = (operation: string, input: Fields): readonly RequestPart[] | undefined =>
  operations.get(operation)?.(input);

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

/** What a request does to one table or index. */
export interface RequestPart {
  readonly action: string;
  readonly table: string;
  readonly index: string | undefined;
  /** Its parameters, such as `ProjectionExpression`. */
  readonly fields: Fields;
  /** Its keys and whole items. */
  readonly items: readonly Fields[];
}

/** The partition key of each table, under its name, and of each index, under `<table>/<index>`. */
export type PartitionKeys = ReadonlyMap<string, string>;

const EXPRESSIONS = [
  'ConditionExpression',
  'FilterExpression',
  'KeyConditionExpression',
  'ProjectionExpression',
  'UpdateExpression',
];
const READS: ReadonlySet<string> = new Set(['BatchGetItem', 'GetItem', 'Query', 'Scan']);

/** Works out a key's values when it is called: most statements have no condition. */
const conditionValues =
  (part: RequestPart, partitionKeys: PartitionKeys): Requirement['valuesOf'] =>
  (key) => {
    switch (key) {
      case 'dynamodb:Attributes':
        return attributesOf(part);
      case 'dynamodb:LeadingKeys':
        return leadingKeysOf(part, partitionKeys);
      case 'dynamodb:ReturnValues':
        return typeof part.fields['ReturnValues'] === 'string' ? [part.fields['ReturnValues']] : undefined;
      case 'dynamodb:Select':
        return READS.has(part.action) ? [selectOf(part)] : undefined;
    }
  };

function attributesOf({ fields, items }: RequestPart): readonly string[] {
  const names = namesOf(fields);
  const named = EXPRESSIONS.flatMap((expression) => attributesIn(textOf(fields[expression]), names));
  return [...new Set([...items.flatMap((item) => Object.keys(item)), ...named])];
}

/** A scan has no leading keys. A query must have one; what can't be read is empty, which no useful condition allows. */
function leadingKeysOf({ action, table, index, fields, items }: RequestPart, partitionKeys: PartitionKeys) {
  if (action === 'Scan') return undefined;
  const key = partitionKeys.get(index === undefined ? table : `${table}/${index}`) ?? '';
  if (action !== 'Query') return items.map((item) => keyValue(item[key]));
  const placeholder = equalTo(key, textOf(fields['KeyConditionExpression']), namesOf(fields)) ?? '';
  return [keyValue(fieldsOf(fields['ExpressionAttributeValues'])[placeholder])];
}

/** Without a projection, a read returns all attributes. */
function selectOf({ index, fields }: RequestPart): string {
  if (typeof fields['Select'] === 'string') return fields['Select'];
  if (fields['ProjectionExpression'] !== undefined) return 'SPECIFIC_ATTRIBUTES';
  return index === undefined ? 'ALL_ATTRIBUTES' : 'ALL_PROJECTED_ATTRIBUTES';
}

/** A key's value is a string, a number as text, or bytes in Base64: `{ S: 'text' }`. */
const keyValue = (value: unknown): string => textOf(Object.values(fieldsOf(value))[0]);

const namesOf = ({ ExpressionAttributeNames }: Fields): AttributeNames =>
  Object.fromEntries(Object.entries(fieldsOf(ExpressionAttributeNames)).map(([name, value]) => [name, textOf(value)]));

/** Placeholder → attribute name: `ExpressionAttributeNames`. */
export type AttributeNames = Readonly<Record<string, string>>;

/** Reserved words: an attribute with such a name has a placeholder. */
const keywords = new Set(['add', 'and', 'between', 'delete', 'in', 'not', 'or', 'remove', 'set']);

/** A dot before a nested name, a name or placeholder, and the parenthesis after a function. */
const TOKENS = /(?<nested>\.\s*)?(?<name>[#:]\w+|[A-Za-z_]\w*)(?<call>\s*\()?/g;

/** The top-level attributes in an expression of any kind, without duplicates: `a.b[0]` is `a`. */
export function attributesIn(expression: string, names: AttributeNames): readonly string[] {
  const found = new Set<string>();
  for (const { groups: { nested, name = '', call } = {} } of expression.matchAll(TOKENS)) {
    if (nested !== undefined || name.startsWith(':')) continue;
    if (name.startsWith('#')) found.add(names[name] ?? name);
    else if (call === undefined && !keywords.has(name.toLowerCase())) found.add(name);
  }
  return [...found];
}

/** The placeholder of the value that a key condition compares `attribute` with, such as `:user`. */
export function equalTo(attribute: string, keyCondition: string, names: AttributeNames): string | undefined {
  for (const [, name = '', value] of keyCondition.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)) {
    if ((names[name] ?? name) === attribute) return value;
  }
  return undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object, or an empty one for anything else. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The objects of a list; empty for anything that is no list. */
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** A string, or an empty one for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
