/** `npm run diff -- --env <stage> [arguments of cdk diff]`: shows what a deployment would change in each stack of a stage. */
import { runCdk } from './run-cdk.ts';
import { stageArguments } from './stage-arguments.ts';

const parsed = stageArguments('diff', process.argv.slice(2));
if ('problem' in parsed) console.error(parsed.problem);
process.exitCode = 'problem' in parsed ? 2 : (await runCdk(parsed.cdk, 'inherit')).code;
