/**
 * How a filter compares one value of an event: exact values and the operators of Amazon EventBridge
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html), as aws/event-ruler has
 * them.
 */
import { isJsonObject } from './schema.ts';

/** A value without members: what a filter compares. */
export type Scalar = string | number | boolean | null;

/** What a member is compared with. */
export interface Values {
  /** Whether one of the alternatives holds for a value. */
  readonly accepts: (value: Scalar) => boolean;
  /** The values that are accepted, where there are no others. */
  readonly only?: ReadonlySet<unknown>;
  /** What one comparison costs at most, in steps (contract/filter-match.ts). */
  readonly steps: number;
}

/** What is wrong with a filter, and where: names and indexes from its root. */
export class FilterProblem extends Error {
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}

type Place = readonly (string | number)[];
type Accepts = Values['accepts'];

/** Characters of a condition that are compared in one step: as they are, and in upper or lower case. */
const CHARACTERS_PER_STEP = { exactly: 16, ignoringCase: 2 };
const EXAMPLE =
  '{"prefix":…}, {"suffix":…}, {"equals-ignore-case":…}, {"anything-but":…}, {"numeric":…} or {"exists":…}';
const VALUE = `must be a string, a number, true, false, null, or one of ${EXAMPLE}`;
const TEXT = 'must be a string';
const NOT_EMPTY = 'must be a string that is not empty';
const NUMBER = `must be a number that every JSON parser keeps: up to ${Number.MAX_SAFE_INTEGER}; compare longer ones as strings`;
const NUMERIC =
  'must be ["=",number], or one or two bounds such as [">",0], ["<=",5] or [">",0,"<=",5], the lower one first and smaller';
const BUT =
  'must be a string, a number, a list of strings or of numbers, or {"prefix":…}, {"suffix":…} or {"equals-ignore-case":…} with a string or a list of them';
const UNSUPPORTED = 'is not supported; use prefix, suffix or anything-but';

export const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Whether an alternative is `{"exists":false}`. */
export const isAbsence = (alternative: unknown): boolean =>
  isJsonObject(alternative) && Object.keys(alternative).length === 1 && alternative['exists'] === false;

/** The alternatives of a member other than `{"exists":false}`, each with its place. Throws a FilterProblem. */
export function valuesOf(alternatives: readonly { readonly value: unknown; readonly at: Place }[]): Values {
  const exact = new Set<unknown>();
  const tests: Accepts[] = [];
  let steps = 1;
  for (const { value, at } of alternatives) {
    if (isScalar(value)) {
      exact.add(typeof value === 'number' ? numberAt(value, at) : value);
      continue;
    }
    tests.push(testOf(value, at));
    steps += stepsOf(JSON.stringify(value));
  }
  return {
    accepts: (value) => exact.has(value) || tests.some((holds) => holds(value)),
    steps,
    ...(tests.length === 0 && { only: exact }),
  };
}

const stepsOf = (condition: string): number =>
  Math.ceil(condition.length / CHARACTERS_PER_STEP[condition.includes('ignore-case') ? 'ignoringCase' : 'exactly']);

function testOf(value: unknown, at: Place): Accepts {
  const { name, operand } = operatorOf(value, at, VALUE);
  const place = [...at, name];
  switch (name) {
    case 'exists':
      if (operand !== true) throw new FilterProblem(place, 'must be true or false');
      return () => true;
    case 'equals-ignore-case':
      return ignoringCase(textAt(operand, place));
    case 'prefix':
    case 'suffix':
      return isJsonObject(operand) ? ignoringCaseAt(name, operand, place) : affix[name](textAt(operand, place));
    case 'anything-but':
      return anythingBut(operand, place);
    case 'numeric':
      return numeric(operand, place);
    case 'wildcard':
    case 'cidr':
      throw new FilterProblem(place, UNSUPPORTED);
    default:
      throw new FilterProblem(at, VALUE);
  }
}

function operatorOf(value: unknown, at: Place, message: string): { readonly name: string; readonly operand: unknown } {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const [entry] = entries;
  if (entry === undefined || entries.length !== 1) throw new FilterProblem(at, message);
  return { name: entry[0], operand: entry[1] };
}

/** Both only match strings. */
const affix = {
  prefix:
    (text: string): Accepts =>
    (value) =>
      typeof value === 'string' && value.startsWith(text),
  suffix:
    (text: string): Accepts =>
    (value) =>
      typeof value === 'string' && value.endsWith(text),
};

