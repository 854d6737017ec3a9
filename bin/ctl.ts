/** The operator's command line: `npm run -s ctl -- --help`. */
import module from 'node:module';
import { join } from 'node:path';

// Most of the start-up time is compiling the AWS SDK; the cache saves that from the second run on. Node 20 has none.
module.enableCompileCache?.(join(import.meta.dirname, '../build/compile-cache'));
// The package works on Node 20 with the AWS SDK that is in it, whatever later versions of that need.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
const [{ runProgram }, { exitOnClosedStdout }] = await Promise.all([
  import('../ctl/program.ts'),
  import('../ctl/output.ts'),
]);

exitOnClosedStdout();
process.exitCode = await runProgram(process.argv.slice(2));
