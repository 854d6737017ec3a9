import { availableParallelism } from 'node:os';

const typeScript = {
  cacheDirectory: '<rootDir>/build/jest',
  extensionsToTreatAsEsm: ['.ts'],
  // Built packages have the names of those that they are built from.
  modulePathIgnorePatterns: ['<rootDir>/build/'],
  transform: { '\\.ts$': '<rootDir>/test/strip-types.cjs' },
  // What examples import as packages (tsconfig.json has the same for their types).
  moduleNameMapper: {
    '^social-platform-services$': '<rootDir>/test/examples/own-app/package.ts',
  },
};

/** Where tests are: those of a workspace in its folder, the others in test/. */
const TESTS = '<rootDir>/{test,{client,ctl,docs,local,panel}/test}/**';

/** Each file of stacks if one is named, otherwise all as one. */
const stacks = process.argv.some((word) => /stacks\/\w/.test(word))
  ? ['<rootDir>/test/stacks/*.test.ts']
  : ['<rootDir>/test/stacks/{all,templates.test}.ts'];

/** @type {import('jest').Config} */
export default {
  // A file's path says which tests it has; CONTRIBUTING.md, "Day to day".
  projects: [
    {
      ...typeScript,
      displayName: 'unit',
      testMatch: [`${TESTS}/*.test.ts`],
      testPathIgnorePatterns: ['<rootDir>/test/(stacks|e2e)/', '\\.integration\\.test\\.ts$'],
    },
    {
      ...typeScript,
      displayName: 'stacks',
      testMatch: stacks,
    },
    {
      ...typeScript,
      displayName: 'integration',
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts', `${TESTS}/*.integration.test.ts`],
      // CI leaves out what builds and installs the package, which a workflow does every night.
      testPathIgnorePatterns: [
        '<rootDir>/local/test/',
        ...(process.env['SPS_QUICK'] === undefined ? [] : ['<rootDir>/test/package/']),
      ],
      globalSetup: '<rootDir>/test/global-setup.ts',
      globalTeardown: '<rootDir>/test/global-teardown.ts',
      setupFilesAfterEnv: ['<rootDir>/test/support/fail-undocumented.ts'],
    },
    {
      ...typeScript,
      // The local cloud is tested without the service.
      displayName: 'local',
      testMatch: ['<rootDir>/local/test/**/*.integration.test.ts'],
    },
  ],
  testTimeout: (process.env['SPS_FAULTS'] ?? 'off') === 'off' ? 180_000 : 240_000,
  // Much of a test is waiting, so more of them run at once than there are cores.
  maxWorkers: availableParallelism() + 1,
  // Ending a process that holds some hundred megabytes takes a busy machine longer than Jest's half a second.
  workerGracefulExitTimeout: 5_000,
  testSequencer: './test/long-first.cjs',
  silent: true,
};
