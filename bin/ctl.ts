/** The operator's command line: `npm run -s ctl -- --help`. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// The AWS SDK is most of what a command loads: compiled once, it loads faster ever after.
enableCompileCache(join(import.meta.dirname, '../build/compile-cache'));
const [{ runProgram }, { endWithReader }] = await Promise.all([
  import('../ctl/program.ts'),
  import('../ctl/stdout.ts'),
]);

endWithReader();
process.exitCode = await runProgram(process.argv.slice(2));
