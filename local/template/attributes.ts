/** The values of `Ref` and `Fn::GetAtt` for each resource type. Addresses are those of the local cloud. */
import {
  arn,
  functionArn,
  LOCAL_ACCOUNT,
  LOCAL_REGION,
  physicalName,
  queueArn,
  streamArn,
  tableArn,
  viewerFunctionArn,
} from './names.ts';

/** A resource as far as its name needs it. */
export interface NamedResource {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
}

/** Addresses that are known before the template is read, because the servers already listen. */
export interface LocalAddresses {
  /** The gateway: `http://127.0.0.1:<port>`. */
  readonly gateway: string;
  readonly sqs: string;
  /** The identity provider: issuer and sign-in page. */
  readonly identity: string;
}

type Value = (name: string, addresses: LocalAddresses) => string;

/** Types whose `Ref` is not their name. */
const references: Readonly<Record<string, Value>> = {
  'AWS::SQS::Queue': (name, { sqs }) => `${sqs}/${LOCAL_ACCOUNT}/${name}`,
};

const attributes: Readonly<Record<string, Value>> = {
  'AWS::ApiGatewayV2::Api.ApiEndpoint': (_name, { gateway }) => gateway,
  'AWS::CloudFront::Distribution.DomainName': (name) => `${name}.cloudfront.net`,
  'AWS::CloudFront::Function.FunctionARN': viewerFunctionArn,
  'AWS::CloudFront::OriginAccessControl.Id': (name) => name,
  'AWS::CloudWatch::Alarm.Arn': (name) => arn('cloudwatch', `alarm:${name}`),
  'AWS::Cognito::UserPool.ProviderURL': (_name, { identity }) => identity,
  'AWS::DynamoDB::GlobalTable.Arn': tableArn,
  'AWS::DynamoDB::GlobalTable.StreamArn': streamArn,
  'AWS::IAM::Role.Arn': (name) => `arn:aws:iam::${LOCAL_ACCOUNT}:role/${name}`,
  'AWS::Lambda::Function.Arn': functionArn,
  'AWS::Logs::LogGroup.Arn': (name) => arn('logs', `log-group:${name}:*`),
  'AWS::S3::Bucket.Arn': (name) => `arn:aws:s3:::${name}`,
  'AWS::S3::Bucket.RegionalDomainName': (name) => `${name}.s3.${LOCAL_REGION}.amazonaws.com`,
  'AWS::SQS::Queue.Arn': queueArn,
  'AWS::SQS::Queue.QueueName': (name) => name,
};

/** The value of `Ref`. */
export function referenceTo({ stack, logicalId, type }: NamedResource, addresses: LocalAddresses): string {
  const name = physicalName(stack, logicalId);
  return references[type]?.(name, addresses) ?? name;
}

/** The value of `Fn::GetAtt`. Throws for an attribute that is not in the table above. */
export function attributeOf(
  { stack, logicalId, type }: NamedResource,
  attribute: string,
  addresses: LocalAddresses,
): string {
  const value = attributes[`${type}.${attribute}`];
  if (value === undefined) throw new Error(`${type} has no attribute ${attribute} in the local cloud`);
  return value(physicalName(stack, logicalId), addresses);
}
