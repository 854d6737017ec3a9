/** The names of a stage, and of its stacks. */
import { DEFAULT_PREFIX } from '../contract/stages.ts';
import type { StageConfig } from './stage-config.ts';

/** What names a stage. */
export type StageNames = Pick<StageConfig, 'name' | 'prefix'>;

/** The parts of a stage, each a stack, in the order of their deployment. */
export const stackParts = ['data', 'service', 'panel'] as const;
export type StackPart = (typeof stackParts)[number];

/** The names of a stage's stacks begin with it, and those of resources that need one. */
export const fullName = ({ name, prefix = DEFAULT_PREFIX }: StageNames): string => `${prefix}-${name}`;

/** The name of a stack in CloudFormation. */
export const stackName = (stage: StageNames, part: StackPart): string => `${fullName(stage)}-${part}`;

/** What metrics of a stage, and the sources of its events, are called by: two stages of an account must differ. */
export const instanceName = ({ name, prefix = DEFAULT_PREFIX }: StageNames): string =>
  prefix === DEFAULT_PREFIX ? name : `${prefix}-${name}`;

/** The names of a stage's stacks in the order in which they are deployed: each imports from the ones before. */
export const stackNames = (stage: StageNames): readonly string[] => stackParts.map((part) => stackName(stage, part));
