/**
 * Measures rows of the table in a process of their own, since Jest's contexts slow down every look-up of a global:
 *
 *   node test/work-bounds/main.ts filters
 *
 * Prints a JSON list of what is beyond its bounds: the row, the shape, and a sentence.
 */
import { problemOf } from './row.ts';
import { tables } from './table.ts';

export interface Problem {
  readonly row: string;
  readonly shape: string;
  readonly problem: string;
}

const isTable = (name: string): name is keyof typeof tables => name in tables;

if (import.meta.main) {
  const problems: Problem[] = [];
  for (const name of process.argv.slice(2).filter(isTable)) {
    for (const row of tables[name]) {
      for (const shape of Object.keys(row.shapes)) {
        // Also a stack that is too small for a text that is nested deeply.
        const problem = await problemOf(row, shape).catch(String);
        if (problem !== undefined) problems.push({ row: row.name, shape, problem });
      }
    }
  }
  process.stdout.write(`${JSON.stringify(problems, null, 2)}\n`);
}
