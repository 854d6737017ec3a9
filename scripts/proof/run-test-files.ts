/** Runs test files of a checkout in a process of their own, and reads which tests failed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

/** A test that failed; `file` is relative to the checkout. */
export interface FailedTest {
  readonly file: string;
  readonly name: string;
}

/** The tests did not run: a file can't be loaded, or the local cloud did not start. It is no proof of anything. */
export class TestsNotRunError extends Error {}

/** Jest's JSON, as far as it is read. */
const Results = v.object({
  numPassedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.string(),
      assertionResults: v.array(v.object({ fullName: v.string(), status: v.string() })),
    }),
  ),
});

/** Runs the files, whose paths are relative to `folder`. Returns the tests that failed. Throws TestsNotRunError. */
export async function runTestFiles(folder: string, files: readonly string[]): Promise<readonly FailedTest[]> {
  const outputFile = join(folder, 'build/planted-results.json');
  rmSync(outputFile, { force: true });
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'scripts/tests/test.ts'];
  const jest = ['--json', '--outputFile', outputFile, '--runTestsByPath', ...files];
  const child = spawn(process.execPath, [...node, ...jest], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const [output] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (!existsSync(outputFile)) throw new TestsNotRunError(output.slice(-2_000));

  const { numPassedTests, testResults } = v.parse(Results, JSON.parse(readFileSync(outputFile, 'utf8')));
  const broken = testResults.find(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  if (broken !== undefined) throw new TestsNotRunError(broken.message);
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => ({ file: relative(folder, name), name: fullName })),
  );
  if (failed.length + numPassedTests === 0) throw new TestsNotRunError('No test has run.');
  return failed;
}
