/**
 * Whether an event has what a combination of a filter asks for (contract/filter-members.ts). Events may be nested as
 * deeply as 256 KB allow: arrays within arrays use no stack, and objects only as much as the filter names members.
 */
import type { Members, ObjectMembers } from './filter-members.ts';
import { isScalar, type Values } from './filter-values.ts';
import { isJsonObject } from './schema.ts';

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
  if (nowhere !== undefined && !isNowhere(nowhere, array, work)) return false;
  return someElement(array, work, (element) => {
    spend(work, 1);
    return !isScalar(element) && holds(inOne, element, work);
  });
}

/** Whether one element passes, of an array and of the arrays in it, in their order. */
function someElement(array: readonly unknown[], work: Work, passes: (element: unknown) => boolean): boolean {
  const outer: { readonly array: readonly unknown[]; readonly index: number }[] = [];
  let inner = array;
  let index = 0;
  for (;;) {
    if (index < inner.length) {
      const element = inner[index++];
      if (Array.isArray(element)) {
        spend(work, 1);
        outer.push({ array: inner, index });
        inner = element;
        index = 0;
      } else if (passes(element)) return true;
    } else {
      const next = outer.pop();
      if (next === undefined) return false;
      ({ array: inner, index } = next);
    }
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

function valuesHold(values: Values | 'absent', value: unknown, work: Work): boolean {
  if (values === 'absent') return !hasScalar(value, work);
  spend(work, isScalar(value) ? values.steps : 1);
  if (isScalar(value)) return values.accepts(value);
  return Array.isArray(value) && someElement(value, work, (element) => valuesHold(values, element, work));
}

/** Whether there is a value for a filter to compare: an object, or an array without values, is none. */
function hasScalar(value: unknown, work: Work): boolean {
  spend(work, 1);
  if (!Array.isArray(value)) return isScalar(value);
  return someElement(value, work, (element) => hasScalar(element, work));
}

function isNowhere(members: Members, value: unknown, work: Work): boolean {
  spend(work, 1);
  if (members.kind === 'values') return !hasScalar(value, work);
  if (Array.isArray(value)) return !someElement(value, work, (element) => !isNowhere(members, element, work));
  for (const [name, own] of members.members) if (!isNowhere(own, memberOf(value, name), work)) return false;
  return true;
}
