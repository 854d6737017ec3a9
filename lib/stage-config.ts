/** The settings of a stage: their types, units and bounds. Their values are in config.ts. */
import type { StageDeliverySettings } from '../contract/delivery-settings.ts';
import type { RequestQuota, StageQuotas } from '../contract/quotas.ts';
import type { StageName } from '../contract/stages.ts';
import type { Retention } from '../contract/tables.ts';
import type { TargetPolicy } from '../contract/target-policy.ts';

export * from '../contract/stages.ts';

/** Every setting of one stage. */
export interface StageConfig {
  readonly name: StageName;
  /** What functions run on. ARM is cheaper. `local` uses the host's, so that `sam local` needs no emulation. */
  readonly architecture: 'arm64' | 'x86_64';
  readonly logRetentionDays: LogRetentionDays;
  readonly data: DataProtection;
  /**
   * The key that encrypts the tables with secrets, networks and webhooks: the account's own `aws/dynamodb`, or one of
   * the stage, whose policy and use the account controls (docs/adr/0021-secrets-and-signatures.md). All other tables
   * have the key that DynamoDB owns, whatever this says.
   */
  readonly dataKey: 'aws-managed' | 'customer-managed';
  /** How long events, deliveries and the audit trail are stored; bounded by lib/stage-checks.ts. */
  readonly retention: Retention;
  readonly api: ApiConfig;
  /** Of each network (docs/spec/requests.md#quotas). */
  readonly quotas: StageQuotas;
  readonly delivery: DeliveryConfig;
  /** Notices by e-mail; without it, networks are told by events only (docs/spec/notices.md). */
  readonly noticeMail?: NoticeMailConfig;
  readonly concurrency: ConcurrencyPlan;
  readonly memory: MemoryConfig;
  readonly rollout: RolloutConfig;
  readonly alarms: AlarmConfig;
  /** Whether functions send traces to AWS X-Ray (docs/design.md#metrics-and-traces); off by default. */
  readonly tracing?: boolean;
  readonly panel: PanelConfig;
}

/** Some of the periods that CloudWatch Logs has. */
export type LogRetentionDays = 7 | 30 | 90 | 180 | 365;

/**
 * What happens to the stage when somebody deletes its stacks.
 *
 * - `protected`: all of them refuse. Tables and accounts of admins can't be deleted by mistake either, and these, logs
 *   and queues of failed messages stay when their stack goes all the same.
 * - `disposable`: everything is deleted with its stack. `reason` says why nobody will miss it.
 */
type DataProtection = { readonly kind: 'protected' } | { readonly kind: 'disposable'; readonly reason: string };

/** Settings of the HTTP API. */
export interface ApiConfig {
  /** Seconds for which API Gateway caches the authorizer's results; at most 60 (docs/spec/access.md#authorizer). */
  readonly authorizerCacheSeconds: number;
  /**
   * Origins that may call from a browser, besides the panel's, as `https://app.example.com`; `*`: any. Tokens are never
   * in cookies.
   */
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
  /** The host of the base URL; without it, a name of AWS's that is gone with the stack. */
  readonly domain?: ApiDomain;
}

/** A domain name for the API. Its DNS record is created by hand, and points to the output `ApiHostName`. */
export interface ApiDomain {
  readonly name: string;
  /** A certificate for the name in the region of the stage, which is us-east-1 where it has a firewall. */
  readonly certificateArn: string;
}

/** CloudFront and AWS WAF in front of the API, in us-east-1 only (docs/spec/access.md#aws-waf). */
export interface FirewallConfig {
  /**
   * The most requests of one IP address in five minutes, from 10 up; 100,000 by default. A customer's own back end, and
   * all users of one mobile network, may have one address.
   */
  readonly requestsPerFiveMinutesAndAddress?: number;
  /**
   * Whether API Gateway itself may still be called: `allowed` until all callers use the new base URL, and again, until
   * none does, before the firewall is removed: its URL ends with it, and the panel moves first. With `api.domain` the URL
   * stays, and moves with its DNS record.
   */
  readonly directCalls: 'allowed' | 'refused';
}

