/** What the end-to-end tests against a stage have shown, and which of them could not run. */
/** How `needs` (testing/needs.ts) ends the name of a test that it skips, or that of its group. */
const NEEDS = / \(needs ([^)]+)\)/;

/** Of a run of Jest. */
interface Results {
  readonly testResults: readonly { readonly testResults: readonly { readonly fullName: string }[] }[];
  readonly numPassedTests: number;
  readonly success: boolean;
}

/** What to print, and whether something has run and all of it has passed; without results, the run was interrupted. */
export function summaryOf(results: Results | undefined): {
  readonly text: string;
  readonly hasPassed: boolean;
} {
  if (results === undefined) return { text: '\nThe run was interrupted.', hasPassed: false };
  const tests = results.testResults.flatMap(({ testResults }) => testResults);
  const skipped = tests.flatMap(({ fullName }) => {
    const [suffix = '', need] = NEEDS.exec(fullName) ?? [];
    return need === undefined ? [] : [{ need, name: fullName.replaceAll(suffix, '') }];
  });
  const groups = [...Map.groupBy(skipped, ({ need }) => need)].map(
    ([need, all]) =>
      `\nNot run, since they need ${need}: ${all.length}\n${all.map(({ name }) => `  ${name}`).join('\n')}`,
  );
  return {
    text: groups.join('\n'),
    hasPassed: results.success && results.numPassedTests > 0,
  };
}
