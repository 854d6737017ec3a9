import { availableParallelism } from 'node:os';

/** @type {import('jest').Config} */
export default {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/strip-types.cjs' },
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testTimeout: (process.env['SPS_WEATHER'] ?? 'calm') === 'calm' ? 30_000 : 120_000,
  // Most of a test is waiting. By itself Jest leaves one of two cores alone, which takes the suites twice as long.
  maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
  silent: true,
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
};