/** API Gateway's token bucket: requests a second, and how many may come at once. */
export interface Throttle {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

/** How webhooks are delivered. */
interface DeliveryConfig {
  /** Where webhooks may point. */
  readonly targets: Omit<TargetPolicy, 'eventBuses'>;
  /** Whether webhooks may have buses of other accounts: functions may then put events on any of these. */
  readonly eventBuses?: boolean;
  /** When attempts are repeated, receivers probed and networks told; else as contract/delivery-settings.ts says. */
  readonly settings?: StageDeliverySettings;
  /**
   * The most concurrent batches of ten messages of each lane (docs/spec/delivery.md#isolation). A batch of the fast
   * lane takes tens of milliseconds; one of the slow lane takes the attempt's whole time-out if a receiver is dead.
   * Both are part of the account's Lambda concurrency, and must leave enough of it for the routes
   * (lib/needed-concurrency.ts).
   */
  readonly concurrency: LaneConcurrency;
}

/** Notices by e-mail, with Amazon SES in the stage's region and account. */
export interface NoticeMailConfig {
  /** The address from which mails come, such as `notices@example.com`. */
  readonly sender: string;
  /** The identity that SES has verified for it: the address itself, or its domain. The stage does not create it. */
  readonly identity: string;
  /** The identity's default configuration set, if it has one: sending by it needs a right of its own. */
  readonly configurationSet?: string;
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
interface ConcurrencyPlan {
  /** What the account has in the region. */
  readonly account: number;
  /** Calls reserved for these functions, and their limit. An account with a reduced limit has none to reserve. */
  readonly reserved?: ReservedConcurrency;
  /** Calls of all other routes at one time: requests per second times seconds per request, with a margin. */
  readonly routes: number;
  /** Shards of the events stream with new records at one time. Only simultaneous posts are in several shards. */
  readonly streamShards: number;
  /**
   * Batches of one shard that each stream reader handles at one time, 1 to 10; the order of events does not matter
   * (https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html). Above the plan the
   * readers are late and lose nothing: Lambda retries a throttled batch until its maximum age
   * (https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html).
   */
  readonly batchesPerShard: number;
}

/** Reserved calls of the authorizer, and of each route by the quota that its requests count against. */
type ReservedConcurrency = Readonly<Record<'authorizer' | (typeof reservedQuotas)[number], number>>;

/** The quotas of routes that users and servers call all the time. */
export const reservedQuotas = ['reads', 'writes', 'ingest'] as const satisfies readonly RequestQuota[];

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

/**
 * How new versions of functions take over in a deployment.
 *
 * - `gradual`: they get a part of the calls first, and alarms roll the deployment back
 *   (lib/constructs/gradual-rollout.ts).
 *   `urgent` makes this one deployment like `at-once` (lib/overrides.ts).
 * - `at-once`: each function changes when its update is done. `reason` says why that is enough.
 *
 * From `gradual` to `at-once`, the aliases are deleted in the same deployment, after everything that calls them was
 * updated. API Gateway deploys its own update a moment later, so a few calls may fail with 500: do it while few call.
 */
export type RolloutConfig =
  | { readonly kind: 'gradual'; readonly pace: RolloutPace; readonly urgent?: boolean }
  | { readonly kind: 'at-once'; readonly reason: string };

/**
 * The share of calls that goes to new versions first, and for how long; or a share that grows
 * (https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html).
 */
type RolloutPace = 'Canary10Percent5Minutes' | 'Canary10Percent10Minutes' | 'Linear10PercentEvery1Minute';

/**
 * Whether the stage has alarms, and if not, why. Without `notify` nobody has decided who is told, and `npm run deploy`
 * asks. The dashboard costs $3 a month (docs/cost.md#a-month-without-calls), so it is off by default.
 */
type AlarmConfig =
  | { readonly enabled: true; readonly notify?: AlarmReceivers; readonly dashboard?: boolean }
  | { readonly enabled: false; readonly optOutReason: string };

/**
 * Whom alarms are mailed to, and whether also when they are over; or why nobody gets mails, such as that a pager
 * subscribes to the topics by itself.
 */
export type AlarmReceivers = { readonly email: string; readonly recoveries?: boolean } | { readonly nobody: string };

/** Whether the stage has the admin panel, and if not, why. Without it webhooks are managed through the API alone. */
export type PanelConfig = EnabledPanel | { readonly enabled: false; readonly optOutReason: string };

export interface EnabledPanel {
  readonly enabled: true;
  readonly signIn: SignInConfig;
  readonly domain?: PanelDomain;
  /**
   * Its URL, for links in mails and of `POST /admin-links`: the output `PanelUrl` of its stack, which is deployed after
   * the functions that make links. Not needed with a domain.
   */
  readonly url?: string;
  /**
   * Origins such as `https://console.example.com`, whose pages may show the panel in a frame and give it tokens; none
   * by default. Bounded by lib/stage-checks.ts.
   */
  readonly embedOrigins?: readonly string[];
}

/**
 * How admins sign in. Links that an operator creates (`ctl admin-link`) always work.
 *
 * - `accounts`: they also sign in, with accounts in a user pool of Amazon Cognito. CloudFormation can't make a second
 *   factor `required` in a pool that exists (https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1176):
 *   have `aws cognito-idp set-user-pool-mfa-config` do it before the deployment.
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
