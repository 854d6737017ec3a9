/** The unit tests alone, for mutation testing: those of the patterns that SPS_MUTATION_TESTS has, separated by spaces, or all. */
import jestConfig from './jest.config.js';

const [unit] = jestConfig.projects;
const chosen = process.env['SPS_MUTATION_TESTS']?.split(' ').map((pattern) => `<rootDir>/${pattern}`);

/** @type {import('jest').Config} */
export default { ...unit, ...(chosen && { testMatch: chosen }), testTimeout: 30_000, silent: true };
