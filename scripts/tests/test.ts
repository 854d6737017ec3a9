/** `npm test -- [arguments of jest]`: the unit tests and, if all of them pass, the others. */
import { runTests } from './run-tests.ts';

const { success } = await runTests(process.argv.slice(2));
if (!success) process.exitCode = 1;
