/**
 * Which resource types the local cloud hosts, and which have no local meaning.
 *
 * Both lists are explicit. A type in neither stops the start: hosting less than the template says would be a lie. For a
 * hosted type, `hosted` names the properties that we act on and `ignored` those that mean nothing on one machine; any
 * other property stops the start too.
 */
import * as v from 'valibot';
import { identityTypes } from './identity-types.ts';
import type { Json } from './json.ts';
import { siteTypes } from './site-types.ts';

const AnyJson = v.custom<Json>((value) => value !== undefined);
const Count = v.pipe(v.union([v.number(), v.pipe(v.string(), v.decimal(), v.transform(Number))]), v.integer());
const Flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
]);

const KeySchema = v.array(v.object({ AttributeName: v.string(), KeyType: v.picklist(['HASH', 'RANGE']) }));
const Index = v.object({
  IndexName: v.string(),
  KeySchema,
  Projection: v.object({
    ProjectionType: v.optional(v.picklist(['ALL', 'KEYS_ONLY', 'INCLUDE'])),
    NonKeyAttributes: v.optional(v.array(v.string())),
  }),
});

/** The properties that AWS::DynamoDB::Table and AWS::DynamoDB::GlobalTable share. */
export const TableProperties = v.object({
  TableName: v.optional(v.string()),
  AttributeDefinitions: v.array(v.object({ AttributeName: v.string(), AttributeType: v.picklist(['S', 'N', 'B']) })),
  KeySchema,
  GlobalSecondaryIndexes: v.optional(v.array(Index)),
  LocalSecondaryIndexes: v.optional(v.array(Index)),
  StreamSpecification: v.optional(
    v.object({ StreamViewType: v.picklist(['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY']) }),
  ),
  TimeToLiveSpecification: v.optional(v.object({ AttributeName: v.optional(v.string()), Enabled: Flag })),
});
export type TableProperties = v.InferOutput<typeof TableProperties>;

/** Numbers are SQS's own: seconds and bytes. */
export const QueueProperties = v.object({
  QueueName: v.optional(v.string()),
  FifoQueue: v.optional(Flag),
  ContentBasedDeduplication: v.optional(Flag),
  DeduplicationScope: v.optional(v.string()),
  FifoThroughputLimit: v.optional(v.string()),
  DelaySeconds: v.optional(Count),
  MaximumMessageSize: v.optional(Count),
  MessageRetentionPeriod: v.optional(Count),
  ReceiveMessageWaitTimeSeconds: v.optional(Count),
  VisibilityTimeout: v.optional(Count),
  RedrivePolicy: v.optional(v.object({ deadLetterTargetArn: v.string(), maxReceiveCount: Count })),
});
export type QueueProperties = v.InferOutput<typeof QueueProperties>;

export const FunctionProperties = v.object({
  FunctionName: v.optional(v.string()),
  Runtime: v.picklist(['nodejs22.x', 'nodejs24.x'], 'Runtime must be a Node.js that the local cloud can run'),
  Handler: v.pipe(v.string(), v.regex(/^[\w./-]+\.\w+$/)),
  Code: v.object({ S3Key: v.string(), S3Bucket: v.optional(v.string()) }),
  /** MB; Lambda's default is 128. */
  MemorySize: v.optional(Count, 128),
  /** Seconds; Lambda's default is 3. */
  Timeout: v.optional(Count, 3),
  ReservedConcurrentExecutions: v.optional(Count),
  Environment: v.optional(v.object({ Variables: v.optional(v.record(v.string(), v.string()), {}) }), {}),
});
export type FunctionProperties = v.InferOutput<typeof FunctionProperties>;

export const MappingProperties = v.object({
  EventSourceArn: v.string(),
  FunctionName: v.string(),
  Enabled: v.optional(Flag, true),
  BatchSize: v.optional(Count),
  MaximumBatchingWindowInSeconds: v.optional(Count, 0),
  StartingPosition: v.optional(v.picklist(['TRIM_HORIZON', 'LATEST'])),
  MaximumRetryAttempts: v.optional(Count, -1),
  MaximumRecordAgeInSeconds: v.optional(Count, -1),
  BisectBatchOnFunctionError: v.optional(Flag, false),
  ParallelizationFactor: v.optional(Count, 1),
  FunctionResponseTypes: v.optional(v.array(v.literal('ReportBatchItemFailures')), []),
  FilterCriteria: v.optional(v.object({ Filters: v.optional(v.array(v.object({ Pattern: v.string() })), []) })),
  DestinationConfig: v.optional(v.object({ OnFailure: v.optional(v.object({ Destination: v.string() })) })),
  ScalingConfig: v.optional(v.object({ MaximumConcurrency: v.optional(Count) })),
});
export type MappingProperties = v.InferOutput<typeof MappingProperties>;

const Texts = v.optional(v.array(v.string()), []);

export const ApiProperties = v.object({
  ProtocolType: v.literal('HTTP'),
  CorsConfiguration: v.optional(
    v.object({
      AllowCredentials: v.optional(Flag, false),
      AllowHeaders: Texts,
      AllowMethods: Texts,
      AllowOrigins: Texts,
      ExposeHeaders: Texts,
      MaxAge: v.optional(Count),
    }),
  ),
});
export type CorsConfiguration = NonNullable<v.InferOutput<typeof ApiProperties>['CorsConfiguration']>;

export const StageProperties = v.object({ ApiId: v.string(), StageName: v.string() });

