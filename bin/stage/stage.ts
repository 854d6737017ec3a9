/**
 * `npm run deploy`, `diff` and `destroy`, each with `-- --env <stage> [arguments of cdk]`, and `sps deploy`, `diff` and
 * `destroy`: for all stacks of a stage, and after a look at the account. `cdk` asks for confirmation unless there is `--require-approval never`, `--force`
 * or `--yes`.
 */

import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { typedCommand } from '@social-platform-services/ctl/about';
import { mapConcurrently } from '../../lambdas/shared/concurrency.ts';
import type { StageConfig } from '../../lib/config.ts';
import { stackName, stackNames } from '../../lib/stage-names.ts';
import { awsClients, checkTarget } from '../preflight/aws.ts';
import { type Finding, findingsText, problem } from '../preflight/finding.ts';
import { type DeployedStack, deletionOf, importersOf, readStack } from '../preflight/stacks.ts';
import { type DeploymentTools, deployStage } from './deploy-stage.ts';
import { runCdk } from './run-cdk.ts';
import { readTemplates } from './stack-templates.ts';
import { projectApp, type StageApp, type StageCommand } from './stage-app.ts';
import { type StageArguments, stageArguments } from './stage-arguments.ts';

/** Shows what a deployment would change in each stack, and returns the exit code. */
async function diffStage(args: StageArguments, { clients, cdk, print }: DeploymentTools): Promise<number> {
  const { target, findings } = await checkTarget(clients);
  if (findings.length > 0) print(findingsText(findings));
  return target === undefined ? 1 : await cdk(args.cdk);
}

/**
 * Deletes the stacks of a stage with all data, the importing ones first. Returns the exit code: that of `cdk`, or 1 for
 * a problem, when nothing was deleted. A stage whose data is protected was refused before.
 */
export async function destroyStage(
  args: StageArguments,
  config: Pick<StageConfig, 'name' | 'prefix' | 'panel'>,
  { clients, cdk, print }: Omit<DeploymentTools, 'synthesize'>,
): Promise<number> {
  const { target, findings } = await checkTarget(clients);
  const remaining = target === undefined ? [] : await hindrances(config, clients);
  const all = [...findings, ...remaining];
  if (all.length > 0) print(findingsText(all));
  if (all.some(({ kind }) => kind === 'problem')) return 1;
  print(
    `Deleting ${config.name}, with all its data, in ${target?.region} of account ${target?.account ?? '(unknown)'}.`,
  );
  return await cdk(args.cdk);
}

/**
 * What would stop `cdk destroy` half-way. It knows the app's stacks only: a panel that was opted out of is not one, and
 * holds the others; and stacks of a host may use the stage. A stack that was deployed while the stage was protected refuses until a deployment lifts that
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-protect-stacks.html).
 */
async function hindrances(
  { panel, ...names }: Pick<StageConfig, 'name' | 'prefix' | 'panel'>,
  { cloudFormation }: DeploymentTools['clients'],
): Promise<readonly Finding[]> {
  const read = await Promise.all(
    stackNames(names).map((stack) => readStack(cloudFormation, stack).catch(() => undefined)),
  );
  const deployed = read.flatMap((stack) => stack ?? []);
  const leftover = deployed.find((stack) => !panel.enabled && stack.name === stackName(names, 'panel'));
  const refusing = deployed.filter((stack) => stack.isProtected && stack !== leftover);
  const users = await usersOf(cloudFormation, deployed);
  return [
    ...(users.length === 0 ? [] : [stillUsed(names.name, users)]),
    ...(leftover === undefined ? [] : [notOptedOut(leftover)]),
    ...(refusing.length === 0 ? [] : [stillProtected(names.name, refusing)]),
  ];
}

/** The stacks that import values of these, and are none of them: those of a host. */
async function usersOf(client: CloudFormationClient, stacks: readonly DeployedStack[]): Promise<readonly string[]> {
  const exports = stacks.flatMap((stack) => stack.exports);
  const importers = await mapConcurrently(exports, LISTED_AT_ONCE, (name) => importersOf(client, name).catch(() => []));
  const own = stacks.map(({ name }) => name);
  return [...new Set(importers.flat())].filter((name) => !own.includes(name)).toSorted();
}

/** CloudFormation takes few calls a second of its control plane. */
const LISTED_AT_ONCE = 4;

const stillUsed = (stage: string, users: readonly string[]): Finding =>
  problem(
    `Other stacks import values of ${stage}, so that CloudFormation would stop half-way: ${users.join(', ')}.`,
    'Delete them first, or deploy them without what they use.',
  );

const notOptedOut = ({ name, isProtected }: DeployedStack): Finding =>
  problem(
    `The stack ${name} is deployed, and the setting panel opts out of the panel.`,
    `Delete it first: ${deletionOf(name, isProtected)} && aws cloudformation wait stack-delete-complete --stack-name ${name}`,
  );

const stillProtected = (stage: StageConfig['name'], stacks: readonly DeployedStack[]): Finding =>
  problem(
    `These stacks are protected from deletion, as the stage was when it was deployed: ${stacks.map(({ name }) => name).join(', ')}.`,
    `If its data may go, deploy the stage, whose setting data has changed since, which lifts that: ${typedCommand('deploy', '--env', stage)}`,
  );

/** What runs `cdk`, and returns its exit code. */
export type RunCdk = (words: readonly string[], terminal: 'inherit' | 'capture') => Promise<{ readonly code: number }>;

/** Runs what was typed for a stage of an app, and returns the exit code. */
export async function runStageCommand(
  command: StageCommand,
  typed: readonly string[],
  app: StageApp = projectApp,
  cdk: RunCdk = runCdk,
): Promise<number> {
  const args = stageArguments(command, typed, app);
  if ('problem' in args) {
    console.error(args.problem);
    return 2;
  }
  const tools: DeploymentTools = {
    clients: awsClients(args),
    print: (text) => console.error(text),
    cdk: async (words) => (await cdk(words, 'inherit')).code,
    async synthesize(stage) {
      const { code } = await cdk(['synth', '--quiet', ...app.cdkArguments(stage)], 'capture');
      if (code !== 0) throw new Error(`cdk synth failed with exit code ${code}`);
      return readTemplates(app.outputOf(stage));
    },
  };
  if (command === 'deploy') return await deployStage(args, tools);
  return command === 'diff' ? await diffStage(args, tools) : await destroyStage(args, args.config, tools);
}
