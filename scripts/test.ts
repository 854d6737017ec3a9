/**
 * `npm test -- [arguments of jest]`: the unit tests and, if all of them pass, the others: a unit test that fails says
 * so before any cloud starts. For `npm run coverage` (coverage.ts) it runs all of them in any case.
 *
 * With `--ci`, where at most three of the other files fail, these run once more, one after the other with nothing
 * beside them. What passes then is listed as flaky, which is a defect to fix: of the test, or of the product. The run
 * fails if one of these files has needed it before in the last runs (repeated-files.ts).
 *
 * What tests, and programs that they start and kill, leave in the temporary folder is removed at the end.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { addResult, formatTestResults, makeEmptyAggregatedTestResult, type TestResult } from '@jest/test-result';
import { buildArgv, runCLI } from 'jest';
import { repeatedAgain } from './repeated-files.ts';

/** The projects of jest.config.js, in two runs. */
const runs = [['unit'], ['stacks', 'integration', 'local']];
/** Files that run once more; more failures are no accident. */
const MOST_REPEATED = 3;
/** What the last runs have repeated; a workflow keeps it from run to run. */
const REPEATED = 'build/repeated/files.json';

const { json, outputFile, ...options } = await buildArgv(process.argv.slice(2));
// As Jest's own command line does; libraries look at it.
process.env['NODE_ENV'] ??= 'test';
const temporary = mkdtempSync(join(tmpdir(), 'sps-tests-'));
process.env['TMPDIR'] = temporary;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
/** The files that ran once more. */
const filesRunAgain: string[] = [];
const whole = { ...makeEmptyAggregatedTestResult(), startTime: Date.now(), success: true };
for (const selectProjects of runs) {
  const { results } = await runCLI({ ...options, selectProjects, useStderr: json === true, passWithNoTests: true }, [
    '.',
  ]);
  whole.numTotalTestSuites += results.numTotalTestSuites;
  const final = selectProjects.includes('unit') ? results.testResults : await repeated(results.testResults);
  for (const result of final) addResult(whole, result);
  whole.success &&= final.every((result) => !hasFailed(result));
  if (!whole.success && process.env['NODE_V8_COVERAGE'] === undefined) break;
}

/** The results, in which those of a few failed files are replaced by the ones of another run. */
async function repeated(results: readonly TestResult[]): Promise<readonly TestResult[]> {
  const failed = results.filter(hasFailed);
  if (!options.ci || failed.length === 0 || failed.length > MOST_REPEATED) return results;
  const files = failed.map(({ testFilePath }) => testFilePath);
  const again = { ...options, _: files, runTestsByPath: true, maxWorkers: 1, testPathPatterns: [] };
  const { results: second } = await runCLI({ ...again, useStderr: json === true }, ['.']);
  if (second.testResults.length < failed.length) return results;
  const failsAgain = new Set(second.testResults.filter(hasFailed).map(({ testFilePath }) => testFilePath));
  const names = failed
    .filter(({ testFilePath }) => !failsAgain.has(testFilePath))
    .flatMap(({ testResults }) => testResults.filter(({ status }) => status === 'failed'));
  for (const { fullName } of names) console.error(`Flaky: ${fullName}`);
  filesRunAgain.push(...files.map((path) => relative('.', path)));
  return [...results.filter((result) => !hasFailed(result)), ...second.testResults];
}

function hasFailed({ numFailingTests, testExecError }: TestResult): boolean {
  return numFailingTests > 0 || testExecError !== undefined;
}

const again = options.ci ? repeatedAgain(REPEATED, filesRunAgain) : [];
for (const file of again)
  console.error(`${file} failed at first in another of the last runs, too: it has to be repaired.`);
const hasRun = whole.numPassedTests + whole.numFailedTests + whole.numRuntimeErrorTestSuites > 0;
if (!hasRun) console.error('No test has run.');
if (!hasRun || !whole.success || again.length > 0) process.exitCode = 1;
if (hasRun && json === true) {
  const report = JSON.stringify(formatTestResults(whole));
  if (outputFile === undefined) console.log(report);
  else writeFileSync(outputFile, report);
}
