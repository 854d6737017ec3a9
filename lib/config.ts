/**
 * The stages that this repository deploys, as an example of the public API: presets, and what differs from them
 * (docs/guides/settings.md).
 *
 * `local` is what `npm start` hosts: the same stacks with other settings. It can't be deployed.
 */
import { MIB } from '../contract/sizes.ts';
import { development, local, production } from './presets.ts';
import type { StageConfig } from './stage-config.ts';

export * from './stage-config.ts';

export const stageNames = ['local', 'dev', 'staging', 'prod'] as const;
export type StageName = (typeof stageNames)[number];

/** The stages that `npm run deploy` takes. */
export const deployableStageNames = ['dev', 'staging', 'prod'] as const satisfies readonly StageName[];

/** Every stage, by name. */
export const stages = {
  local: { name: 'local', ...local() },
  dev: { name: 'dev', ...development() },
  staging: {
    name: 'staging',
    ...production({
      logRetentionDays: 30,
      api: { throttle: { requestsPerSecond: 500, burst: 1_000 } },
      quotas: {
        network: { reads: 500, writes: 200, ingest: 50, events: 1_000, deliveries: 250, ingestBytes: 2 * MIB },
        highest: { events: 10_000, deliveries: 1_250, ingestBytes: 50 * MIB },
      },
      delivery: { concurrency: { firstAttempts: 20, slowLane: 20 } },
      concurrency: {
        reserved: { authorizer: 10, reads: 10, writes: 10, ingest: 10 },
        routes: 10,
        streamShards: 4,
        batchesPerShard: 2,
      },
      memory: development().memory,
      rollout: { kind: 'gradual', pace: 'Canary10Percent5Minutes' },
      alarms: { enabled: true },
    }),
  },
  prod: { name: 'prod', ...production({ alarms: { enabled: true } }) },
} as const satisfies Record<StageName, StageConfig>;

/** The named stage. Throws an error that lists the stages if there is none of that name, or no name. */
export function stageConfig(name: unknown): StageConfig {
  const known = stageNames.find((stage) => stage === name);
  if (known !== undefined) return stages[known];
  const list = stageNames.join(', ');
  if (name === undefined) throw new Error(`No stage was named. Pass one with -c env=<stage>: ${list}.`);
  throw new Error(`There is no stage ${JSON.stringify(name)}. Pass one of these with -c env=<stage>: ${list}.`);
}
