/** The template of the laboratory: what AWS itself is tried with, beside a stage. It has nothing that costs by the hour. */
import { caller, loop, queueReader, receiver, streamReader } from './functions.ts';

const at = (id: string, attribute: string) => ({ 'Fn::GetAtt': [id, attribute] });
const ref = (id: string) => ({ Ref: id });
const resource = (Type: string, Properties: object, more: object = {}) => ({
  Type: `AWS::${Type}`,
  Properties,
  ...more,
});

/** Seconds; a message comes again after them. */
const VISIBILITY_SECONDS = 6;
const FUNCTION_SECONDS = 5;
/** How often a message is received before it goes to the dead-letter queue. */
export const MOST_RECEIVES = 3;
/** Attempts after the first. */
export const STREAM_RETRIES = 2;

const functionOf = (code: string, Role: unknown, Variables: object = {}, more: object = {}) =>
  resource('Lambda::Function', {
    Runtime: 'nodejs24.x',
    Architectures: ['arm64'],
    Handler: 'index.handler',
    Code: { ZipFile: code },
    Role,
    MemorySize: 256,
    Timeout: FUNCTION_SECONDS,
    Environment: { Variables },
    ...more,
  });

const roleOf = (...Statement: readonly object[]) =>
  resource('IAM::Role', {
    AssumeRolePolicyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
    },
    Policies: [{ PolicyName: 'Permissions', PolicyDocument: { Version: '2012-10-17', Statement } }],
  });

const allow = (Action: readonly string[], Resource: unknown) => ({ Effect: 'Allow', Action, Resource });
const toEvidence = allow(['sqs:SendMessage'], at('Evidence', 'Arn'));
const reads = (queue: string) =>
  allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], at(queue, 'Arn'));
const EVIDENCE = ref('Evidence');

/** A queue, and a function that sends each message back to it. */
const loopOf = (name: 'Ended' | 'Allowed', RecursiveLoop: 'Terminate' | 'Allow') => ({
  [`${name}Queue`]: resource('SQS::Queue', { VisibilityTimeout: 30, MessageRetentionPeriod: 300 }),
  [`${name}Role`]: roleOf(toEvidence, reads(`${name}Queue`), allow(['sqs:SendMessage'], at(`${name}Queue`, 'Arn'))),
  [`${name}Loop`]: functionOf(
    loop,
    at(`${name}Role`, 'Arn'),
    { EVIDENCE, QUEUE: ref(`${name}Queue`), NAME: name },
    { RecursiveLoop },
  ),
  [`${name}Mapping`]: resource('Lambda::EventSourceMapping', {
    EventSourceArn: at(`${name}Queue`, 'Arn'),
    FunctionName: ref(`${name}Loop`),
    BatchSize: 1,
  }),
});

/** Returns the template. The role is that of a function of the stage, whose rights are tried. */
export const laboratoryTemplate = () => ({
  AWSTemplateFormatVersion: '2010-09-09',
  Description: 'What the command prove tries AWS with; deleted at its end.',
  Parameters: { RoleArn: { Type: 'String' } },
  Resources: {
    Evidence: resource('SQS::Queue', { MessageRetentionPeriod: 3_600 }),

    ReceiverRole: roleOf(toEvidence),
    Receiver: functionOf(receiver, at('ReceiverRole', 'Arn')),
    ReceiverUrl: resource('Lambda::Url', { AuthType: 'NONE', TargetFunctionArn: ref('Receiver') }),
    // Both are needed: https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html
    ReceiverUrlPermission: resource('Lambda::Permission', {
      FunctionName: ref('Receiver'),
      Action: 'lambda:InvokeFunctionUrl',
      Principal: '*',
      FunctionUrlAuthType: 'NONE',
    }),
    ReceiverPermission: resource('Lambda::Permission', {
      FunctionName: ref('Receiver'),
      Action: 'lambda:InvokeFunction',
      Principal: '*',
      InvokedViaFunctionUrl: true,
    }),

    Messages: resource('SQS::Queue', {
      VisibilityTimeout: VISIBILITY_SECONDS,
      MaximumMessageSize: 1024 * 1024,
      RedrivePolicy: { deadLetterTargetArn: at('Evidence', 'Arn'), maxReceiveCount: MOST_RECEIVES },
    }),
    MessagesRole: roleOf(toEvidence, reads('Messages')),
    MessagesReader: functionOf(queueReader, at('MessagesRole', 'Arn'), { EVIDENCE }),
    MessagesMapping: resource('Lambda::EventSourceMapping', {
      EventSourceArn: at('Messages', 'Arn'),
      FunctionName: ref('MessagesReader'),
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    }),

    Table: resource('DynamoDB::Table', {
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    }),
    RecordsRole: roleOf(
      toEvidence,
      allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], at('Table', 'StreamArn')),
      allow(['dynamodb:ListStreams'], '*'),
    ),
    RecordsReader: functionOf(streamReader, at('RecordsRole', 'Arn'), { EVIDENCE }),
    // As the stage has it (lib/constructs/stream-consumer.ts), with fewer retries.
    RecordsMapping: resource('Lambda::EventSourceMapping', {
      EventSourceArn: at('Table', 'StreamArn'),
      FunctionName: ref('RecordsReader'),
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 10,
      MaximumRetryAttempts: STREAM_RETRIES,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: at('Evidence', 'Arn') } },
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
    }),

    ...loopOf('Ended', 'Terminate'),
    ...loopOf('Allowed', 'Allow'),

    Caller: functionOf(caller, ref('RoleArn')),
  },
  Outputs: Object.fromEntries(
    Object.entries({
      Evidence: ref('Evidence'),
      ReceiverUrl: at('ReceiverUrl', 'FunctionUrl'),
      Messages: ref('Messages'),
      Table: ref('Table'),
      EndedQueue: ref('EndedQueue'),
      AllowedQueue: ref('AllowedQueue'),
      Caller: ref('Caller'),
    }).map(([name, Value]) => [name, { Value }]),
  ),
});
