/** For mutation testing: the tests of one folder, `SPS_MUTATION_TESTS`, in test/. */
import { join } from 'node:path';
import jestConfig from '../../../jest.config.js';

const integration = jestConfig.projects.find(({ displayName }) => displayName === 'integration');
const folder = process.env['SPS_MUTATION_TESTS'];

/** @type {import('jest').Config} */
export default {
  ...integration,
  rootDir: join(import.meta.dirname, '../../..'),
  testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`],
  testTimeout: 30_000,
  silent: true,
};
