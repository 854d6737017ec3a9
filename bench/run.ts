/**
 * `npm run bench`: runs every benchmark, or the named ones, prints their tables and writes bench/results.json.
 *
 * It only reports: the exit code is 0 even if an aim is missed. Only an unknown name is an error.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeResults } from './harness/results.ts';
import type { Measure, Row } from './harness/row.ts';

const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== basename(import.meta.filename))
  .map((file) => basename(file, '.ts'))
  .sort();

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. Name some of these, or none for all: ${known.join(', ')}.`,
  );
  process.exit(1);
}

for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`\n${name}`);
  try {
    const { measure }: { readonly measure: Measure } = await import(join(import.meta.dirname, `${name}.ts`));
    const rows = await measure((line) => console.log(`  ${line}`));
    console.table(Object.fromEntries(rows.map(tableRow)));
    writeResults(name, rows);
  } catch (error) {
    console.error(`The benchmark ${name} could not be measured.`, error);
  }
}

function tableRow({ name, figure, unit, ratio, reference, aim, note }: Row) {
  const columns = { figure, unit, ratio: ratio ?? '', reference: reference ?? '', aim: aim ?? '', note: note ?? '' };
  return [name, columns] as const;
}
