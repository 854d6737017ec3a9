/** @type {import('jest').Config} */
export default {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/strip-types.cjs' },
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testTimeout: 30_000,
  silent: true,
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
};
