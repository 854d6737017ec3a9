/**
 * Everything that differs between stages, and nothing else: one typed object for each stage.
 *
 * `local` is what `npm start` hosts: the same stacks with other settings. It can't be deployed.
 */
import type { StageDeliverySettings } from '../contract/delivery-settings.ts';
import type { RequestQuota, StageQuotas } from '../contract/quotas.ts';
import { publicHttpsOnly } from '../contract/target-policy.ts';

export const stageNames = ['local', 'dev', 'staging', 'prod'] as const;
export type StageName = (typeof stageNames)[number];

/** The stages that `npm run deploy` takes. */
export const deployableStageNames = ['dev', 'staging', 'prod'] as const satisfies readonly StageName[];
export type DeployableStageName = (typeof deployableStageNames)[number];

/** Every setting of one stage. */
export interface StageConfig {
  readonly name: StageName;
  /** What the functions run on. ARM is cheaper. `local` uses that of the host, so that `sam local` needs no emulation. */
  readonly architecture: 'arm64' | 'x86_64';
  readonly logRetentionDays: LogRetentionDays;
  readonly data: DataProtection;
  readonly api: ApiConfig;
  /** Of each network (docs/spec/requests.md#quotas). */
  readonly quotas: StageQuotas;
  readonly delivery: DeliveryConfig;
  readonly concurrency: ConcurrencyPlan;
  readonly memory: MemoryConfig;
  readonly alarms: AlarmConfig;
  readonly panel: PanelConfig;
}

/** Some of the periods that CloudWatch Logs has. */
export type LogRetentionDays = 7 | 30 | 90 | 180 | 365;

/**
 * What happens to the tables and the accounts of admins when their stack is deleted.
 *
 * - `protected`: they are kept, can't be deleted by mistake, and their stack refuses to be deleted.
 * - `disposable`: they are deleted with the stack. `reason` says why nobody will miss them.
 */
type DataProtection = { readonly kind: 'protected' } | { readonly kind: 'disposable'; readonly reason: string };

/** Settings of the HTTP API. */
export interface ApiConfig {
  /** Seconds for which API Gateway caches the authorizer's results; at most 60 (docs/spec/access.md#authorizer). */
  readonly authorizerCacheSeconds: number;
  /** Origins that may call from a browser, such as `https://app.example.com`; `*` is any. Tokens travel in a header, never in a cookie. */
  readonly corsOrigins: readonly [string, ...string[]];
  /**
   * Of each route by itself, not of all routes together
   * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html).
   */
  readonly throttle: Throttle;
  /** The longest lifetime of an access token, in days from now (docs/spec/access.md#token-expiry). */
  readonly maxTokenDays: number;
  /** AWS WAF in front of the API; without it there is none. */
  readonly firewall?: FirewallConfig;
}

/** CloudFront and AWS WAF in front of the API, in us-east-1 only (docs/spec/access.md#aws-waf). */
export interface FirewallConfig {
  /**
   * The most requests of one IP address in five minutes, from 10 up; 100,000 by default. A customer's own back end, and all
   * users of one mobile network, may have one address.
   */
  readonly requestsPerFiveMinutesAndAddress?: number;
  /** Whether API Gateway itself may still be called: `allowed` until all callers use the new base URL. */
  readonly directCalls: 'allowed' | 'refused';
}

