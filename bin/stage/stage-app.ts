/** An app with stages, as the commands `deploy`, `diff` and `destroy` see it: this project, or that of an adopter. */
import { typedCommand } from '@social-platform-services/ctl/about';
import { deployableStageNames, type StageConfig, stages } from '../../lib/config.ts';
import type { StackPart } from '../../lib/stage-names.ts';

/** The commands of `cdk` that are run for one stage. */
export type StageCommand = 'deploy' | 'diff' | 'destroy';

export interface StageApp {
  /** Its stages that can be deployed. */
  readonly stages: readonly StageConfig[];
  /** What selects all stacks of a stage. `cdk diff` compares all unless some are named, and has no `--all`. */
  allStacks(command: StageCommand, stage: string): readonly string[];
  /** What `cdk` selects one stack by. */
  stackId(stage: string, part: StackPart): string;
  /** The arguments of `cdk` that name the app, for a stage. */
  cdkArguments(stage: string): readonly string[];
  /** The folder that `cdk synth` writes the stage's templates to. */
  outputOf(stage: string): string;
}

/** Returns the stage of this name, if the app has one. */
export const stageOf = ({ stages: all }: StageApp, name: string | undefined): StageConfig | undefined =>
  all.find((stage) => stage.name === name);

/** What is typed before the arguments of a command. */
export const usageOf = ({ stages: all }: StageApp, command: StageCommand): string =>
  `${typedCommand(command, '--env', `<${all.map(({ name }) => name).join('|')}>`)} ${command === 'deploy' ? '[--keep-data] ' : ''}[arguments of cdk ${command}]`;

/** This project, whose `bin/app.ts` has one stage for each context. */
export const projectApp: StageApp = {
  stages: deployableStageNames.map((name) => stages[name]),
  allStacks: (command) => (command === 'diff' ? [] : ['--all']),
  stackId: (stage, part) => `${stage}/${part}`,
  cdkArguments: (stage) => ['--context', `env=${stage}`, '--output', `cdk.out/${stage}`],
  outputOf: (stage) => `cdk.out/${stage}`,
};
