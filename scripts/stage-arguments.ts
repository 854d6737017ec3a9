/** Parses the command lines of `npm run deploy`, `diff` and `destroy`. */
import { parseArgs } from 'node:util';
import { type DeployableStageName, deployableStageNames, stages } from '../lib/config.ts';
import { stackIds } from './preflight/stacks.ts';

/** The commands of `cdk` that a script runs for one stage. */
export type StageCommand = 'deploy' | 'diff' | 'destroy';

/** What was typed, for a stage that can be deployed. */
export interface StageArguments {
  readonly stage: DeployableStageName;
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
): StageArguments | { readonly problem: string } {
  const usage = `npm run ${command} -- --env <${deployableStageNames.join('|')}> ${command === 'deploy' ? '[--keep-data] ' : ''}[arguments of cdk ${command}]`;
  const text = { type: 'string' } as const;
  const options = { env: text, profile: text, region: text, 'keep-data': { type: 'boolean' } } as const;
  const { tokens, values } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const named = tokens.filter((token) => token.kind === 'option' && token.name === 'env');
  const [env, another] = named;
  if (env?.kind !== 'option' || env.value === undefined) return { problem: `Name the stage to ${command}: ${usage}` };
  if (another !== undefined) return { problem: `Name one stage, not several: ${usage}` };
  if (env.value === 'local') {
    return { problem: `The stage local is not in AWS; npm start hosts it on this machine. ${usage}` };
  }
  const stage = deployableStageNames.find((name) => name === env.value);
  if (stage === undefined) return { problem: `There is no stage ${JSON.stringify(env.value)}: ${usage}` };
  if (command === 'destroy' && stages[stage].data.kind === 'protected') return { problem: protectedStage(stage) };

  const keepData = values['keep-data'] === true;
  if (keepData && command !== 'deploy') return { problem: `Only a deployment has --keep-data: ${usage}` };
  const taken = [
    ...(env.inlineValue ? [env.index] : [env.index, env.index + 1]),
    ...tokens.flatMap((token) => (token.kind === 'option' && token.name === 'keep-data' ? [token.index] : [])),
  ];
  const passedOn = args.filter((_, index) => !taken.includes(index));
  return {
    stage,
    profile: textOf(values.profile),
    region: textOf(values.region),
    keepData,
    cdk: [command, ...(keepData ? allButData(stage) : allStacks[command]), ...contextOf(stage), ...passedOn],
    passedOn,
  };
}

/** The arguments that select a stage's context and the folder for its templates. */
export const contextOf = (stage: DeployableStageName): readonly string[] => [
  '--context',
  `env=${stage}`,
  '--output',
  `cdk.out/${stage}`,
];

const allButData = (stage: DeployableStageName): readonly string[] => {
  const [, service = '', panel = ''] = stackIds(stage);
  return [service, ...(stages[stage].panel.enabled ? [panel] : []), '--exclusively'];
};

/** `cdk diff` compares all stacks unless some are named, and has no `--all`. */
const allStacks: Readonly<Record<StageCommand, readonly string[]>> = {
  deploy: ['--all'],
  diff: [],
  destroy: ['--all'],
};

const protectedStage = (stage: DeployableStageName): string =>
  `The stage ${stage} is protected (data.kind in lib/config.ts): its tables and accounts must not be deleted, so nothing was done.`;

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
