/** Whether functions of another commit can work with the data stack that is deployed (`--keep-data`). */
import type { StackTemplate } from '../stack-templates.ts';
import { type Finding, problem } from './finding.ts';
import type { DeployedStack } from './stacks.ts';
import type { StageTemplates } from './table-changes.ts';
import { tablesOf, usesIndex } from './tables.ts';

/** Returns a problem for what the stacks to deploy import, and no stack exports, deployed already or with them. */
export function missingExports(
  deployed: readonly DeployedStack[],
  templates: readonly StackTemplate[],
): readonly Finding[] {
  const available = new Set([...deployed, ...templates].flatMap(({ exports }) => exports));
  const missing = new Set(templates.flatMap(({ imports }) => imports.filter((imported) => !available.has(imported))));
  return missing.size === 0 ? [] : [lacking([...missing].join(', '))];
}

/** Returns a problem for each index that functions of the next templates use, and deployed tables don't have. */
export function missingIndexes(deployed: StageTemplates, next: StageTemplates): readonly Finding[] {
  const tables = tablesOf(deployed.data);
  return [...tablesOf(next.data)].flatMap(([table, { indexes }]) =>
    [...indexes.keys()]
      .filter((index) => usesIndex(next.service, table, index) && tables.get(table)?.indexes.has(index) === false)
      .map((index) => lacking(`index ${index} of ${table}`)),
  );
}

const lacking = (what: string): Finding =>
  problem(
    `The data stack that is deployed has no ${what}, which functions of this commit use.`,
    'Deploy without --keep-data, or a newer commit.',
  );
