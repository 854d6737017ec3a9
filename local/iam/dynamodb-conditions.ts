/**
 * The condition keys of a request to DynamoDB: `Attributes` are the top-level attributes that the request names,
 * `LeadingKeys` the values of partition keys, and `Select` is what a read returns.
 *
 * AWS: "Using IAM policy conditions for fine-grained access control" in the DynamoDB Developer Guide
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html).
 */
import type { Requirement } from './evaluate.ts';
import { type AttributeNames, attributesIn, equalTo } from './expressions.ts';
import { type Fields, fieldsOf, textOf } from './request-fields.ts';

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
export const conditionValues =
  (part: RequestPart, partitionKeys: PartitionKeys): Requirement['valuesOf'] =>
  (key) => {
    switch (key) {
      case 'dynamodb:Attributes':
        return attributesOf(part);
      case 'dynamodb:LeadingKeys':
        return leadingKeysOf(part, partitionKeys);
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
