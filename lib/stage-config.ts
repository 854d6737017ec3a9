/**
 * The settings of a stage: their types, each with its unit, bounds, and the default of `production()`. The values of the
 * presets are in presets.ts, bounds are checked by stage-checks.ts and needed-concurrency.ts, and
 * docs/guides/settings.md is generated from this file and those that it exports.
 */
import type { ApiConfig } from './stage-api.ts';
import type { RetentionSettings } from './stage-limits.ts';
import type { ConcurrencyPlan, DeliveryConfig, StageQuotaSettings } from './stage-load.ts';
import type { PanelConfig } from './stage-panel.ts';

export type * from './stage-api.ts';
export type * from './stage-limits.ts';
export * from './stage-load.ts';
export type * from './stage-panel.ts';

/** Every setting of one stage. */
export interface StageConfig {
  /**
   * The name of the stage, such as `prod`. It is a part of the names of its stacks and metrics, and is given to
   * `sps --env`. It has 1 to 20 lower-case letters, digits and hyphens, and begins with a letter. `local` is reserved for
   * the local cloud.
   * @default the id of the construct
   */
  readonly name: string;
  /**
   * The beginning of the names of stacks and resources, such as `<prefix>-<name>-data`. It has 1 to 20 lower-case
   * letters, digits and hyphens, and begins with a letter. Don't change it later, because all stacks would be created anew.
   * @default "sps"
   */
  readonly prefix?: string;
  /**
   * The processors that functions run on. ARM is cheaper.
   * @default "arm64"
   */
  readonly architecture: 'arm64' | 'x86_64';
  /**
   * Days for which logs are stored: 7, 30, 90, 180 or 365.
   * @default 90
   */
  readonly logRetentionDays: LogRetentionDays;
  /**
   * What happens to the stage when somebody deletes its stacks.
   *
   * - `protected`: the stacks refuse to be deleted, and so do the tables and the user pool. If a stack is deleted all
   *   the same, its tables, accounts of admins, logs and queues of failed messages stay.
   * - `disposable`: everything is deleted with its stack. `reason` says why nobody will miss the data.
   * @default {"kind":"protected"}
   */
  readonly data: DataProtection;
  /**
   * The key that encrypts the two tables with secrets, `networks` and `webhooks`: the account's key `aws/dynamodb`
   * (`aws-managed`), or a key of the stage (`customer-managed`). With a key of the stage, the account controls who may
   * use it, and pays KMS about $1 a month, and for each call. All other tables are encrypted with the key that DynamoDB owns.
   * @default "aws-managed"
   */
  readonly dataKey: 'aws-managed' | 'customer-managed';
  /** How long events, deliveries and the audit trail are stored. */
  readonly retention: RetentionSettings;
  /** The HTTP API. */
  readonly api: ApiConfig;
  /** How much of the service a network may use: requests per second, unless a quota counts something else. */
  readonly quotas: StageQuotaSettings;
  /** How webhooks are delivered. */
  readonly delivery: DeliveryConfig;
  /**
   * Notices by e-mail. Without this setting, networks get notices as events only. The setting needs `panel.url` or
   * `panel.domain`, for the links in mails.
   * @default none
   */
  readonly noticeMail?: NoticeMailConfig;
  /** How the stage shares the Lambda concurrency of its account. */
  readonly concurrency: ConcurrencyPlan;
  /** Memory of functions in MB, 128 to 10,240. Their share of CPU grows with it. */
  readonly memory: MemoryConfig;
  /**
   * How new versions of functions take over in a deployment.
   *
   * - `gradual`: new versions get a part of the calls first, and an alarm rolls the deployment back. `urgent` makes a
   *   single deployment behave like `at-once`.
   * - `at-once`: each function changes when its update is done. `reason` says why that is enough.
   *
   * A change from `gradual` to `at-once` deletes the aliases in the same deployment, after everything that calls them was
   * updated. API Gateway deploys its own update a moment later, and in between a few calls may fail with 500. So make
   * this change while there are few calls.
   * @default {"kind":"gradual","pace":"Canary10Percent10Minutes"}
   */
  readonly rollout: RolloutConfig;
  /**
   * Whether the stage has alarms and whom they notify, or why it has none. An alarm that notifies nobody is of no use,
   * so there is no default. `notify` names an e-mail address, or says why `nobody` gets mails, for example because a pager
   * subscribes to the topics by itself. With `recoveries`, the address also gets a mail when an alarm is over. The
   * `dashboard` costs $3 a month.
   * @default none
   */
  readonly alarms: AlarmConfig;
  /**
   * Whether functions send traces to AWS X-Ray.
   * @default false
   */
  readonly tracing?: boolean;
  /**
   * Whether the stage has the admin panel and the documentation, and if not, why. Without it webhooks are managed through
   * the API alone.
   */
  readonly panel: PanelConfig;
}

/** Some of the periods that CloudWatch Logs has. */
export type LogRetentionDays = 7 | 30 | 90 | 180 | 365;

/** What happens to a stage when somebody deletes its stacks (`data`). */
export type DataProtection = { readonly kind: 'protected' } | { readonly kind: 'disposable'; readonly reason: string };

/** Memory of functions in MB. */
export interface MemoryConfig {
  /**
   * Megabytes of the authorizer and of the function of each route.
   * @default 1024
   */
  readonly http: number;
  /**
   * Megabytes of each reader of the events stream.
   * @default 1024
   */
  readonly stream: number;
  /**
   * Megabytes of each signer. Signing and TLS need processor time, which Lambda gives in proportion to memory.
   * @default 1024
   */
  readonly delivery: number;
  /**
   * Megabytes of the sweeper, which is a single process. With 1,769 it has a whole processor, which it needs at full load (the
   * page Scale).
   * @default 1769
   */
  readonly sweep: number;
}

/** How new versions of functions take over (`rollout`). */
export type RolloutConfig =
  | { readonly kind: 'gradual'; readonly pace: RolloutPace; readonly urgent?: boolean }
  | { readonly kind: 'at-once'; readonly reason: string };

/**
 * The share of calls that goes to new versions first, and for how long; or a share that grows
 * (https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html).
 */
export type RolloutPace = 'Canary10Percent5Minutes' | 'Canary10Percent10Minutes' | 'Linear10PercentEvery1Minute';

/**
 * Whether the stage has alarms (`alarms`). Without `notify` nobody has decided who is told, and a deployment with
 * `sps deploy` asks.
 */
export type AlarmConfig =
  | { readonly enabled: true; readonly notify?: AlarmReceivers; readonly dashboard?: boolean }
  | { readonly enabled: false; readonly optOutReason: string };

/** Whom alarms are mailed to, and whether also when they are over; or why nobody gets mails. */
export type AlarmReceivers = { readonly email: string; readonly recoveries?: boolean } | { readonly nobody: string };

/** Notices by e-mail, with Amazon SES in the stage's region and account. */
export interface NoticeMailConfig {
  /**
   * The address from which mails come, such as `notices@example.com`.
   * @default none
   */
  readonly sender: string;
  /**
   * The identity that SES has verified for the sender: its address, or its domain. The stage does not create the
   * identity.
   * @default none
   */
  readonly identity: string;
  /**
   * The default configuration set of the identity. Name it if there is one, because sending with it needs a right of its
   * own.
   * @default none
   */
  readonly configurationSet?: string;
}
