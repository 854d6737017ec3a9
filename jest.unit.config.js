/** The unit tests alone, for mutation testing. */
import jestConfig from './jest.config.js';

const [unit] = jestConfig.projects;

/** @type {import('jest').Config} */
export default { ...unit, testTimeout: 30_000, silent: true };
