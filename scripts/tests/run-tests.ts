/** Runs tests in the order in which they tell most: a unit test that fails says so before any cloud starts. */
import { writeFileSync } from 'node:fs';
import { type AggregatedResult, addResult, formatTestResults, makeEmptyAggregatedTestResult } from '@jest/test-result';
import { buildArgv, runCLI } from 'jest';

type Argv = Awaited<ReturnType<typeof buildArgv>>;

/** The projects of jest.config.js, in two runs. */
const runs = [['unit'], ['stacks', 'integration']];

/**
 * Runs the unit tests and, if all of them pass, the others, with Jest's own command-line options; `more` is added to
 * them. With `coverage` it runs all tests in any case. Returns the results of both runs together, which are no success
 * if no test ran. Writes them as Jest's JSON where `--json` asks for it, unless no test ran.
 */
export async function runTests(args: readonly string[], more: Partial<Argv> = {}): Promise<AggregatedResult> {
  const { json, outputFile, ...options } = { ...(await buildArgv([...args])), ...more };
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
    if (!whole.success && options.coverage !== true) break;
  }
  if (whole.numPassedTests + whole.numFailedTests + whole.numRuntimeErrorTestSuites === 0) {
    console.error('No test has run.');
    return { ...whole, success: false };
  }
  const report = json === true ? JSON.stringify(formatTestResults(whole)) : undefined;
  if (report !== undefined && outputFile !== undefined) writeFileSync(outputFile, report);
  else if (report !== undefined) console.log(report);
  return whole;
}
