/** Filter patterns of event source mappings: nested objects, at whose leaves a list has every accepted string. */
import { isList, isObject, type Json, type JsonList } from '../template/json.ts';

/** Whether a record passes. */
export type Filter = (record: Json) => boolean;

/** The filter of a pattern (JSON text). Throws for every other rule of EventBridge, such as `prefix`. */
export function compileFilter(pattern: string): Filter {
  return compileObject(JSON.parse(pattern));
}

function compileObject(pattern: Json): Filter {
  if (!isObject(pattern)) throw unknownRule(pattern);
  const members = Object.entries(pattern).map(([key, rule]): Filter => {
    const accepts = isList(rule) ? compileList(rule) : compileObject(rule);
    return (record) => accepts(isObject(record) && Object.hasOwn(record, key) ? (record[key] ?? null) : null);
  });
  return (record) => members.every((accepts) => accepts(record));
}

function compileList(accepted: JsonList): Filter {
  if (accepted.length === 0 || accepted.some((value) => typeof value !== 'string')) throw unknownRule(accepted);
  return (value) => accepted.includes(value);
}

const unknownRule = (rule: Json): Error =>
  new Error(`the local cloud does not know the filter rule ${JSON.stringify(rule)}`);
