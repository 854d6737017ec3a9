/**
 * The command line: of the package, `sps`; in this project, what `npm start`, `npm run ctl` and `npm run deploy` call.
 *
 * A command of `bin/sps/` has a command line of its own. All others are the operator's (`ctl/`).
 */
import module from 'node:module';
import { exitOnClosedStdout } from '@social-platform-services/ctl/output';
import { compileCache } from './sps/compile-cache.ts';
import { ownCommands } from './sps/own-commands.ts';
import { problemOfNode } from './sps/supported-node.ts';

const problem = problemOfNode(process.versions.node);
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
// Most of the start-up time is compiling the AWS SDK; the cache saves that from the second run on.
module.enableCompileCache(compileCache);
const [first, ...words] = process.argv.slice(2);
const own = Object.entries(ownCommands).find(([name]) => name === first)?.[1];
if (own === undefined) {
  const { runProgram } = await import('@social-platform-services/ctl/program');
  exitOnClosedStdout();
  process.exitCode = await runProgram(process.argv.slice(2), ownCommands);
} else {
  process.exitCode = await own.run(words);
}
