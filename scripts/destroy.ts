/**
 * `npm run destroy -- --env <stage> [arguments of cdk destroy]`: deletes the stacks of a stage, the importing ones first,
 * with all data. `cdk` asks for confirmation unless `--force` or `--yes` is given.
 *
 * A stage whose data is protected is refused.
 */
import { stages } from '../lib/config.ts';
import { destroyStage } from './destroy-stage.ts';
import { awsClients } from './preflight/aws.ts';
import { runCdk } from './run-cdk.ts';
import { stageArguments } from './stage-arguments.ts';

const parsed = stageArguments('destroy', process.argv.slice(2));
if ('problem' in parsed) {
  console.error(parsed.problem);
  process.exitCode = 2;
} else {
  process.exitCode = await destroyStage(parsed, stages[parsed.stage], {
    clients: awsClients(parsed),
    print: (text) => console.error(text),
    cdk: async (args) => (await runCdk(args, 'inherit')).code,
  });
}
