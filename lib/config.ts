/**
 * Everything that differs between stages, and nothing else: one typed object for each stage (lib/stage-config.ts).
 *
 * `local` is what `npm start` hosts: the same stacks with other settings. It can't be deployed.
 */
import type { QuotaLimits, StageQuotas } from '../contract/quotas.ts';
import { longestRetention } from '../contract/tables.ts';
import { publicHttpsOnly } from '../contract/target-policy.ts';
import { type ApiConfig, type StageConfig, type StageName, stageNames, type Throttle } from './stage-config.ts';

export * from './stage-config.ts';

const MIB = 1024 * 1024;

/** A network's requests can be as many as API Gateway lets through. */
const quotas = (
  { requestsPerSecond: most }: Throttle,
  network: Omit<QuotaLimits, 'testEvents'>,
  highest: Pick<QuotaLimits, 'events' | 'deliveries' | 'ingestBytes'>,
): StageQuotas => ({
  network: { ...network, testEvents: 60 },
  highest: {
    reads: most,
    writes: most,
    ingest: most,
    administration: most,
    changes: most,
    ledger: most,
    userData: most,
    ...highest,
    testEvents: 600,
  },
});

/** The account's own key for tables with secrets, and the longest periods. */
const usual = { dataKey: 'aws-managed', retention: longestRetention } as const;

/** What the API has in every stage. */
const usualApi = { corsOrigins: ['*'], maxTokenDays: 30 } as const satisfies Partial<ApiConfig>;

/** Megabytes that are enough for a stage with little load. */
const smallMemory = { http: 512, stream: 512, delivery: 512, sweep: 512 };

const localThrottle: Throttle = { requestsPerSecond: 10_000, burst: 5_000 };

const local: StageConfig = {
  name: 'local',
  architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64',
  logRetentionDays: 7,
  data: { kind: 'disposable', reason: 'the tables are files of one checkout' },
  ...usual,
  api: { ...usualApi, authorizerCacheSeconds: 5, throttle: localThrottle },
  quotas: quotas(
    localThrottle,
    {
      reads: 1_000,
      writes: 1_000,
      ingest: 200,
      administration: 200,
      changes: 100,
      ledger: 100,
      userData: 100,
      events: 2_000,
      // A fifth of what the pipeline benchmark sends on a laptop of two cores.
      deliveries: 125,
      ingestBytes: 2 * MIB,
    },
    { events: 50_000, deliveries: 50_000, ingestBytes: 50 * MIB },
  ),
  delivery: {
    targets: { allowHttp: true, allowedRanges: ['loopback'] },
    eventBuses: true,
    // On two cores, more turns of slow receivers at once delay what is in the fast lane.
    concurrency: { firstAttempts: 4, slowLane: 4 },
  },
  noticeMail: { sender: 'notices@sps.test', identity: 'sps.test' },
  concurrency: { account: 100, routes: 10, streamShards: 1, batchesPerShard: 1 },
  memory: smallMemory,
  rollout: { kind: 'at-once', reason: 'the local cloud has one version of each function' },
  alarms: { enabled: false, optOutReason: 'nothing evaluates alarms on one machine' },
  panel: {
    enabled: true,
    signIn: { kind: 'accounts', secondFactor: 'optional' },
    // The local cloud puts its own address in place of CloudFront's.
    url: 'https://panel.cloudfront.net/admin/',
  },
};

const devThrottle: Throttle = { requestsPerSecond: 100, burst: 200 };

