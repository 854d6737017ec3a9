/**
 * `npm run deploy -- --env <stage> [arguments of cdk deploy]`: deploys the stacks of one stage.
 *
 * The stage `local` can't be deployed; `npm start` hosts it.
 */
import { deployArguments } from './deploy-arguments.ts';
import { runCdk } from './run-cdk.ts';

const parsed = deployArguments(process.argv.slice(2));
if ('problem' in parsed) {
  console.error(parsed.problem);
  process.exitCode = 2;
} else {
  process.exitCode = (await runCdk(parsed.cdk, 'inherit')).code;
}
