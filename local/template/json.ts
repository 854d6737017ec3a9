/** JSON as templates hold it, and the narrow questions that are asked of it. */

export type Json = string | number | boolean | null | JsonList | JsonObject;
export interface JsonList extends ReadonlyArray<Json> {}
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether `value` is an object, not an array and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether `value` is a list. Unlike `Array.isArray`, it narrows read-only lists too. */
export function isList(value: Json): value is JsonList {
  return Array.isArray(value);
}
