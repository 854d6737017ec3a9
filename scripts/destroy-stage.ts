/** Deletes the stacks of a stage, after a look at what would stop that. */
import type { StageConfig } from '../lib/config.ts';
import type { DeploymentTools } from './deploy-stage.ts';
import { checkTarget } from './preflight/credentials.ts';
import { type Finding, findingsText, problem } from './preflight/finding.ts';
import { readStack } from './preflight/stacks.ts';
import type { StageArguments } from './stage-arguments.ts';

/** Runs `cdk destroy`, and returns the exit code: that of `cdk`, or 1 for a problem, when nothing was deleted. */
export async function destroyStage(
  args: StageArguments,
  config: Pick<StageConfig, 'name' | 'panel'>,
  { clients, cdk, print }: Omit<DeploymentTools, 'synthesize'>,
): Promise<number> {
  const { target, findings } = await checkTarget(clients);
  const leftover = target === undefined ? [] : await leftoverPanel(config, clients);
  const all = [...findings, ...leftover];
  if (all.length > 0) print(findingsText(all));
  if (all.some(({ kind }) => kind === 'problem')) return 1;
  print(
    `Deleting ${config.name}, with all its data, in ${target?.region} of account ${target?.account ?? '(unknown)'}.`,
  );
  return await cdk(args.cdk);
}

/** `cdk destroy` knows the stacks of the app only. A panel that was opted out of is not one of them, and holds the others. */
async function leftoverPanel(
  { name, panel }: Pick<StageConfig, 'name' | 'panel'>,
  { cloudFormation }: DeploymentTools['clients'],
): Promise<readonly Finding[]> {
  const stack = `sps-${name}-panel`;
  if (panel.enabled) return [];
  const deployed = await readStack(cloudFormation, stack).catch(() => undefined);
  if (deployed === undefined) return [];
  return [
    problem(
      `The stack ${stack} is deployed, and lib/config.ts opts out of the panel.`,
      `Delete it first: aws cloudformation delete-stack --stack-name ${stack} && aws cloudformation wait stack-delete-complete --stack-name ${stack}`,
    ),
  ];
}
