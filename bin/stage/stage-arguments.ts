/** Parses the command lines of `deploy`, `diff` and `destroy`. */

import { parseArgs } from 'node:util';
import { typedCommand } from '@social-platform-services/ctl/about';
import type { StageConfig } from '../../lib/stage-config.ts';
import { projectApp, type StageApp, type StageCommand, stageOf, usageOf } from './stage-app.ts';

/** What was typed, for a stage that can be deployed. */
export interface StageArguments {
  /** Its name. */
  readonly stage: string;
  readonly config: StageConfig;
  /** The app that has it. */
  readonly app: StageApp;
  /** `--profile`, where it was given: which credentials `cdk` uses. */
  readonly profile: string | undefined;
  /** `--region`, where it was given. */
  readonly region: string | undefined;
  /** `--keep-data`, for a roll-back: functions and panel are deployed, and the data stack stays as it is. */
  readonly keepData: boolean;
  /** The command for all stacks of the stage, or for those that were selected. */
  readonly cdk: readonly string[];
  /** The arguments other than `--env` and `--keep-data`, in their order. */
  readonly passedOn: readonly string[];
}

/** Returns the parsed arguments, or a message on what is wrong. All but `--env` and `--keep-data` go to `cdk`. */
export function stageArguments(
  command: StageCommand,
  args: readonly string[],
  app: StageApp = projectApp,
): StageArguments | { readonly problem: string } {
  const usage = usageOf(app, command);
  const text = { type: 'string' } as const;
  const options = { env: text, profile: text, region: text, 'keep-data': { type: 'boolean' } } as const;
  const { tokens, values } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const named = tokens.filter((token) => token.kind === 'option' && token.name === 'env');
  const [env, another] = named;
  if (env?.kind !== 'option' || env.value === undefined) return { problem: `Name the stage to ${command}: ${usage}` };
  if (another !== undefined) return { problem: `Name one stage, not several: ${usage}` };
  if (env.value === 'local') {
    return { problem: `The stage local is not in AWS; ${typedCommand('start')} hosts it on this machine. ${usage}` };
  }
  const config = stageOf(app, env.value);
  if (config === undefined) return { problem: `There is no stage ${JSON.stringify(env.value)}: ${usage}` };
  if (command === 'destroy' && config.data.kind === 'protected') return { problem: protectedStage(config) };

  const keepData = values['keep-data'] === true;
  if (keepData && command !== 'deploy') return { problem: `Only a deployment has --keep-data: ${usage}` };
  const taken = [
    ...(env.inlineValue ? [env.index] : [env.index, env.index + 1]),
    ...tokens.flatMap((token) => (token.kind === 'option' && token.name === 'keep-data' ? [token.index] : [])),
  ];
  const passedOn = args.filter((_, index) => !taken.includes(index));
  const { name: stage } = config;
  const selected = keepData ? allButData(app, config) : app.allStacks(command, stage);
  return {
    stage,
    config,
    app,
    profile: textOf(values.profile),
    region: textOf(values.region),
    keepData,
    cdk: [command, ...selected, ...app.cdkArguments(stage), ...passedOn],
    passedOn,
  };
}

const allButData = (app: StageApp, { name, panel }: StageConfig): readonly string[] => [
  app.stackId(name, 'service'),
  ...(panel.enabled ? [app.stackId(name, 'panel')] : []),
  '--exclusively',
];

const protectedStage = ({ name }: StageConfig): string =>
  `The stage ${name} is protected (the setting data): its stacks, tables and accounts must not be deleted, so nothing was done.`;

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
