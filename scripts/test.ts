/**
 * `npm test -- [arguments of jest]`: the unit tests and, if all of them pass, the others: a unit test that fails says
 * so before any cloud starts. For `npm run coverage` (coverage.ts) it runs all of them in any case.
 */
import { writeFileSync } from 'node:fs';
import { addResult, formatTestResults, makeEmptyAggregatedTestResult } from '@jest/test-result';
import { buildArgv, runCLI } from 'jest';

/** The projects of jest.config.js, in two runs. */
const runs = [['unit'], ['stacks', 'integration']];

const { json, outputFile, ...options } = await buildArgv(process.argv.slice(2));
// As Jest's own command line does; libraries look at it.
process.env['NODE_ENV'] ??= 'test';
const whole = { ...makeEmptyAggregatedTestResult(), startTime: Date.now(), success: true };
for (const selectProjects of runs) {
  const { results } = await runCLI({ ...options, selectProjects, useStderr: json === true, passWithNoTests: true }, [
    '.',
  ]);
  whole.numTotalTestSuites += results.numTotalTestSuites;
  for (const result of results.testResults) addResult(whole, result);
  whole.success &&= results.success;
  if (!whole.success && process.env['NODE_V8_COVERAGE'] === undefined) break;
}
const hasRun = whole.numPassedTests + whole.numFailedTests + whole.numRuntimeErrorTestSuites > 0;
if (!hasRun) console.error('No test has run.');
if (!hasRun || !whole.success) process.exitCode = 1;
if (hasRun && json === true) {
  const report = JSON.stringify(formatTestResults(whole));
  if (outputFile === undefined) console.log(report);
  else writeFileSync(outputFile, report);
}
