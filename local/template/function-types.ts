/** The resource types of functions, of what calls them besides the API (streams, queues and schedules), and of their roles. */
import * as v from 'valibot';
import { PolicyDocument } from '../iam/policy.ts';
import { AnyJson } from './json.ts';
import { functionArn, LOCAL_ACCOUNT } from './names.ts';
import { Count, properties, type ResourceType } from './resource-type.ts';

const FunctionProperties = properties({
  Runtime: v.literal('nodejs24.x'),
  Handler: v.pipe(v.string(), v.regex(/^[\w./-]+\.\w+$/)),
  Code: v.object({ S3Key: v.string() }),
  /** MB. */
  MemorySize: v.optional(Count, 128),
  /** Seconds. */
  Timeout: v.optional(Count, 3),
  /** The ARN of its role. */
  Role: v.string(),
  RecursiveLoop: v.optional(v.picklist(['Allow', 'Terminate']), 'Terminate'),
  Environment: v.optional(v.strictObject({ Variables: v.record(v.string(), v.string()) }), { Variables: {} }),
});

const commonOfMappings = {
  EventSourceArn: v.string(),
  FunctionName: v.string(),
  FunctionResponseTypes: v.strictTuple([v.literal('ReportBatchItemFailures')]),
};

/** From a stream (with a starting position) or from a queue (without). */
const MappingProperties = v.variant('StartingPosition', [
  properties({
    ...commonOfMappings,
    BatchSize: Count,
    StartingPosition: v.literal('TRIM_HORIZON'),
    MaximumRetryAttempts: Count,
    /** Seconds. */
    MaximumRecordAgeInSeconds: Count,
    BisectBatchOnFunctionError: v.literal(true),
    FilterCriteria: v.optional(v.strictObject({ Filters: v.strictTuple([v.strictObject({ Pattern: v.string() })]) }), {
      Filters: [{ Pattern: '{}' }],
    }),
    DestinationConfig: v.strictObject({ OnFailure: v.strictObject({ Destination: v.string() }) }),
  }),
  properties({
    ...commonOfMappings,
    StartingPosition: v.optional(v.undefined()),
    /** SQS returns at most ten messages at a time. */
    BatchSize: v.optional(v.pipe(Count, v.maxValue(10)), 10),
    ScalingConfig: v.optional(v.strictObject({ MaximumConcurrency: Count }), { MaximumConcurrency: 5 }),
  }),
]);

/** The minutes of `rate(5 minutes)`. */
const RateInMinutes = v.pipe(
  v.string(),
  v.regex(/^rate\([1-9]\d* minutes?\)$/, 'the local cloud runs schedules such as rate(5 minutes)'),
  v.transform((expression) => Number(expression.replaceAll(/\D/g, ''))),
);

const ScheduleProperties = properties({
  ScheduleExpression: RateInMinutes,
  Target: v.strictObject({
    Arn: v.string(),
    /** Both have no local meaning: a call that fails is reported, and the next one follows soon. */
    RetryPolicy: v.optional(AnyJson),
    RoleArn: v.optional(v.string()),
  }),
});

export const functionTypes = {
  'AWS::Lambda::Function': {
    schema: FunctionProperties,
    ignored: ['Architectures', 'Description', 'LoggingConfig', 'Tags', 'VpcConfig'],
    attributes: { Arn: functionArn },
  },
  'AWS::Lambda::EventSourceMapping': { schema: MappingProperties, ignored: ['Tags'] },
  'AWS::Scheduler::Schedule': { schema: ScheduleProperties, ignored: ['FlexibleTimeWindow'] },
} as const satisfies Record<string, ResourceType>;

/** AWS's own policies that allow nothing on DynamoDB and SQS. */
const WITHOUT_LOCAL_MEANING = ['arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'];

const ManagedPolicyArn = v.picklist(WITHOUT_LOCAL_MEANING, 'the local cloud does not know this managed policy');

const RoleProperties = properties({
  ManagedPolicyArns: v.optional(v.array(ManagedPolicyArn), []),
  Policies: v.optional(v.array(v.strictObject({ PolicyName: v.string(), PolicyDocument })), []),
});

const PolicyProperties = properties({ PolicyDocument, PolicyName: v.string(), Roles: v.array(v.string()) });

export const permissionTypes = {
  'AWS::IAM::Role': {
    schema: RoleProperties,
    ignored: ['AssumeRolePolicyDocument', 'Description', 'Tags'],
    attributes: { Arn: (name) => `arn:aws:iam::${LOCAL_ACCOUNT}:role/${name}` },
  },
  'AWS::IAM::Policy': { schema: PolicyProperties, ignored: [] },
} as const satisfies Record<string, ResourceType>;