export const RouteProperties = v.object({
  ApiId: v.string(),
  RouteKey: v.string(),
  Target: v.pipe(v.string(), v.startsWith('integrations/')),
  AuthorizationType: v.optional(
    v.picklist(['NONE', 'CUSTOM'], 'AuthorizationType must be NONE or CUSTOM (a Lambda authorizer)'),
    'NONE',
  ),
  AuthorizerId: v.optional(v.string()),
});

export const IntegrationProperties = v.object({
  ApiId: v.string(),
  IntegrationType: v.literal('AWS_PROXY'),
  IntegrationUri: v.string(),
  PayloadFormatVersion: v.literal('2.0'),
  /** AWS cuts off at 30 s. */
  TimeoutInMillis: v.optional(v.pipe(Count, v.minValue(50), v.maxValue(30_000)), 30_000),
});

export const AuthorizerProperties = v.object({
  ApiId: v.string(),
  AuthorizerType: v.literal('REQUEST'),
  AuthorizerUri: v.string(),
  AuthorizerPayloadFormatVersion: v.literal('2.0'),
  EnableSimpleResponses: v.pipe(Flag, v.literal(true)),
  IdentitySource: v.optional(v.array(v.pipe(v.string(), v.regex(/^\$request\.(header|querystring)\.[\w-]+$/))), []),
  /** Seconds; 0 turns the cache off, 300 is AWS's default. */
  AuthorizerResultTtlInSeconds: v.optional(Count, 300),
});

export const ScheduleProperties = v.object({
  ScheduleExpression: v.string(),
  State: v.optional(v.picklist(['ENABLED', 'DISABLED']), 'ENABLED'),
  Target: v.object({ Arn: v.string(), Input: v.optional(v.string()) }),
});

export const RuleProperties = v.object({
  ScheduleExpression: v.string(),
  State: v.optional(v.picklist(['ENABLED', 'DISABLED']), 'ENABLED'),
  Targets: v.array(v.object({ Arn: v.string(), Input: v.optional(AnyJson) })),
});

interface HostedType {
  readonly schema: { readonly entries: Readonly<Record<string, unknown>> };
  readonly ignored: readonly string[];
}

/** Types that are hosted. */
export const hostedTypes = {
  'AWS::DynamoDB::Table': {
    schema: TableProperties,
    ignored: [
      'BillingMode',
      'ContributorInsightsSpecification',
      'DeletionProtectionEnabled',
      'OnDemandThroughput',
      'PointInTimeRecoverySpecification',
      'ProvisionedThroughput',
      'SSESpecification',
      'TableClass',
      'Tags',
    ],
  },
  'AWS::DynamoDB::GlobalTable': {
    schema: TableProperties,
    ignored: [
      'BillingMode',
      'Replicas',
      'SSESpecification',
      'WarmThroughput',
      'WriteOnDemandThroughputSettings',
      'WriteProvisionedThroughputSettings',
    ],
  },
  'AWS::SQS::Queue': {
    schema: QueueProperties,
    ignored: ['KmsDataKeyReusePeriodSeconds', 'KmsMasterKeyId', 'RedriveAllowPolicy', 'SqsManagedSseEnabled', 'Tags'],
  },
  'AWS::Lambda::Function': {
    schema: FunctionProperties,
    ignored: [
      'Architectures',
      'Description',
      'LoggingConfig',
      'RecursiveLoop',
      'Role',
      'RuntimeManagementConfig',
      'Tags',
      'TracingConfig',
    ],
  },
  'AWS::Lambda::EventSourceMapping': { schema: MappingProperties, ignored: ['MetricsConfig', 'Tags'] },
  'AWS::ApiGatewayV2::Api': {
    schema: ApiProperties,
    ignored: ['Description', 'DisableExecuteApiEndpoint', 'Name', 'Tags', 'Version'],
  },
  'AWS::ApiGatewayV2::Stage': {
    schema: StageProperties,
    ignored: ['AccessLogSettings', 'AutoDeploy', 'DefaultRouteSettings', 'Description', 'RouteSettings', 'Tags'],
  },
  'AWS::ApiGatewayV2::Route': { schema: RouteProperties, ignored: ['OperationName'] },
  'AWS::ApiGatewayV2::Integration': {
    schema: IntegrationProperties,
    ignored: ['Description', 'IntegrationMethod', 'CredentialsArn'],
  },
  'AWS::ApiGatewayV2::Authorizer': { schema: AuthorizerProperties, ignored: ['AuthorizerCredentialsArn', 'Name'] },
  'AWS::Scheduler::Schedule': {
    schema: ScheduleProperties,
    ignored: ['Description', 'FlexibleTimeWindow', 'GroupName', 'KmsKeyArn', 'Name', 'ScheduleExpressionTimezone'],
  },
  'AWS::Events::Rule': { schema: RuleProperties, ignored: ['Description', 'Name', 'RoleArn', 'Tags'] },
  ...siteTypes,
  ...identityTypes,
} as const satisfies Record<string, HostedType>;

export type HostedTypeName = keyof typeof hostedTypes;

/** Types that do nothing on one machine: rights, logs, alarms, encryption keys, tools of the deployment, CDK's own notes. */
export const typesWithoutLocalMeaning: ReadonlySet<string> = new Set([
  'AWS::ApplicationInsights::Application',
  'AWS::CDK::Metadata',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Cognito::ManagedLoginBranding',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::KMS::Key',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::Logs::ResourcePolicy',
  'AWS::ResourceGroups::Group',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'Custom::S3AutoDeleteObjects',
]);
