/** What the end-to-end tests against a stage have shown, and which of them could not run. */
import * as v from 'valibot';

/** How `needs` (test/support/needs.ts) ends the name of a test that it skips, or that of its group. */
const NEEDS = / \(needs ([^)]+)\)/;

/** Of a run of Jest. */
interface Results {
  readonly testResults: readonly {
    /** That a file could not be run. */
    readonly testExecError?: unknown;
    readonly testResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
  readonly numPassedTests: number;
}

/** Tests of which it is known that they fail against a service, by their full names, and why: an emulator's own faults. */
export const KnownDifferences = v.record(v.string(), v.string());
export type KnownDifferences = v.InferOutput<typeof KnownDifferences>;

/**
 * What to print, and whether something has run and all of it has passed but for what is known; without results, the run
 * was interrupted.
 */
export function summaryOf(
  results: Results | undefined,
  known: KnownDifferences = {},
): { readonly text: string; readonly hasPassed: boolean } {
  if (results === undefined) return { text: '\nThe run was interrupted.', hasPassed: false };
  const tests = results.testResults.flatMap(({ testResults }) => testResults);
  const skipped = tests.flatMap(({ fullName }) => {
    const [suffix = '', need] = NEEDS.exec(fullName) ?? [];
    return need === undefined ? [] : [{ need, name: fullName.replaceAll(suffix, '') }];
  });
  const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  const unknown = failed.filter((name) => known[name] === undefined);
  const passed = tests.filter(({ fullName, status }) => status === 'passed' && known[fullName] !== undefined);
  const hasBroken = results.testResults.some(({ testExecError }) => testExecError !== undefined);
  const lists = [
    ...[...Map.groupBy(skipped, ({ need }) => need)].map(
      ([need, all]) => [`Not run, since they need ${need}`, all.map(({ name }) => name)] as const,
    ),
    [
      'Failed as is known',
      failed.flatMap((name) => (known[name] === undefined ? [] : `${name}: ${known[name]}`)),
    ] as const,
    ['Failed', unknown] as const,
    ['Passed, although they are known to fail: strike them out', passed.map(({ fullName }) => fullName)] as const,
  ];
  return {
    text: lists
      .filter(([, all]) => all.length > 0)
      .map(([title, all]) => `\n${title}: ${all.length}\n${all.map((name) => `  ${name}`).join('\n')}`)
      .join('\n'),
    hasPassed: unknown.length === 0 && !hasBroken && results.numPassedTests > 0,
  };
}
