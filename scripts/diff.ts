/** `npm run diff -- --env <stage> [arguments of cdk diff]`: shows what a deployment would change in each stack of a stage. */
import { awsClients } from './preflight/aws.ts';
import { checkTarget } from './preflight/credentials.ts';
import { findingsText } from './preflight/finding.ts';
import { runCdk } from './run-cdk.ts';
import { stageArguments } from './stage-arguments.ts';

const parsed = stageArguments('diff', process.argv.slice(2));
if ('problem' in parsed) {
  console.error(parsed.problem);
  process.exitCode = 2;
} else {
  const { target, findings } = await checkTarget(awsClients(parsed));
  if (findings.length > 0) console.error(findingsText(findings));
  process.exitCode = target === undefined ? 1 : (await runCdk(parsed.cdk, 'inherit')).code;
}
