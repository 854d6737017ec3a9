/**
 * Whether an event matches a filter, as EventBridge matches event patterns. Members of objects in an array are compared
 * with one and the same element; `{"exists":false}` is about everything under the arrays that no other member of the
 * filter has chosen an element of by then, in the order of names
 * (https://github.com/aws/event-ruler#json-array-matching).
 */
import { isScalar, type Scalar, type Values } from './filter-values.ts';
import { isJsonObject } from './schema.ts';

/** A member that a filter names, and what its value must be; or that it must be absent. */
export interface Condition {
  readonly path: readonly string[];
  readonly values: Values | 'absent';
}

/** Conditions that must all hold: `$or` makes several combinations of a filter, one of which must. */
export type Combination = readonly Condition[];

/** A combination as a tree of members. */
export type Members = { readonly kind: 'values'; readonly values: Values | 'absent' } | ObjectMembers;

interface ObjectMembers {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, Members>;
  /** Whether all that is named below must be absent. */
  readonly isAbsence: boolean;
  /** Of an array: what all elements must lack, and what one must have. Absent where that is everything. */
  readonly apart?: { readonly nowhere: Members; readonly inOne: Members };
}

/** The members of conditions whose paths differ, none being the beginning of another. */
export const membersOf = (combination: Combination): Members =>
  treeOf(
    [...combination].sort((a, b) => (a.path.join('.') < b.path.join('.') ? -1 : 1)),
    0,
  );

function treeOf(conditions: Combination, depth: number): Members {
  const [first] = conditions;
  if (first?.path.length === depth) return { kind: 'values', values: first.values };
  const nameOf = ({ path }: Combination[number]): string => path[depth] ?? '';
  const membersNamed = (name: string) => conditions.filter((condition) => nameOf(condition) === name);
  const names = new Set(conditions.map(nameOf));
  const members = new Map(Array.from(names, (name) => [name, treeOf(membersNamed(name), depth + 1)]));
  const present = conditions.findIndex(({ values }) => values !== 'absent');
  const tree = { kind: 'object', members, isAbsence: present === -1 } as const;
  if (present < 1) return tree;
  const [nowhere, inOne] = [conditions.slice(0, present), conditions.slice(present)];
  return { ...tree, apart: { nowhere: treeOf(nowhere, depth), inOne: treeOf(inOne, depth) } };
}

/** Steps that may be spent on one event. */
export interface Work {
  left: number;
}

/** An event would take more steps than are allowed. */
export class TooMuchWorkError extends Error {}

function spend(work: Work, steps: number): void {
  work.left -= steps;
  if (work.left < 0) throw new TooMuchWorkError();
}

/** Whether a value is as the members say. Throws TooMuchWorkError. */
export function holds(members: Members, value: unknown, work: Work): boolean {
  spend(work, 1);
  if (members.kind === 'values') return valuesHold(members.values, value, work);
  if (Array.isArray(value)) return arrayHolds(members, value, work);
  for (const [name, own] of members.members) if (!holds(own, memberOf(value, name), work)) return false;
  return true;
}

function arrayHolds(members: ObjectMembers, array: readonly unknown[], work: Work): boolean {
  if (members.isAbsence) return isNowhere(members, array, work);
  const { nowhere, inOne } = members.apart ?? { inOne: members };
  const isAbsent = nowhere === undefined || isNowhere(nowhere, array, work);
  if (!isAbsent) return false;
  return array.some((element) => {
    spend(work, 1);
    return !isScalar(element) && holds(inOne, element, work);
  });
}

const memberOf = (value: unknown, name: string): unknown =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

function valuesHold(values: Values | 'absent', value: unknown, work: Work): boolean {
  if (values === 'absent') return !hasScalar(value, work);
  spend(work, isScalar(value) ? values.steps : 1);
  if (isScalar(value)) return values.accepts(value);
  return Array.isArray(value) && value.some((element) => valuesHold(values, element, work));
}

/** Whether there is a value for a filter to compare: an object, or an array without values, is none. */
function hasScalar(value: unknown, work: Work): value is Scalar | unknown[] {
  spend(work, 1);
  return isScalar(value) || (Array.isArray(value) && value.some((element) => hasScalar(element, work)));
}

function isNowhere(members: Members, value: unknown, work: Work): boolean {
  spend(work, 1);
  if (members.kind === 'values') return !hasScalar(value, work);
  if (Array.isArray(value)) return value.every((element) => isNowhere(members, element, work));
  for (const [name, own] of members.members) if (!isNowhere(own, memberOf(value, name), work)) return false;
  return true;
}