/** API Gateway's token bucket: requests a second, and how many may come at once. */
export interface Throttle {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

/** How webhooks are delivered. */
interface DeliveryConfig {
  /** Where webhooks may point, and when attempts are repeated. */
  readonly settings: StageDeliverySettings;
  /**
   * The most concurrent batches of ten messages of each lane (docs/spec/delivery.md#isolation). A batch of the fast lane
   * takes tens of milliseconds; one of the slow lane takes the attempt's whole time-out if a receiver is dead. Both are
   * part of the account's Lambda concurrency, and must leave enough of it for the routes (lib/needed-concurrency.ts).
   */
  readonly concurrency: LaneConcurrency;
}

/** Concurrent batches by lane; Lambda allows 2 to 1,000. */
interface LaneConcurrency {
  readonly firstAttempts: number;
  readonly slowLane: number;
}

/**
 * How the stage shares the Lambda concurrency of its account. Synth refuses a stage that does not fit
 * (lib/needed-concurrency.ts), and `npm run deploy` compares it with what the account has.
 */
export interface ConcurrencyPlan {
  /** What the account has in the region. */
  readonly account: number;
  /** Calls that only these functions can use, and that they can't exceed. An account with a reduced limit has none to reserve. */
  readonly reserved?: ReservedConcurrency;
  /** Calls of all other routes at one time: requests per second times seconds per request, with a margin. */
  readonly routes: number;
  /** Shards of the events stream with new records at one time. Only posts that come at the same time are in several shards. */
  readonly streamShards: number;
  /**
   * Batches of one shard that each stream reader handles at one time, 1 to 10; the order of events does not matter
   * (https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html). Above the plan the readers are
   * late and lose nothing: Lambda retries a throttled batch until its maximum age
   * (https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html).
   */
  readonly batchesPerShard: number;
}

/** Reserved calls of the authorizer, and of each route by the quota that its requests count against. */
export type ReservedConcurrency = Readonly<Record<'authorizer' | Exclude<RequestQuota, 'administration'>, number>>;

/** Memory of functions in MB. Their share of CPU grows with it. */
interface MemoryConfig {
  /** The authorizer and every route. */
  readonly http: number;
  /** Readers of the events stream. */
  readonly stream: number;
  /** The signers. Signing and TLS need CPU. */
  readonly delivery: number;
  /** The sweeper: one process, which needs a whole processor before its stage grows out of it (docs/scale.md). */
  readonly sweep: number;
}

/** Whether the stage has alarms, and if not, why. */
type AlarmConfig =
  | { readonly enabled: true; readonly email?: string }
  | { readonly enabled: false; readonly optOutReason: string };

/** Whether the stage has the admin panel, and if not, why. Without it webhooks are managed through the API alone. */
export type PanelConfig =
  | { readonly enabled: true; readonly signIn: SignInConfig; readonly domain?: PanelDomain }
  | { readonly enabled: false; readonly optOutReason: string };

/**
 * How admins sign in. Links that an operator creates (`ctl admin-link`) always work.
 *
 * - `accounts`: they also sign in, with accounts in a user pool of Amazon Cognito.
 * - `links`: there are no accounts, and no user pool. `reason` says why.
 */
type SignInConfig =
  | { readonly kind: 'accounts'; readonly secondFactor: 'required' | 'optional' }
  | { readonly kind: 'links'; readonly reason: string };

/** A domain name for the panel, in place of one under cloudfront.net. Its DNS record is created by hand. */
export interface PanelDomain {
  readonly name: string;
  /** A certificate for the name in us-east-1, the one region whose certificates CloudFront uses. */
  readonly certificateArn: string;
}

const MIB = 1024 * 1024;

const local: StageConfig = {
  name: 'local',
  architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64',
  logRetentionDays: 7,
  data: { kind: 'disposable', reason: 'the tables are files of one checkout' },
  api: {
    authorizerCacheSeconds: 5,
    corsOrigins: ['*'],
    maxTokenDays: 30,
    throttle: { requestsPerSecond: 10_000, burst: 5_000 },
  },
  quotas: {
    network: {
      reads: 1_000,
      writes: 1_000,
      ingest: 200,
      administration: 200,
      events: 2_000,
      ingestBytes: 2 * MIB,
      testEvents: 60,
    },
    highest: {
      reads: 10_000,
      writes: 10_000,
      ingest: 10_000,
      administration: 10_000,
      events: 50_000,
      ingestBytes: 50 * MIB,
      testEvents: 600,
    },
  },
  delivery: {
    settings: { allowHttp: true, allowedRanges: ['loopback'] },
    concurrency: { firstAttempts: 4, slowLane: 8 },
  },
  concurrency: { account: 100, routes: 10, streamShards: 1, batchesPerShard: 1 },
  memory: { http: 512, stream: 512, delivery: 512, sweep: 512 },
  alarms: { enabled: false, optOutReason: 'nobody is on call for a laptop' },
  panel: { enabled: true, signIn: { kind: 'accounts', secondFactor: 'optional' } },
};

/** Its functions need 10 calls at one time, which a new account often has (lib/needed-concurrency.ts). */
const dev: StageConfig = {
  name: 'dev',
  architecture: 'arm64',
  logRetentionDays: 7,
  data: { kind: 'disposable', reason: 'developers create and delete this stage at will' },
  api: {
    authorizerCacheSeconds: 10,
    corsOrigins: ['*'],
    maxTokenDays: 30,
    throttle: { requestsPerSecond: 100, burst: 200 },
  },
  quotas: {
    network: {
      reads: 100,
      writes: 50,
      ingest: 20,
      administration: 50,
      events: 200,
      ingestBytes: 1 * MIB,
      testEvents: 60,
    },
    highest: {
      reads: 100,
      writes: 100,
      ingest: 100,
      administration: 100,
      events: 2_000,
      ingestBytes: 10 * MIB,
      testEvents: 600,
    },
  },
  delivery: { settings: publicHttpsOnly, concurrency: { firstAttempts: 2, slowLane: 2 } },
  concurrency: { account: 10, routes: 3, streamShards: 1, batchesPerShard: 1 },
  memory: { http: 512, stream: 512, delivery: 512, sweep: 512 },
  alarms: {
    enabled: false,
    optOutReason: 'a stage that is broken on purpose would only teach people to ignore alarms',
  },
  panel: { enabled: true, signIn: { kind: 'accounts', secondFactor: 'optional' } },
};

const staging: StageConfig = {
  name: 'staging',
  architecture: 'arm64',
  logRetentionDays: 30,
  data: { kind: 'protected' },
  api: {
    authorizerCacheSeconds: 60,
    corsOrigins: ['*'],
    maxTokenDays: 30,
    throttle: { requestsPerSecond: 500, burst: 1_000 },
  },
  quotas: {
    network: {
      reads: 500,
      writes: 200,
      ingest: 50,
      administration: 100,
      events: 1_000,
      ingestBytes: 2 * MIB,
      testEvents: 60,
    },
    highest: {
      reads: 500,
      writes: 500,
      ingest: 500,
      administration: 500,
      events: 10_000,
      ingestBytes: 50 * MIB,
      testEvents: 600,
    },
  },
  delivery: { settings: publicHttpsOnly, concurrency: { firstAttempts: 20, slowLane: 20 } },
  concurrency: {
    account: 1_000,
    reserved: { authorizer: 10, reads: 10, writes: 10, ingest: 10 },
    routes: 10,
    streamShards: 4,
    batchesPerShard: 2,
  },
  memory: { http: 512, stream: 512, delivery: 512, sweep: 512 },
  alarms: { enabled: true },
  panel: { enabled: true, signIn: { kind: 'accounts', secondFactor: 'required' } },
};

const prod: StageConfig = {
  name: 'prod',
  architecture: 'arm64',
  logRetentionDays: 90,
  data: { kind: 'protected' },
  api: {
    authorizerCacheSeconds: 60,
    corsOrigins: ['*'],
    maxTokenDays: 30,
    throttle: { requestsPerSecond: 5_000, burst: 5_000 },
  },
  quotas: {
    network: {
      reads: 1_000,
      writes: 500,
      ingest: 100,
      administration: 100,
      events: 2_000,
      ingestBytes: 4 * MIB,
      testEvents: 60,
    },
    highest: {
      reads: 5_000,
      writes: 5_000,
      ingest: 5_000,
      administration: 5_000,
      events: 50_000,
      ingestBytes: 200 * MIB,
      testEvents: 600,
    },
  },
  delivery: { settings: publicHttpsOnly, concurrency: { firstAttempts: 200, slowLane: 200 } },
  concurrency: {
    account: 1_000,
    reserved: { authorizer: 60, reads: 60, writes: 40, ingest: 60 },
    routes: 40,
    streamShards: 16,
    batchesPerShard: 4,
  },
  memory: { http: 1_024, stream: 1_024, delivery: 1_024, sweep: 1_769 },
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
