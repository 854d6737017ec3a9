/**
 * `sps deploy`, `diff` and `destroy`, on a stage of the app in this folder: it is synthesized once, and `cdk` gets what
 * was written.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isInstalled, typedCommand } from '@social-platform-services/ctl/about';
import { describeError } from '@social-platform-services/ctl/describe-error';
import { OperatorError } from '@social-platform-services/ctl/errors';
import { type AssemblyStage, assemblyStages } from '../stage/assembly-stages.ts';
import { type RunCdk, runStageCommand } from '../stage/stage.ts';
import type { StageApp, StageCommand } from '../stage/stage-app.ts';
import { appCommand } from './host-app.ts';

/** The folder that the app is synthesized into. */
const OUTPUT = 'cdk.out';

/** Runs what was typed, and returns the exit code. */
export async function runOnStage(command: StageCommand, words: readonly string[]): Promise<number> {
  if (!isInstalled) return await runStageCommand(command, words);
  const folder = process.cwd();
  try {
    return await runStageCommand(command, words, await synthesizedApp(folder), cdkOf(folder));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(await describeError(error, { data: '' }));
    return 1;
  }
}

/** The app in the folder, synthesized. Throws OperatorError where there is none, or it can't be synthesized. */
export async function synthesizedApp(folder: string): Promise<StageApp> {
  if (appCommand(folder) === undefined)
    throw new OperatorError('There is no CDK app here (cdk.json).', 'Write one: npx sps init');
  const { code } = await cdkOf(folder)(['synth', '--quiet', '--output', OUTPUT], 'inherit');
  if (code !== 0) throw new OperatorError('The app could not be synthesized.', 'What cdk has written above says why.');
  return hostApp(assemblyStages(join(folder, OUTPUT)));
}

/** What `--help` of a command prints. */
export const stageHelp = (command: StageCommand): string =>
  `Usage: ${typedCommand(command, '--env <stage>')} ${command === 'deploy' ? '[--keep-data] ' : ''}[arguments of cdk ${command}]

${helpOf[command]}

All other arguments are passed to cdk, such as --profile NAME and --region NAME.`;

const helpOf: Readonly<Record<StageCommand, string>> = {
  deploy: `The command synthesizes the app, checks the AWS account, and then runs cdk
deploy for the stage. To deploy without a question, add --require-approval
never. With --keep-data, which is for a roll-back, the stack with the tables
stays as it is.`,
  diff: 'The command shows what a deployment would change in the stage.',
  destroy: `The command deletes the stage with all its data, and refuses protected stages.
It asks before it begins, unless --force is given.`,
};

/** The app of an adopter, by what was synthesized. */
function hostApp(stages: readonly AssemblyStage[]): StageApp {
  const named = (name: string): AssemblyStage => {
    const stage = stages.find(({ config }) => config.name === name);
    if (stage === undefined) throw new Error(`The app has no stage ${name}.`);
    return stage;
  };
  const stackId = (name: string, part: string): string => `${named(name).path}/${part}`;
  return {
    stages: stages.map(({ config }) => config),
    allStacks: (_, name) => [
      stackId(name, 'data'),
      stackId(name, 'service'),
      ...(named(name).config.panel.enabled ? [stackId(name, 'panel')] : []),
    ],
    stackId,
    cdkArguments: () => ['--app', OUTPUT],
    outputOf: (name) => named(name).folder,
  };
}

/** Runs the `cdk` that is installed in the folder, or else the one that npm gets. */
const cdkOf =
  (folder: string): RunCdk =>
  async (words, terminal) => {
    const stdio = terminal === 'inherit' ? 'inherit' : 'ignore';
    const [file, ...before] = installedCdk(folder);
    const child = spawn(file, [...before, ...words], { cwd: folder, stdio });
    const [code] = await once(child, 'close');
    return { code: typeof code === 'number' ? code : 1 };
  };

function installedCdk(folder: string): readonly [string, ...string[]] {
  try {
    return [process.execPath, createRequire(join(folder, 'package.json')).resolve('aws-cdk/bin/cdk')];
  } catch {
    return ['npx', '--yes', '--package', 'aws-cdk@2', 'cdk'];
  }
}
