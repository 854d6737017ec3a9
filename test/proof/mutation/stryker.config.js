/**
 * Mutation testing (main.ts): each expression is changed in turn, and the tests that reach it run. Stryker works in a
 * copy of the checkout, in `build/stryker`. A change that no test can notice is switched off beside the code:
 * `// Stryker disable next-line <mutator>: <reason>`.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: { configFile: 'test/proof/mutation/jest.config.js' },
  coverageAnalysis: 'perTest',
  // What runs once, when a module is loaded, would need all tests for each change.
  ignoreStatic: true,
  concurrency: 1,
  // Stryker rewrites tsconfig.json with the JavaScript API of TypeScript, which version 7 does not have; no test needs the file.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  tempDirName: 'build/stryker',
  ignorePatterns: ['build', 'coverage', '.local'],
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false, reportMutants: true, allowColor: false, skipFull: true },
};
