/** For mutation testing: the tests in one folder, `SPS_MUTATION_TESTS`. */
import { join } from 'node:path';
import jestConfig from '../../../jest.config.js';

const integration = jestConfig.projects.find(({ displayName }) => displayName === 'integration');
const folder = process.env['SPS_MUTATION_TESTS'];

/** @type {import('jest').Config} */
export default {
  ...integration,
  rootDir: join(import.meta.dirname, '../../..'),
  testMatch: [`<rootDir>/${folder}/**/*.test.ts`],
  testTimeout: 30_000,
  silent: true,
};
