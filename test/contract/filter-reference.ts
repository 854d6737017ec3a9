/**
 * The semantics of filters in their simplest form: every combination is written out, and what an array is compared with
 * is copied. Its cost has no bound, so it is for small filters that the service accepts.
 */
import { isAbsence, isScalar, type Values, valuesOf } from '../../contract/filter-values.ts';
import { isJsonObject } from '../../contract/schema.ts';

interface Condition {
  readonly path: readonly string[];
  readonly values: Values | 'absent';
}
type Conditions = readonly Condition[];

/** Whether an event matches a valid filter. */
export const matchesByReference = (filter: object, event: unknown): boolean =>
  combinationsOf(filter, []).some((conditions) => holds(sorted(conditions), 0, event));

function combinationsOf(value: unknown, path: readonly string[]): readonly Conditions[] {
  if (Array.isArray(value)) {
    const [absent, present] = [value.filter(isAbsence), value.filter((one) => !isAbsence(one))];
    const values = present.length === 0 ? [] : [valuesOf(present.map((one) => ({ value: one, at: [] })))];
    return [...absent.slice(0, 1).map(() => 'absent' as const), ...values].map((one) => [{ path, values: one }]);
  }
  return Object.entries(value ?? {}).reduce<readonly Conditions[]>(
    (combinations, [name, own]) => {
      const alternatives: readonly Conditions[] =
        name === '$or'
          ? Object.values<unknown>(own).flatMap((one) => combinationsOf(one, path))
          : combinationsOf(own, [...path, name]);
      return combinations.flatMap((one) => alternatives.map((other) => [...one, ...other]));
    },
    [[]],
  );
}

const nameOf = ({ path }: Condition): string => path.join('.');
const sorted = (conditions: Conditions): Conditions =>
  conditions.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b))));

/** By member, the conditions on what is below it. */
const below = (conditions: Conditions, depth: number) => [...Map.groupBy(conditions, ({ path }) => path[depth] ?? '')];

const memberOf = (value: unknown, name: string): unknown =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

function holds(conditions: Conditions, depth: number, value: unknown): boolean {
  const [first] = conditions;
  if (first?.path.length === depth) return valuesHold(first.values, value);
  if (!Array.isArray(value))
    return below(conditions, depth).every(([name, own]) => holds(own, depth + 1, memberOf(value, name)));
  const present = conditions.findIndex(({ values }) => values !== 'absent');
  const [nowhere, inOne] =
    present === -1 ? [conditions, []] : [conditions.slice(0, present), conditions.slice(present)];
  return (
    isNowhere(nowhere, depth, value) &&
    (inOne.length === 0 || value.some((element) => !isScalar(element) && holds(inOne, depth, element)))
  );
}

function valuesHold(values: Values | 'absent', value: unknown): boolean {
  if (values === 'absent') return !hasScalar(value);
  return isScalar(value)
    ? values.accepts(value)
    : Array.isArray(value) && value.some((element) => valuesHold(values, element));
}

const hasScalar = (value: unknown): boolean => isScalar(value) || (Array.isArray(value) && value.some(hasScalar));

function isNowhere(conditions: Conditions, depth: number, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((element) => isNowhere(conditions, depth, element));
  return below(conditions, depth).every(([name, own]) => {
    const [first] = own;
    const member = memberOf(value, name);
    return first?.path.length === depth + 1 ? !hasScalar(member) : isNowhere(own, depth + 1, member);
  });
}