function ignoringCaseAt(affixName: 'prefix' | 'suffix', operand: unknown, at: Place): Accepts {
  const message = 'must be a string, or {"equals-ignore-case":…}';
  const { name, operand: text } = operatorOf(operand, at, message);
  if (name !== 'equals-ignore-case') throw new FilterProblem(at, message);
  return ignoringCase(textAt(text, [...at, name]), affixName);
}

/** Any value but these, of whatever type; only a missing one does not match. */
function anythingBut(operand: unknown, at: Place): Accepts {
  if (isJsonObject(operand)) {
    const { name, operand: texts } = operatorOf(operand, at, BUT);
    const place = [...at, name];
    if (name === 'wildcard') throw new FilterProblem(place, UNSUPPORTED);
    const test =
      name === 'equals-ignore-case' ? ignoringCase : name === 'prefix' || name === 'suffix' ? affix[name] : undefined;
    if (test === undefined) throw new FilterProblem(at, BUT);
    const isText = name === 'equals-ignore-case' ? textAt : nonEmptyAt;
    const list = listAt(texts, place).map(({ value, at: where }) => test(isText(value, where)));
    return (value) => !list.some((holds) => holds(value));
  }
  const list = listAt(operand, at);
  const kinds = new Set(list.map(({ value }) => typeof value));
  if (kinds.size !== 1 || !(kinds.has('string') || kinds.has('number'))) throw new FilterProblem(at, BUT);
  const values = new Set<unknown>(
    list.map(({ value, at: where }) => (typeof value === 'number' ? numberAt(value, where) : value)),
  );
  return (value) => !values.has(value);
}

function listAt(operand: unknown, at: Place): readonly { readonly value: unknown; readonly at: Place }[] {
  if (!Array.isArray(operand)) return [{ value: operand, at }];
  if (operand.length === 0) throw new FilterProblem(at, 'must not be an empty list');
  return operand.map((value: unknown, index) => ({ value, at: [...at, index] }));
}

const bounds: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '=': (value, bound) => value === bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
};

function numeric(operand: unknown, at: Place): Accepts {
  const terms: readonly unknown[] = Array.isArray(operand) ? operand : [];
  const [first, low, second, high] = terms;
  const isOne = terms.length === 2 && isBound(first);
  const isRange =
    terms.length === 4 && isBound(first) && first.startsWith('>') && isBound(second) && second.startsWith('<');
  if (!isOne && !isRange) throw new FilterProblem(at, NUMERIC);
  const min = numberAt(low, [...at, 1]);
  const holds = bounds[first];
  if (!isRange) return (value) => typeof value === 'number' && (holds?.(value, min) ?? false);
  const max = numberAt(high, [...at, 3]);
  if (min >= max) throw new FilterProblem(at, NUMERIC);
  const holdsToo = bounds[second];
  return (value) => typeof value === 'number' && (holds?.(value, min) ?? false) && (holdsToo?.(value, max) ?? false);
}

const isBound = (operator: unknown): operator is string =>
  typeof operator === 'string' && Object.hasOwn(bounds, operator);

function textAt(value: unknown, at: Place): string {
  if (typeof value !== 'string') throw new FilterProblem(at, TEXT);
  return value;
}

function nonEmptyAt(value: unknown, at: Place): string {
  if (typeof value !== 'string' || value === '') throw new FilterProblem(at, NOT_EMPTY);
  return value;
}

function numberAt(value: unknown, at: Place): number {
  if (typeof value !== 'number' || Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new FilterProblem(at, NUMBER);
  return value;
}

/**
 * Compares a string in upper or lower case, each UTF-16 unit by itself and without a locale, as event-ruler does: `ß`
 * of a filter matches `SS`. The time depends on the filter's text only.
 */
function ignoringCase(text: string, part: 'whole' | 'prefix' | 'suffix' = 'whole'): Accepts {
  const characters = text.split('');
  const casesOf = new Map(characters.map((unit) => [unit, [unit.toLowerCase(), unit.toUpperCase()]]));
  const units = characters.map((unit) => casesOf.get(unit) ?? []);
  if (part === 'suffix') {
    const fromEnd = units.toReversed();
    return (value) => typeof value === 'string' && endsWithUnits(value, fromEnd);
  }
  return (value) => {
    if (typeof value !== 'string') return false;
    let position = 0;
    for (const cases of units) {
      const found = cases.find((one) => value.startsWith(one, position));
      if (found === undefined) return false;
      position += found.length;
    }
    return part === 'prefix' || position === value.length;
  };
}

function endsWithUnits(value: string, fromEnd: readonly (readonly string[])[]): boolean {
  let position = value.length;
  for (const cases of fromEnd) {
    const found = cases.find((one) => value.endsWith(one, position));
    if (found === undefined) return false;
    position -= found.length;
  }
  return true;
}
