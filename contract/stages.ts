/** The stages of the service; their settings are in lib/config.ts. */

/** `local` is what `npm start` hosts: it can't be deployed. */
export const stageNames = ['local', 'dev', 'staging', 'prod'] as const;
export type StageName = (typeof stageNames)[number];

/** The stages that `npm run deploy` takes. */
export const deployableStageNames = ['dev', 'staging', 'prod'] as const satisfies readonly StageName[];

/** How the names of stacks begin, unless a stage sets another prefix. */
export const DEFAULT_PREFIX = 'sps';
