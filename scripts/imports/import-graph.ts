/** Which file imports which, types included. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Workspace } from './workspaces.ts';

/** What a file imports. */
export interface Import {
  /** A path from the root, or how a package or a part of Node is named. */
  readonly name: string;
  /** Whether it is a file of this repository. */
  readonly isOurs: boolean;
  /** What the import says. */
  readonly specifier: string;
}

/** By file, what it imports: by statements, re-exports and calls of `import`. Throws for a file that is no TypeScript. */
export function importsOf(
  files: readonly string[],
  workspaces: readonly Workspace[],
): ReadonlyMap<string, readonly Import[]> {
  return new Map(files.map((file) => [file, importsIn(file, readFileSync(file, 'utf8'), workspaces)]));
}

/** What the text of a file imports. */
export function importsIn(file: string, text: string, workspaces: readonly Workspace[] = []): readonly Import[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^'(.*)'$/.exec(text.slice(start, end))?.[1] ?? [],
    ),
  ];
  return [...new Set(specifiers)].map((specifier) => {
    const ours = specifier.startsWith('.')
      ? join(file, '..', specifier)
      : workspaces.map(({ exports }) => exports.get(specifier)).find((path) => path !== undefined);
    return { name: ours ?? specifier, isOurs: ours !== undefined, specifier };
  });
}

/** The names that a file declares and exports. */
export function exportsIn(file: string, text: string): readonly string[] {
  const { module } = parseSync(file, text);
  const entries = module.staticExports.flatMap((one) => one.entries);
  return entries.filter(({ moduleRequest }) => !moduleRequest).flatMap(({ exportName }) => exportName.name ?? []);
}

/** The circles of imports, each as its files in order. A file may be in several; of these, one is found. */
export function circlesIn(graph: ReadonlyMap<string, readonly Import[]>): readonly (readonly string[])[] {
  const done = new Set<string>();
  const circles: string[][] = [];
  for (const start of graph.keys()) {
    // The way from the start to where the search is, and what is left to look at on each step of it.
    const way: string[] = [];
    const left: string[][] = [[start]];
    while (left.length > 0) {
      const next = left.at(-1)?.pop();
      if (next === undefined) {
        left.pop();
        const finished = way.pop();
        if (finished !== undefined) done.add(finished);
        continue;
      }
      if (done.has(next)) continue;
      const at = way.indexOf(next);
      if (at >= 0) {
        circles.push([...way.slice(at), next]);
        continue;
      }
      way.push(next);
      left.push((graph.get(next) ?? []).filter(({ isOurs }) => isOurs).map(({ name }) => name));
    }
  }
  return circles;
}
