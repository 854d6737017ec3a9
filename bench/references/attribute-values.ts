/** DynamoDB's attribute values, converted by hand. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

type Attributes = Record<string, AttributeValue>;

/** Attributes of plain values: strings, numbers, booleans, arrays and objects. Undefined values are left out. */
export const attributesOf = (values: object): Attributes =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, attributeOf(value)]])),
  );

function attributeOf(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: `${value}` };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  return typeof value === 'object' && value !== null ? { M: attributesOf(value) } : { NULL: true };
}

/** An item's attributes as plain values. */
export const plain = (item: Attributes = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]));

function plainValue(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.M !== undefined) return plain(value.M);
  return value.L?.map(plainValue) ?? value.BOOL;
}
