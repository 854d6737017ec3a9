/**
 * `node scripts/proof/planted-defects.ts [name…]`: proves that tests find defects.
 *
 * First the tests of the defects must pass without any. Then each defect is planted by itself in a copy of the checkout, and its
 * tests run up to three times until one fails. The exit code is 1 where a defect is not caught or does not apply.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figures, reportFigures } from '../../test/proof/figures.ts';
import { type Defect, plant } from '../../test/proof/planted/defect.ts';
import { defects } from '../../test/proof/planted/defects.ts';
import { copyCheckout } from './checkout-copy.ts';
import { type FailedTest, runTestFiles, TestsNotRunError } from './run-test-files.ts';

const MAX_RUNS = 3;

/** A row of the table. */
interface Verdict {
  readonly caught: boolean;
  readonly defect: string;
  readonly caughtBy: string;
  readonly runs: number;
  readonly seconds: number;
}

const chosen = chosenDefects(process.argv.slice(2));
const copy = copyCheckout();
try {
  process.exitCode = (await proveAll(chosen, copy.folder)) ? 0 : 1;
} finally {
  copy.remove();
}

function chosenDefects(names: readonly string[]): readonly Defect[] {
  const unknown = names.filter((name) => !defects.some((defect) => defect.name === name));
  if (unknown.length > 0)
    throw new Error(
      `No planted defect is called ${unknown.join(', ')}; there are ${defects.map(({ name }) => name).join(', ')}.`,
    );
  return names.length === 0 ? defects : defects.filter(({ name }) => names.includes(name));
}

async function proveAll(all: readonly Defect[], folder: string): Promise<boolean> {
  mkdirSync(join(folder, 'build'), { recursive: true });
  // Stale defects are reported before any test runs.
  for (const defect of all) plant(defect, readFileSync(join(folder, defect.file), 'utf8'));

  const baseline = await runTestFiles(folder, [...new Set(all.flatMap(({ tests }) => tests))]);
  if (baseline.length > 0) {
    console.error('Tests fail without any defect, so they prove nothing:');
    for (const failed of baseline) console.error(`  ${titleOf(failed)}`);
    return false;
  }
  console.log('Without a defect, all tests pass.');

  const verdicts: Verdict[] = [];
  for (const defect of all) {
    const verdict = await prove(defect, folder);
    verdicts.push(verdict);
    console.log(`${verdict.caught ? 'caught' : 'NOT CAUGHT'}: ${defect.name}. ${defect.what}`);
  }
  console.table(verdicts);
  if (all.length === defects.length) reportFigures('planted', figuresOf(verdicts));
  return verdicts.every(({ caught }) => caught);
}

function figuresOf(verdicts: readonly Verdict[]): Figures {
  const found = verdicts.map(({ defect, caughtBy, runs }) => [defect, `${caughtBy}, run ${runs}`] as const);
  const notCaught = verdicts.filter(({ caught }) => !caught).length;
  return { defects: verdicts.length, notCaught, ...Object.fromEntries(found) };
}

async function prove(defect: Defect, folder: string): Promise<Verdict> {
  const path = join(folder, defect.file);
  const source = readFileSync(path, 'utf8');
  const started = performance.now();
  const verdictOf = (caught: boolean, caughtBy: string, runs: number) => ({
    caught,
    defect: defect.name,
    caughtBy,
    runs,
    seconds: Math.round((performance.now() - started) / 1000),
  });
  writeFileSync(path, plant(defect, source));
  try {
    for (let run = 1; run <= MAX_RUNS; run++) {
      const [failed] = await runTestFiles(folder, defect.tests);
      if (failed !== undefined) return verdictOf(true, titleOf(failed), run);
    }
    return verdictOf(false, 'none', MAX_RUNS);
  } catch (error) {
    if (!(error instanceof TestsNotRunError)) throw error;
    console.error(`${defect.name}: its tests did not run.\n${error.message}`);
    return verdictOf(false, 'tests did not run', 1);
  } finally {
    writeFileSync(path, source);
  }
}

function titleOf({ file, name }: FailedTest): string {
  return `${file}: ${name}`;
}
