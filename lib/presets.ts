/**
 * Presets: functions that return every setting of a stage, given those that differ. What a group leaves out, such as
 * `memory.http`, is that of the preset.
 */
import { productionQuotas } from '../contract/production-quotas.ts';
import { isRequestQuota, type QuotaName, quotaNames } from '../contract/quotas.ts';
import { MIB } from '../contract/sizes.ts';
import { longestRetention } from '../contract/tables.ts';
import { publicHttpsOnly } from '../contract/target-policy.ts';
import type {
  ApiConfig,
  ConcurrencyPlan,
  DeliveryConfig,
  LaneConcurrency,
  MemoryConfig,
  QuotaSettings,
  RetentionSettings,
  StageConfig,
  StageQuotaSettings,
  TargetSettings,
} from './stage-config.ts';

/** A stage without what names it: what presets return. */
export type StageSettings = Omit<StageConfig, 'name' | 'prefix'>;

/** What a caller of a preset sets. Groups may be given in part; everything else is taken as it is. */
export interface SettingsInput
  extends Partial<
    Omit<StageSettings, 'api' | 'retention' | 'quotas' | 'delivery' | 'concurrency' | 'memory' | 'alarms'>
  > {
  /** The HTTP API. */
  readonly api?: Partial<ApiConfig>;
  /** How long events, deliveries and the audit trail are stored. */
  readonly retention?: Partial<RetentionSettings>;
  /** How much of the service a network may use. */
  readonly quotas?: {
    readonly [Part in keyof StageQuotaSettings]?: Partial<QuotaSettings>;
  };
  /** How webhooks are delivered. */
  readonly delivery?: Partial<Omit<DeliveryConfig, 'targets' | 'concurrency'>> & {
    readonly targets?: Partial<TargetSettings>;
    readonly concurrency?: Partial<LaneConcurrency>;
  };
  /** How the stage shares the Lambda concurrency of its account. */
  readonly concurrency?: Partial<ConcurrencyPlan>;
  /** Memory of functions in MB. */
  readonly memory?: Partial<MemoryConfig>;
}

/** The same, with whom alarms tell: a stage that people rely on has no default for it. */
export interface ProductionInput extends SettingsInput, Pick<StageConfig, 'alarms'> {}

/** The same, where alarms are off unless they are wanted. */
export interface DevelopmentInput extends SettingsInput, Partial<Pick<StageConfig, 'alarms'>> {}

/** A stage that people rely on: its data is protected, and new versions get a tenth of the calls first. */
export const production = (input: ProductionInput): StageSettings => withInput(productionSettings, input);

/**
 * A stage that developers create and delete at will: with its data, without alarms, and with functions that need 10
 * calls at one time, which a new account often has.
 */
export const development = (input: DevelopmentInput = {}): StageSettings =>
  withInput({ ...developmentSettings, alarms: input.alarms ?? noAlarms }, input);

/** What `sps start` hosts, unless an app has a stage: it accepts receivers on this machine, and sends mails to itself. */
export const local = (input: DevelopmentInput = {}): StageSettings =>
  withInput({ ...localSettings, alarms: input.alarms ?? nothingEvaluates }, input);

/** Quotas of a preset; the highest of requests are as many as API Gateway lets through. */
interface PresetQuotas {
  readonly network: Omit<QuotaSettings, 'testEvents'>;
  readonly highest: Pick<QuotaSettings, 'events' | 'deliveries' | 'ingestBytes'>;
}
type Preset = Omit<StageSettings, 'quotas'> & { readonly quotas: PresetQuotas };

function withInput(preset: Preset, input: SettingsInput): StageSettings {
  const { api, retention, quotas, delivery, concurrency, memory, ...others } = input;
  const throttle = api?.throttle ?? preset.api.throttle;
  return {
    ...preset,
    ...others,
    api: { ...preset.api, ...api },
    retention: { ...preset.retention, ...retention },
    quotas: withQuotas(preset.quotas, quotas, throttle.requestsPerSecond),
    delivery: {
      ...preset.delivery,
      ...delivery,
      targets: { ...preset.delivery.targets, ...delivery?.targets },
      concurrency: { ...preset.delivery.concurrency, ...delivery?.concurrency },
    },
    concurrency: { ...preset.concurrency, ...concurrency },
    memory: { ...preset.memory, ...memory },
  };
}

