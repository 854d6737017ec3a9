/**
 * `npm run bench`: runs every benchmark, or the named ones, prints their tables and writes bench/results.json. A missed
 * aim is only shown; the exit code is 1 if a benchmark can't be measured.
 *
 * With `--quick` each measures as little as shows that it works, and nothing is written. With `--check` the exit code
 * is 1 as well if a figure is worse than its bound allows (bench/harness/bounds.ts); with both, only figures count
 * whose quick form is stable. `--move` moves the bounds to what is measured.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { mapConcurrently } from '../lambdas/shared/concurrency.ts';
import { type Measure, type Row, rounded } from './harness/benchmark.ts';
import { type Held, middleOf, moveBounds, problemsOf, readBounds } from './harness/bounds.ts';
import { shared } from './harness/temporary-cloud.ts';

const resultsFile = join(import.meta.dirname, 'results.json');
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== basename(import.meta.filename))
  .map((file) => basename(file, '.ts'))
  .sort();

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, check: { type: 'boolean' }, move: { type: 'boolean' } },
});
const { quick = false, check = false, move = false } = values;
if (move && quick) {
  console.error('Bounds are moved to whole measurements, without --quick.');
  process.exit(1);
}
const bounds = readBounds();
/** Measurements after one with worse figures, an even number: those in the middle count. */
const MORE_MEASUREMENTS = 2;
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. Name some of these, or none for all: ${known.join(', ')}.`,
  );
  process.exit(1);
}

const chosen = wanted.length > 0 ? wanted : known;
// Where nothing is measured, two at once take half the time.
await mapConcurrently(
  chosen.filter((name) => heldOf(name) === undefined),
  quick ? 2 : 1,
  run,
);
for (const name of chosen.filter((name) => heldOf(name) !== undefined)) await run(name);
await shared.disposeAsync();

/** What is held of a benchmark in this run. */
function heldOf(name: string): Held | undefined {
  const held = bounds[name];
  return check && (!quick || held?.quick) ? held : undefined;
}

async function run(name: string): Promise<void> {
  console.log(`\n${name}`);
  const began = performance.now();
  try {
    const { measure }: { readonly measure: Measure } = await import(join(import.meta.dirname, `${name}.ts`));
    const measured = async () => (await measure({ quick })).map(checkedRow);
    const held = heldOf(name);
    let rows: readonly Row[] = await measured();
    let problems = held === undefined ? [] : problemsOf(held, rows);
    if (held !== undefined && held.exact !== true && problems.length > 0) {
      console.log(`  ${name}: is measured ${MORE_MEASUREMENTS} times more. ${problems.join('; ')}`);
      const all = [rows];
      while (all.length <= MORE_MEASUREMENTS) all.push(await measured());
      rows = middleOf(all);
      problems = problemsOf(held, rows);
    }
    if (quick) {
      const seconds = rounded((performance.now() - began) / 1_000);
      console.log(`  ${name}: works, ${rows.length} figures in ${seconds} s`);
    } else {
      console.table(Object.fromEntries(rows.map(tableRow)));
      writeResults(name, rows);
    }
    if (move) moveBounds(name, rows);
    for (const problem of problems) console.error(`${name}: ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  } catch (error) {
    console.error(`The benchmark ${name} could not be measured.`, error);
    process.exitCode = 1;
  }
}

/** The row with its figures rounded. Throws if it has none. */
function checkedRow({ name, figure, ratio, ...row }: Row): Row {
  if (!Number.isFinite(figure)) throw new Error(`${name} has no figure.`);
  return { name, figure: rounded(figure), ...(ratio !== undefined && { ratio: rounded(ratio) }), ...row };
}

function tableRow({ name, figure, unit, ratio, reference, aim, note }: Row) {
  const columns = { figure, unit, ratio: ratio ?? '', reference: reference ?? '', aim: aim ?? '', note: note ?? '' };
  return [name, columns] as const;
}

function commit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
}

/** Replaces a benchmark's entry and keeps the others. */
function writeResults(name: string, rows: readonly Row[]): void {
  const Results = v.record(v.string(), v.unknown());
  const before = existsSync(resultsFile) ? v.parse(Results, JSON.parse(readFileSync(resultsFile, 'utf8'))) : {};
  const [cpu] = cpus();
  const machine = {
    cpu: cpu?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
  };
  const entry = { measuredAt: new Date().toISOString(), commit: commit(), node: process.versions.node, machine, rows };
  console.log(`  ${entry.measuredAt}, ${entry.commit}, Node ${entry.node}, ${Object.values(machine).join(', ')}`);
  writeFileSync(resultsFile, `${JSON.stringify({ ...before, [name]: entry }, null, 2)}\n`);
}
