/**
 * Mutation testing (scripts/proof/mutation.ts): each expression is changed in turn, and the unit tests run. Stryker works in a copy
 * of the checkout, in `build/stryker`.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: { configFile: 'jest.unit.config.js' },
  coverageAnalysis: 'perTest',
  // What runs once, when a module is loaded, would need all tests for each change.
  ignoreStatic: true,
  concurrency: 1,
  // Stryker rewrites tsconfig.json with the JavaScript API of TypeScript, which version 7 does not have; no test needs the file.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  tempDirName: 'build/stryker',
  ignorePatterns: ['build', 'coverage', '.local'],
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: 'build/mutation.json' },
};