/** A throttle of the API that is lower than the preset's lowers its quotas, too. */
function withQuotas(preset: PresetQuotas, given: SettingsInput['quotas'], most: number): StageQuotaSettings {
  const highest: QuotaSettings = {
    reads: most,
    writes: most,
    ingest: most,
    administration: most,
    changes: most,
    ledger: most,
    userData: most,
    ...preset.highest,
    testEvents: 600,
    ...given?.highest,
  };
  const usual: QuotaSettings = { ...preset.network, testEvents: productionQuotas.testEvents };
  const lowered = Object.fromEntries(
    quotaNames.filter((quota) => isLowered(quota, usual, highest)).map((quota) => [quota, highest[quota]]),
  );
  return { network: { ...usual, ...lowered, ...given?.network }, highest };
}

const isLowered = (quota: QuotaName, usual: QuotaSettings, highest: QuotaSettings): boolean =>
  isRequestQuota(quota) && usual[quota] > highest[quota];

/** The account's own key, and the longest periods. */
const usual = { dataKey: 'aws-managed', retention: longestRetention } as const;

/** What the API has in every stage. */
const usualApi = { corsOrigins: ['*'], maxTokenDays: 30 } as const satisfies Partial<ApiConfig>;

/** Megabytes that are enough for a stage with little load. */
const smallMemory = { http: 512, stream: 512, delivery: 512, sweep: 512 };

const productionSettings: Preset = {
  architecture: 'arm64',
  logRetentionDays: 90,
  data: { kind: 'protected' },
  ...usual,
  api: { ...usualApi, authorizerCacheSeconds: 60, throttle: { requestsPerSecond: 5_000, burst: 5_000 } },
  quotas: {
    network: productionQuotas,
    highest: { events: 50_000, deliveries: 12_500, ingestBytes: 200 * MIB },
  },
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

const noAlarms = {
  enabled: false,
  optOutReason: 'a stage that is broken on purpose would only teach people to ignore alarms',
} as const;

const developmentSettings: Preset = {
  architecture: 'arm64',
  logRetentionDays: 7,
  data: { kind: 'disposable', reason: 'developers create and delete this stage at will' },
  ...usual,
  api: { ...usualApi, authorizerCacheSeconds: 10, throttle: { requestsPerSecond: 100, burst: 200 } },
  quotas: {
    network: {
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
    highest: { events: 2_000, deliveries: 2_000, ingestBytes: 10 * MIB },
  },
  delivery: { targets: publicHttpsOnly, concurrency: { firstAttempts: 2, slowLane: 2 } },
  concurrency: { account: 10, reserved: undefined, routes: 3, streamShards: 1, batchesPerShard: 1 },
  memory: smallMemory,
  rollout: { kind: 'at-once', reason: 'developers want to see their change at once' },
  alarms: noAlarms,
  panel: { enabled: true, signIn: { kind: 'accounts', secondFactor: 'optional' } },
};

const nothingEvaluates = { enabled: false, optOutReason: 'nothing evaluates alarms on one machine' } as const;

const localSettings: Preset = {
  architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64',
  logRetentionDays: 7,
  data: { kind: 'disposable', reason: 'the tables are files of one checkout' },
  ...usual,
  api: { ...usualApi, authorizerCacheSeconds: 5, throttle: { requestsPerSecond: 10_000, burst: 5_000 } },
  quotas: {
    network: {
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
    highest: { events: 50_000, deliveries: 50_000, ingestBytes: 50 * MIB },
  },
  delivery: {
    targets: { allowHttp: true, allowedRanges: ['loopback'] },
    eventBuses: true,
    // On two cores, more turns of slow receivers at once delay what is in the fast lane.
    concurrency: { firstAttempts: 4, slowLane: 4 },
  },
  noticeMail: { sender: 'notices@sps.test', identity: 'sps.test' },
  concurrency: { account: 100, reserved: undefined, routes: 10, streamShards: 1, batchesPerShard: 1 },
  memory: smallMemory,
  rollout: { kind: 'at-once', reason: 'the local cloud has one version of each function' },
  alarms: nothingEvaluates,
  panel: {
    enabled: true,
    signIn: { kind: 'accounts', secondFactor: 'optional' },
    // The local cloud puts its own address in place of CloudFront's.
    url: 'https://panel.cloudfront.net/admin/',
  },
};
