import { deployStage } from './deploy-stage.ts';
import { awsClients } from './preflight/aws.ts';
import { runCdk } from './run-cdk.ts';
import { readTemplates } from './stack-templates.ts';
import { contextOf, stageArguments } from './stage-arguments.ts';

const parsed = stageArguments('deploy', process.argv.slice(2));
if ('problem' in parsed) {
  console.error(parsed.problem);
  process.exitCode = 2;
} else {
  process.exitCode = await deployStage(parsed, {
    clients: awsClients(parsed),
    print: (text) => console.error(text),
    cdk: async (args) => (await runCdk(args, 'inherit')).code,
    async synthesize(stage) {
      const { code } = await runCdk(['synth', '--quiet', ...contextOf(parsed.stage)], 'capture');
      if (code !== 0) throw new Error(`cdk synth failed with exit code ${code}`);
      return readTemplates(`cdk.out/${stage}`);
    },
  });
}
