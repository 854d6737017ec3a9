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
   * The name of the stage, such as `prod`. The names of its stacks and metrics contain this name, and `sps --env`
   * selects the stage by it. The name has 1 to 20 lower-case letters, digits and hyphens, and begins with a letter.
   * `local` is reserved for the local cloud.
   * @default the id of the construct
   */
  readonly name: string;
  /**
   * The beginning of the names of stacks and resources, such as `<prefix>-<name>-data`. The prefix has 1 to 20
   * lower-case letters, digits and hyphens, and begins with a letter. Don't change the prefix later, because all stacks
   * would be created anew.
   * @default "sps"
   */
  readonly prefix?: string;
  /**
   * The type of the processors on which functions run. ARM is cheaper.
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
   * - `protected`: the stacks, the tables and the user pool are protected against deletion. If somebody removes the
   *   protection and deletes a stack, the stack's tables, accounts of admins, logs and queues of failed messages stay.
   * - `disposable`: everything in a stack is deleted with the stack. `reason` says why nobody will miss the data.
   * @default {"kind":"protected"}
   */
  readonly data: DataProtection;
  /**
   * The key that encrypts the two tables that contain secrets: `networks` and `webhooks`. With `aws-managed`, it is the
   * key `aws/dynamodb` of the account. With `customer-managed`, the stage has a key of its own, and the account
   * controls who may use this key. KMS charges about $1 a month for the key of the stage, and a price for each call.
   * All other tables are encrypted with the key that DynamoDB owns.
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
   * The sender of notices by e-mail. If this setting is left out, networks get notices only as events. The setting
   * needs `panel.url` or `panel.domain`, because the mails contain links into the panel.
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
   * - `gradual`: at first, new versions get only a part of the calls. If an alarm goes off in this time, the deployment
   *   is rolled back. `urgent` makes a single deployment behave like `at-once`.
   * - `at-once`: a new version gets all calls when the update of its function is done. `reason` says why this is
   *   enough.
   *
   * A change from `gradual` to `at-once` deletes the aliases of the functions in the same deployment, after all callers
   * of these aliases were updated. The update of API Gateway takes effect a moment later. Until then, a few calls
   * can fail with 500, so make this change while there are few calls.
   * @default {"kind":"gradual","pace":"Canary10Percent10Minutes"}
   */
  readonly rollout: RolloutConfig;
  /**
   * Whether the stage has alarms and whom they notify, or why it has no alarms. There is no default, because an alarm
   * that notifies nobody is of no use. `notify` has the `email` address to which alarms are sent. If no mails are
   * wanted, for example because a pager has its own subscription to the topics, `nobody` gives the reason. If
   * `recoveries` is true, the address also gets a mail when an alarm is over. The `dashboard` costs $3 a month.
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
   * The memory of the authorizer and of the function of each route, in megabytes.
   * @default 1024
   */
  readonly http: number;
  /**
   * The memory of each reader of the events stream, in megabytes.
   * @default 1024
   */
  readonly stream: number;
  /**
   * The memory of each signer, in megabytes. A signer signs deliveries and sends them. Signing and TLS need processor
   * time, which Lambda gives in proportion to memory.
   * @default 1024
   */
  readonly delivery: number;
  /**
   * The memory of the sweeper, in megabytes. The sweeper is a single process that queues the deliveries whose next
   * attempt is due. With 1,769 MB, it has a whole processor, which it needs at full load (see the page Scale).
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
   * The address from which the stage sends mails, such as `notices@example.com`.
   * @default none
   */
  readonly sender: string;
  /**
   * The identity that SES has verified for the sender: the sender's address or its domain. The stage does not create
   * the identity.
   * @default none
   */
  readonly identity: string;
  /**
   * The default configuration set of the identity. If the identity has such a set, name it here, because the stage
   * needs a separate permission to send with it.
   * @default none
   */
  readonly configurationSet?: string;
}
