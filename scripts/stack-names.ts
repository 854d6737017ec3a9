import type { StageName } from '../lib/config.ts';

/** The stacks of a stage in the order in which they are deployed: each imports from the ones before. */
export const stackNames = (stage: StageName): readonly string[] =>
  ['data', 'service', 'panel'].map((part) => `sps-${stage}-${part}`);
