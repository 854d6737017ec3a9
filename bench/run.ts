/**
 * `npm run bench`: runs every benchmark, or the named ones, prints their tables and writes bench/results.json. A missed aim is
 * only shown; the exit code is 1 if a benchmark can't be measured.
 *
 * With `--quick` each measures as little as shows that it works, and nothing is written.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Measure, Row } from './harness/benchmark.ts';
import { writeResults } from './harness/results.ts';
import { rounded } from './harness/statistics.ts';

const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== basename(import.meta.filename))
  .map((file) => basename(file, '.ts'))
  .sort();

const { positionals: wanted, values } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean' } } });
const { quick = false } = values;
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. Name some of these, or none for all: ${known.join(', ')}.`,
  );
  process.exit(1);
}

for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`\n${name}`);
  const began = performance.now();
  try {
    const { measure }: { readonly measure: Measure } = await import(join(import.meta.dirname, `${name}.ts`));
    const measured = await measure({ quick, progress: (line) => console.log(`  ${line}`) });
    const rows = measured.map(roundedRow);
    for (const { name: row, figure } of rows) if (!Number.isFinite(figure)) throw new Error(`${row} has no figure.`);
    if (quick) {
      console.log(`  works: ${rows.length} figures in ${rounded((performance.now() - began) / 1_000)} s`);
    } else {
      console.table(Object.fromEntries(rows.map(tableRow)));
      writeResults(name, rows);
    }
  } catch (error) {
    console.error(`The benchmark ${name} could not be measured.`, error);
    process.exitCode = 1;
  }
}

function roundedRow(row: Row): Row {
  return { ...row, figure: rounded(row.figure), ...(row.ratio !== undefined && { ratio: rounded(row.ratio) }) };
}

function tableRow({ name, figure, unit, ratio, reference, aim, note }: Row) {
  const columns = { figure, unit, ratio: ratio ?? '', reference: reference ?? '', aim: aim ?? '', note: note ?? '' };
  return [name, columns] as const;
}
