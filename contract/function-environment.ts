/** The environment variables that functions read: set by the CDK app, read through `lambdas/shared/env.ts`. */
export const functionEnvironment = {
  /** Tables, by name. */
  ACTIVITIES_TABLE: 'ACTIVITIES_TABLE',
  ADMIN_LINKS_TABLE: 'ADMIN_LINKS_TABLE',
  AUDIT_TABLE: 'AUDIT_TABLE',
  BLOCKS_TABLE: 'BLOCKS_TABLE',
  EVENTS_TABLE: 'EVENTS_TABLE',
  DELIVERIES_TABLE: 'DELIVERIES_TABLE',
  NETWORKS_TABLE: 'NETWORKS_TABLE',
  QUOTAS_TABLE: 'QUOTAS_TABLE',
  WEBHOOKS_TABLE: 'WEBHOOKS_TABLE',
  /** Queues, by URL. */
  FIRST_ATTEMPTS_QUEUE_URL: 'FIRST_ATTEMPTS_QUEUE_URL',
  SLOW_LANE_QUEUE_URL: 'SLOW_LANE_QUEUE_URL',
  SLOW_LANE_DEAD_LETTER_QUEUE_URL: 'SLOW_LANE_DEAD_LETTER_QUEUE_URL',
  ON_FAILURE_QUEUE_URL: 'ON_FAILURE_QUEUE_URL',
  NOTICES_QUEUE_URL: 'NOTICES_QUEUE_URL',
  /** `fast` or `slow`: which queue a signer reads. */
  DELIVERY_LANE: 'DELIVERY_LANE',
  /** The namespace of the function's metrics; not set where the stage has none. */
  METRICS_NAMESPACE: 'METRICS_NAMESPACE',
  /** Of which metrics CloudWatch makes time series: `all`, or those that `alarms` read. */
  METRICS_SCOPE: 'METRICS_SCOPE',
  /** Where the webhooks of the stage may point, as JSON. */
  TARGET_POLICY: 'TARGET_POLICY',
  /** The addresses from which the stage sends webhooks, with commas; not set where it has none of its own. */
  SOURCE_ADDRESSES: 'SOURCE_ADDRESSES',
  /** The stage's delivery settings as JSON. */
  DELIVERY_SETTINGS: 'DELIVERY_SETTINGS',
  /** How long the stage stores events, deliveries and the audit trail, as JSON. */
  RETENTION: 'RETENTION',
  /** The stage's quotas of a network as JSON. */
  QUOTAS: 'QUOTAS',
  /** The issuer of the tokens of admins with accounts; not set where there are none. */
  ADMIN_ISSUER: 'ADMIN_ISSUER',
  /** What CloudFront adds to each request; not set where the API may be called directly. */
  ORIGIN_SECRET: 'ORIGIN_SECRET',
  /** The longest lifetime of an access token from now, in days. */
  MAX_TOKEN_DAYS: 'MAX_TOKEN_DAYS',
  /** The address from which notices are sent; not set where none are. */
  NOTICE_SENDER: 'NOTICE_SENDER',
  /** The URL of the admin panel, for links; not set where the stage does not know it. */
  PANEL_URL: 'PANEL_URL',
  /** Read by the AWS SDK itself; empty means AWS. */
  AWS_ENDPOINT_URL_SESV2: 'AWS_ENDPOINT_URL_SESV2',
  /** In place of AWS's endpoint of EventBridge; empty means AWS. */
  AWS_ENDPOINT_URL_EVENTBRIDGE: 'AWS_ENDPOINT_URL_EVENTBRIDGE',
} as const;

export type FunctionEnvironmentVariable = keyof typeof functionEnvironment;

/** Read by the AWS SDK; empty means AWS. On every function, so that `sam local --env-vars` can set them. */
export const endpointVariables = ['AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ENDPOINT_URL_SQS'] as const;

/** The header by which the authorizer recognizes requests that came through AWS WAF (docs/spec/access.md#aws-waf). */
export const ORIGIN_HEADER = 'x-origin-secret';
