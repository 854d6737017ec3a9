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
   * The name of the stage, such as `prod`. The names of the stage's stacks and metrics contain the stage's name. To
   * select the stage in a command, use the option `--env`, for example `sps network list --env prod`. A name consists
   * of 1 to 20 lower-case letters, digits and hyphens, and begins with a letter. The name `local` is reserved for the
   * local cloud.
   * @default the id of the construct
   */
  readonly name: string;
  /**
   * The names of stacks and resources begin with this prefix. For example, the prefix of `sps-prod-data` is `sps`. The
   * prefix consists of 1 to 20 lower-case letters, digits and hyphens, and begins with a letter. It does not contain
   * `aws`, `amazon` or `cognito`, because Cognito refuses these words. Don't change the prefix of a deployed stage. If
   * you change the prefix, the next deployment creates new, empty stacks.
   * @default "sps"
   */
  readonly prefix?: string;
  /**
   * The processor architecture of the Lambda functions. A function costs less with `arm64` than with `x86_64`.
   * @default "arm64"
   */
  readonly architecture: 'arm64' | 'x86_64';
  /**
   * The number of days for which logs are stored. The value is 7, 30, 90, 180 or 365.
   * @default 90
   */
  readonly logRetentionDays: LogRetentionDays;
  /**
   * What happens to the stage when somebody deletes its stacks.
   *
   * - `protected`: AWS refuses to delete the stacks, the tables and the user pool. If somebody removes this protection
   *   and deletes a stack, AWS still keeps the tables, the admin accounts, the logs and the queues of failed messages
   *   of the stack.
   * - `disposable`: if somebody deletes a stack, everything in the stack is deleted, too. DynamoDB keeps a system backup
   *   of each deleted table for 35 days. In the member `reason`, explain why the data of this stage is not needed.
   * @default {"kind":"protected"}
   */
  readonly data: DataProtection;
  /**
   * The key that encrypts the two tables that contain secrets: `networks` and `webhooks`. `aws-managed` selects the
   * account's key `aws/dynamodb`. `customer-managed` creates a separate KMS key for the stage, and you control who may
   * use the key. KMS charges about $1 a month for this separate key, and a fee for each request to KMS. DynamoDB
   * encrypts all other tables with a key that DynamoDB owns.
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
   * The sender of the mails that contain notices. If you leave out `noticeMail`, the stage sends notices only as events
   * to webhooks. If you set `noticeMail`, also set `panel.url` or `panel.domain`, because the mails contain
   * links to the panel.
   * @default none
   */
  readonly noticeMail?: NoticeMailConfig;
  /** How the stage shares the Lambda concurrency of its account. */
  readonly concurrency: ConcurrencyPlan;
  /** Memory of functions in MB, 128 to 10,240. Lambda gives CPU time in proportion to memory. */
  readonly memory: MemoryConfig;
  /**
   * How a deployment moves calls from the old version of a function to the new version.
   *
   * - `gradual`: the authorizer, the signers, the readers of the events stream, and the functions of the routes that count
   *   against the quotas `reads`, `writes` and `ingest` are replaced gradually. For some minutes, a new version of such a
   *   function gets only a part of the calls, and the old version gets the other calls. If an alarm goes off during these
   *   minutes, the deployment is rolled back. All other functions are replaced at once. To skip these minutes in one
   *   deployment, deploy with `-c urgent=true`.
   * - `at-once`: a new version gets all calls as soon as CloudFormation has updated the function. In the member
   *   `reason`, explain why the stage needs no gradual deployment.
   *
   * If you change `gradual` to `at-once`, the next deployment first makes all callers call the functions directly
   * instead of through aliases, and then deletes the aliases. For a moment after the deletion, API Gateway may still
   * call a deleted alias, and a few requests may fail with the status 500. So make this change at a time with few
   * requests.
   * @default {"kind":"gradual","pace":"Canary10Percent10Minutes"}
   */
  readonly rollout: RolloutConfig;
  /**
   * Whether the stage has alarms. `production()` defines no default for this setting, because only you know whom
   * the alarms should notify. To get mails, set `notify.email` to your address. If `notify.recoveries` is `true`, this address
   * also gets a mail when an alarm ends. If you don't want mails, for example because your pager subscribes to the SNS
   * topics, explain the reason in `notify.nobody`. If `dashboard` is `true`, the stage also has a CloudWatch dashboard,
   * which costs $3 a month. To turn off the alarms, set `enabled` to `false`, and explain the reason in `optOutReason`.
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
   * The memory of the authorizer and of each route's function, in megabytes.
   * @default 1024
   */
  readonly http: number;
  /**
   * The memory of each reader of the events stream, in megabytes.
   * @default 1024
   */
  readonly stream: number;
  /**
   * The memory of each signer, in megabytes. A signer is a function that signs deliveries and sends them to receivers.
   * Signing and TLS need CPU time, and Lambda gives CPU time in proportion to memory.
   * @default 1024
   */
  readonly delivery: number;
  /**
   * The memory of the sweeper, in megabytes. The sweeper is a function that queues the deliveries whose next attempt is
   * due. A single process of this function queues all due deliveries of the stage. At full load, this process needs a
   * whole CPU, which Lambda gives to a function of 1,769 MB (see the page "Scale").
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
   * The SES identity of the sender. The identity is the sender's address or the domain of this address. Verify the
   * identity in SES yourself, because the stage does not create it.
   * @default none
   */
  readonly identity: string;
  /**
   * The name of the SES identity's default configuration set, if the identity has one. The stage then gets permission
   * to use this configuration set.
   * @default none
   */
  readonly configurationSet?: string;
}
