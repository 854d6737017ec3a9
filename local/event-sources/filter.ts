/**
 * Filter patterns of event source mappings, as EventBridge defines them: exact values, null, prefix, suffix,
 * anything-but, exists, numeric and equals-ignore-case, nested objects and `$or`. Any other rule is an error at start.
 */
import { isList, isObject, type Json, type JsonObject } from '../template/json.ts';

/** Whether a record passes. */
export type Filter = (record: Json) => boolean;

/** A value found at a pattern's place; `undefined` where there is none. */
type Rule = (value: Json | undefined) => boolean;

/** A filter that passes what any of the patterns (JSON text) matches; without patterns everything passes. */
export function compileFilter(patterns: readonly string[]): Filter {
  const compiled = patterns.map((text) => {
    const pattern: unknown = JSON.parse(text);
    if (!isObject(pattern)) throw new Error(`the filter pattern ${text} is not an object`);
    return compileObject(pattern);
  });
  return compiled.length === 0 ? () => true : (record) => compiled.some((matches) => matches(record));
}

function compileObject(pattern: JsonObject): Filter {
  const members = Object.entries(pattern).map(([key, member]): Filter => {
    if (key === '$or' && isList(member)) {
      const choices = member.map((choice) => {
        if (!isObject(choice)) throw new Error('$or takes objects');
        return compileObject(choice);
      });
      return (record) => choices.some((matches) => matches(record));
    }
    if (isObject(member)) {
      const nested = compileObject(member);
      return (record) => nested(isObject(record) && Object.hasOwn(record, key) ? (record[key] ?? null) : {});
    }
    if (!isList(member) || member.length === 0)
      throw new Error(`the filter's ${key} must be a non-empty list or an object`);
    const rules = member.map((rule) => compileRule(key, rule));
    return (record) => {
      const value = isObject(record) && Object.hasOwn(record, key) ? record[key] : undefined;
      if (value !== undefined && isList(value)) return rules.some((matches) => value.some((item) => matches(item)));
      return rules.some((matches) => matches(value));
    };
  });
  return (record) => members.every((matches) => matches(record));
}

function compileRule(key: string, rule: Json): Rule {
  if (!isObject(rule)) {
    if (isList(rule)) throw new Error(`the filter's ${key} holds a list in a list`);
    return (value) => value === rule;
  }
  const [operator, ...more] = Object.keys(rule);
  const operand = operator === undefined ? undefined : rule[operator];
  const compile = operator === undefined || !Object.hasOwn(operators, operator) ? undefined : operators[operator];
  if (compile === undefined || operand === undefined || more.length > 0) {
    throw new Error(`the filter's ${key} uses a rule that is not known here: ${JSON.stringify(rule)}`);
  }
  return compile(operand, key);
}

const operators: Readonly<Record<string, (operand: Json, key: string) => Rule>> = {
  exists: (operand) => (value) => (value !== undefined) === (operand === true),
  prefix: (operand, key) => ofText(operand, key, (value, prefix) => value.startsWith(prefix)),
  suffix: (operand, key) => ofText(operand, key, (value, suffix) => value.endsWith(suffix)),
  'equals-ignore-case': (operand, key) =>
    ofText(operand, key, (value, other) => value.toLowerCase() === other.toLowerCase()),
  'anything-but': (operand, key) => {
    const excluded = (isList(operand) ? operand : [operand]).map((item) => compileRule(key, item));
    return (value) => value !== undefined && !excluded.some((matches) => matches(value));
  },
  numeric: (operand, key) => {
    const comparisons = numericComparisons(operand, key);
    return (value) => typeof value === 'number' && comparisons.every((holds) => holds(value));
  },
};

function ofText(operand: Json, key: string, compare: (value: string, operand: string) => boolean): Rule {
  if (typeof operand !== 'string') throw new Error(`the filter's ${key} needs text, not ${JSON.stringify(operand)}`);
  return (value) => typeof value === 'string' && compare(value, operand);
}

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '=': (value, bound) => value === bound,
  '>=': (value, bound) => value >= bound,
  '>': (value, bound) => value > bound,
};

function numericComparisons(operand: Json, key: string): readonly ((value: number) => boolean)[] {
  const parts = isList(operand) ? operand : [];
  if (parts.length === 0 || parts.length % 2 !== 0) throw new Error(`the filter's ${key} has a malformed numeric rule`);
  return Array.from({ length: parts.length / 2 }, (_, pair) => {
    const [sign, bound] = [parts[pair * 2], parts[pair * 2 + 1]];
    const compare = typeof sign === 'string' && Object.hasOwn(comparisons, sign) ? comparisons[sign] : undefined;
    if (compare === undefined || typeof bound !== 'number') {
      throw new Error(`the filter's ${key} has a malformed numeric rule`);
    }
    return (value: number) => compare(value, bound);
  });
}