/** Its functions need 10 calls at one time, which a new account often has (lib/needed-concurrency.ts). */
const dev: StageConfig = {
  name: 'dev',
  architecture: 'arm64',
  logRetentionDays: 7,
  data: { kind: 'disposable', reason: 'developers create and delete this stage at will' },
  ...usual,
  api: { ...usualApi, authorizerCacheSeconds: 10, throttle: devThrottle },
  quotas: quotas(
    devThrottle,
    {
      reads: 100,
      writes: 50,
      ingest: 20,
      administration: 50,
      changes: 20,
      ledger: 20,
      userData: 50,
      events: 200,
      deliveries: 125,
      ingestBytes: 1 * MIB,
    },
    { events: 2_000, deliveries: 2_000, ingestBytes: 10 * MIB },
  ),
  delivery: { targets: publicHttpsOnly, concurrency: { firstAttempts: 2, slowLane: 2 } },
  concurrency: { account: 10, routes: 3, streamShards: 1, batchesPerShard: 1 },
  memory: smallMemory,
  rollout: { kind: 'at-once', reason: 'developers want to see their change at once' },
  alarms: {
    enabled: false,
    optOutReason: 'a stage that is broken on purpose would only teach people to ignore alarms',
  },
  panel: { enabled: true, signIn: { kind: 'accounts', secondFactor: 'optional' } },
};

const stagingThrottle: Throttle = { requestsPerSecond: 500, burst: 1_000 };

const staging: StageConfig = {
  name: 'staging',
  architecture: 'arm64',
  logRetentionDays: 30,
  data: { kind: 'protected' },
  ...usual,
  api: { ...usualApi, authorizerCacheSeconds: 60, throttle: stagingThrottle },
  quotas: quotas(
    stagingThrottle,
    {
      reads: 500,
      writes: 200,
      ingest: 50,
      administration: 100,
      changes: 50,
      ledger: 50,
      userData: 100,
      events: 1_000,
      deliveries: 250,
      ingestBytes: 2 * MIB,
    },
    { events: 10_000, deliveries: 1_250, ingestBytes: 50 * MIB },
  ),
  delivery: { targets: publicHttpsOnly, concurrency: { firstAttempts: 20, slowLane: 20 } },
  concurrency: {
    account: 1_000,
    reserved: { authorizer: 10, reads: 10, writes: 10, ingest: 10 },
    routes: 10,
    streamShards: 4,
    batchesPerShard: 2,
  },
  memory: smallMemory,
  rollout: { kind: 'gradual', pace: 'Canary10Percent5Minutes' },
  alarms: { enabled: true },
  panel: { enabled: true, signIn: { kind: 'accounts', secondFactor: 'required' } },
};

const prodThrottle: Throttle = { requestsPerSecond: 5_000, burst: 5_000 };

const prod: StageConfig = {
  name: 'prod',
  architecture: 'arm64',
  logRetentionDays: 90,
  data: { kind: 'protected' },
  ...usual,
  api: { ...usualApi, authorizerCacheSeconds: 60, throttle: prodThrottle },
  quotas: quotas(
    prodThrottle,
    {
      reads: 1_000,
      writes: 500,
      ingest: 100,
      administration: 100,
      changes: 50,
      ledger: 50,
      userData: 100,
      events: 2_000,
      deliveries: 2_500,
      ingestBytes: 4 * MIB,
    },
    { events: 50_000, deliveries: 12_500, ingestBytes: 200 * MIB },
  ),
  delivery: { targets: publicHttpsOnly, concurrency: { firstAttempts: 200, slowLane: 200 } },
  concurrency: {
    account: 1_000,
    reserved: { authorizer: 60, reads: 50, writes: 40, ingest: 60 },
    routes: 40,
    streamShards: 16,
    batchesPerShard: 4,
  },
  memory: { http: 1_024, stream: 1_024, delivery: 1_024, sweep: 1_769 },
  rollout: { kind: 'gradual', pace: 'Canary10Percent10Minutes' },
  alarms: { enabled: true },
  panel: { enabled: true, signIn: { kind: 'accounts', secondFactor: 'required' } },
};

/** Every stage, by name. */
export const stages = { local, dev, staging, prod } as const satisfies Record<StageName, StageConfig>;

/** The named stage. Throws an error that lists the stages if there is none of that name, or no name. */
export function stageConfig(name: unknown): StageConfig {
  const known = stageNames.find((stage) => stage === name);
  if (known !== undefined) return stages[known];
  const list = stageNames.join(', ');
  if (name === undefined) throw new Error(`No stage was named. Pass one with -c env=<stage>: ${list}.`);
  throw new Error(`There is no stage ${JSON.stringify(name)}. Pass one of these with -c env=<stage>: ${list}.`);
}
