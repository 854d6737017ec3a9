/**
 * A combination of a filter as a tree of members, prepared for EventBridge's rules about arrays: members of objects in
 * an array are compared with one and the same element, and `{"exists":false}` is about everything under the arrays that
 * no other member has chosen an element of by then, in the order of names
 * (https://github.com/aws/event-ruler#json-array-matching).
 */
import type { Combination, Condition } from './filter-combinations.ts';
import { FilterProblem, type Values } from './filter-values.ts';

/** What a value must be: by itself, or by its members. */
export type Members = Leaf | ObjectMembers;

interface Leaf extends Numbers {
  readonly kind: 'values';
  readonly values: Values | 'absent';
}

export interface ObjectMembers extends Numbers {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, Members>;
  /** Whether all that is named below must be absent. */
  readonly isAbsence: boolean;
  /** Of an array: what all elements must lack, and what one must have. Absent where one of these is everything. */
  readonly apart?: { readonly nowhere: Members; readonly inOne: Members } | undefined;
}

/** The conditions of a combination are numbered in the order of their names: those of a tree, `to` not included. */
interface Numbers {
  readonly from: number;
  readonly to: number;
}

const TWICE = 'must be compared once in each combination, and not together with its own members';

/**
 * The trees of combinations. A filter's conditions are sorted once, and what an array is compared with are parts of the
 * tree, not copies: the time is linear in the conditions. Throws a FilterProblem where a combination names a member
 * twice.
 */
export function membersOf(combinations: readonly Combination[]): readonly Members[] {
  const sorted = [...new Set(combinations.flat())].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  const ranks = new Map<Condition, number>();
  for (const [index, condition] of sorted.entries()) {
    const before = sorted[index - 1];
    const rank = before?.name === condition.name ? ranks.get(before) : index;
    ranks.set(condition, rank ?? index);
  }
  const rankOf = (condition: Condition): number => ranks.get(condition) ?? 0;
  return combinations.map((combination) => {
    // Of members with one name, such as `a.c` and `c` in `a`, the filter's own order decides.
    const own = combination.toSorted((a, b) => rankOf(a) - rankOf(b));
    return treeOf(
      own.map(({ path, values }, number) => ({ path, values, number })),
      0,
    );
  });
}

type Numbered = Pick<Condition, 'path' | 'values'> & { readonly number: number };

function treeOf(conditions: readonly Numbered[], depth: number): Members {
  const [first, second] = conditions;
  const { number: from = 0, path, values = 'absent' } = first ?? {};
  if (path?.length === depth) {
    if (second !== undefined) throw new FilterProblem(path, TWICE);
    return { kind: 'values', values, from, to: from + 1 };
  }
  // Not by Map.groupBy: the package of the command line has this file, and Node 20 lacks that.
  const named = new Map<string, Numbered[]>();
  for (const condition of conditions) {
    const name = condition.path[depth] ?? '';
    const own = named.get(name);
    if (own === undefined) named.set(name, [condition]);
    else own.push(condition);
  }
  const members = new Map(Array.from(named, ([name, own]) => [name, treeOf(own, depth + 1)]));
  const to = 1 + (conditions.at(-1)?.number ?? 0);
  const present = conditions.find(({ values: one }) => one !== 'absent')?.number ?? to;
  const tree = { kind: 'object', members, from, to, isAbsence: present === to } as const;
  if (present === from || present === to) return tree;
  return { ...tree, apart: { nowhere: partOf(tree, from, present), inOne: partOf(tree, present, to) } };
}

/** The part of a tree with the conditions of a range. What an array in it is compared with is the same. */
function partOf(tree: ObjectMembers, from: number, to: number): ObjectMembers {
  const members = new Map<string, Members>();
  for (const [name, own] of tree.members) {
    if (from <= own.from && own.to <= to) members.set(name, own);
    else if (own.kind === 'object' && from < own.to && own.from < to) members.set(name, partOf(own, from, to));
  }
  return { ...tree, members };
}
