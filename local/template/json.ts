/** JSON values of any shape, as templates contain them. */
import * as v from 'valibot';

export type Json = string | number | boolean | null | JsonList | JsonObject;
export interface JsonList extends ReadonlyArray<Json> {}
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Accepts any value that was parsed from JSON. */
export const AnyJson = v.custom<Json>((value) => value !== undefined);

/** Whether `value` is an object, not an array and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether `value` is a list. Unlike `Array.isArray`, it narrows read-only lists too. */
export function isList(value: Json): value is JsonList {
  return Array.isArray(value);
}
