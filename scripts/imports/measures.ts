/** What of `lambdas/` is too large, and which names are exported from several files. */
import type { Import } from './import-graph.ts';

const roomOf = (file: string): string => file.split('/')[1] ?? '';

/** The modules that have more than a fifth of all lines. `lines` are those of each file of `lambdas/`. */
export function largeModules(lines: ReadonlyMap<string, number>): readonly string[] {
  const sizes = new Map<string, number>();
  let all = 0;
  for (const [file, count] of lines) {
    sizes.set(roomOf(file), (sizes.get(roomOf(file)) ?? 0) + count);
    all += count;
  }
  return [...sizes].filter(([, size]) => size > all / 5).map(([module]) => module);
}

/** The file, and all of ours that it imports, directly or not. */
export function reachableFrom(graph: ReadonlyMap<string, readonly Import[]>, file: string): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const each of reached) {
    for (const { name, isOurs } of graph.get(each) ?? []) if (isOurs) reached.add(name);
  }
  return reached;
}

/** The files that export each name, of names that more than one file exports. `exported` are the names of each file. */
export function sharedNames(exported: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const [file, names] of exported) {
    for (const name of new Set(names)) files.set(name, [...(files.get(name) ?? []), file]);
  }
  return new Map([...files].filter(([, of]) => of.length > 1));
}
