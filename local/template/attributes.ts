/** What `Ref` and `Fn::GetAtt` answer for each resource type, as AWS documents it. */
import type { Json } from './json.ts';
import { arn, generatedName, LOCAL_ACCOUNT, LOCAL_REGION } from './names.ts';

/** A resource as far as naming needs it. */
export interface NamedResource {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  /** The name that the template gives it, if it does. */
  readonly givenName: string | undefined;
}

/** Addresses that are known before the template is read, because the servers already listen. */
export interface LocalAddresses {
  /** The gateway: `http://127.0.0.1:<port>`. */
  readonly api: string;
  readonly sqs: string;
  /** The identity provider: issuer and sign-in page. */
  readonly identity: string;
}

interface NamingRule {
  /** The property that names such a resource. */
  readonly nameProperty?: string;
  readonly longestName?: number;
  reference?(name: string, addresses: LocalAddresses): string;
  readonly attributes?: Readonly<Record<string, (name: string, addresses: LocalAddresses) => Json>>;
}

const table: NamingRule = {
  nameProperty: 'TableName',
  attributes: {
    Arn: (name) => arn('dynamodb', `table/${name}`),
    StreamArn: (name) => arn('dynamodb', `table/${name}/stream/local`),
    TableId: (name) => name,
  },
};

const queueUrl = (name: string, { sqs }: LocalAddresses): string => `${sqs}/${LOCAL_ACCOUNT}/${name}`;

const rules: Readonly<Record<string, NamingRule>> = {
  'AWS::DynamoDB::Table': table,
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::SQS::Queue': {
    nameProperty: 'QueueName',
    longestName: 80,
    reference: queueUrl,
    attributes: { Arn: (name) => arn('sqs', name), QueueName: (name) => name, QueueUrl: queueUrl },
  },
  'AWS::Lambda::Function': {
    nameProperty: 'FunctionName',
    longestName: 64,
    attributes: { Arn: (name) => arn('lambda', `function:${name}`) },
  },
  'AWS::ApiGatewayV2::Api': {
    attributes: { ApiId: (name) => name, ApiEndpoint: (_name, { api }) => api },
  },
  'AWS::ApiGatewayV2::Stage': { nameProperty: 'StageName' },
  'AWS::ApiGatewayV2::Authorizer': { attributes: { AuthorizerId: (name) => name } },
  'AWS::ApiGatewayV2::Integration': { attributes: { IntegrationId: (name) => name } },
  'AWS::ApiGatewayV2::Route': { attributes: { RouteId: (name) => name } },
  'AWS::CloudFront::OriginAccessControl': { attributes: { Id: (name) => name } },
  'AWS::CloudFront::Distribution': { attributes: { DomainName: (name) => `${name}.cloudfront.net` } },
  'AWS::CloudFront::Function': { attributes: { FunctionARN: (name) => arn('cloudfront', `function/${name}`) } },
  'AWS::Cognito::UserPool': {
    attributes: {
      Arn: (name) => arn('cognito-idp', `userpool/${name}`),
      ProviderURL: (_name, { identity }) => identity,
    },
  },
  'AWS::Cognito::UserPoolDomain': { nameProperty: 'Domain' },
  'AWS::Events::Rule': { nameProperty: 'Name', attributes: { Arn: (name) => arn('events', `rule/${name}`) } },
  'AWS::Scheduler::Schedule': {
    nameProperty: 'Name',
    longestName: 64,
    attributes: { Arn: (name) => arn('scheduler', `schedule/default/${name}`) },
  },
  'AWS::IAM::Role': {
    nameProperty: 'RoleName',
    attributes: { Arn: (name) => `arn:aws:iam::${LOCAL_ACCOUNT}:role/${name}` },
  },
  'AWS::KMS::Key': { attributes: { Arn: (name) => arn('kms', `key/${name}`), KeyId: (name) => name } },
  'AWS::Logs::LogGroup': {
    nameProperty: 'LogGroupName',
    attributes: { Arn: (name) => `${arn('logs', `log-group:${name}`)}:*` },
  },
  'AWS::S3::Bucket': {
    nameProperty: 'BucketName',
    longestName: 63,
    attributes: {
      Arn: (name) => `arn:aws:s3:::${name}`,
      RegionalDomainName: (name) => `${name}.s3.${LOCAL_REGION}.amazonaws.com`,
    },
  },
  'AWS::SNS::Topic': {
    nameProperty: 'TopicName',
    reference: (name) => arn('sns', name),
    attributes: { TopicArn: (name) => arn('sns', name), TopicName: (name) => name },
  },
};

/** The property that may name a resource of this type. */
export const namePropertyOf = (type: string): string | undefined => rules[type]?.nameProperty;

/** The name of the resource: given by the template, or made from its stack and logical id. */
export function nameOf({ stack, logicalId, type, givenName }: NamedResource): string {
  return givenName ?? generatedName(stack, logicalId, rules[type]?.longestName ?? 255);
}

/** What `Ref` answers. */
export function referenceTo(resource: NamedResource, addresses: LocalAddresses): string {
  const name = nameOf(resource);
  return rules[resource.type]?.reference?.(name, addresses) ?? name;
}

/** What `Fn::GetAtt` answers. Throws where the attribute is not known. */
export function attributeOf(resource: NamedResource, attribute: string, addresses: LocalAddresses): Json {
  const rule = rules[resource.type]?.attributes?.[attribute];
  if (rule === undefined) throw new Error(`${resource.type} has no attribute ${attribute} in the local cloud`);
  return rule(nameOf(resource), addresses);
}
