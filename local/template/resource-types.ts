/**
 * Which resource types the local cloud hosts, and which have no local meaning. A type in neither list stops the start.
 * Both have what the templates that were hosted so far use, and nothing else.
 *
 * A type is declared in one place: its properties, its attributes, and with that its list in the inventory.
 */
import { apiTypes } from './api-types.ts';
import { dataTypes } from './data-types.ts';
import { functionTypes, permissionTypes } from './function-types.ts';
import { identityTypes } from './identity-types.ts';
import { arn, LOCAL_REGION } from './names.ts';
import type { ResourceType } from './resource-type.ts';
import { siteTypes } from './site-types.ts';

export const hostedTypes = {
  ...apiTypes,
  ...dataTypes,
  ...functionTypes,
  ...identityTypes,
  ...permissionTypes,
  ...siteTypes,
} as const;

export type HostedTypeName = keyof typeof hostedTypes;

export const isHostedType = (type: string): type is HostedTypeName => Object.hasOwn(hostedTypes, type);

/**
 * Permissions of other services than IAM, logs, metrics, alarms and who is notified of them, names, networks, retries of
 * asynchronous calls, of which there are none here, and tools of the deployment, with the attributes that hosted types
 * refer to.
 */
export const typesWithoutLocalMeaning: Readonly<Record<string, Pick<ResourceType, 'attributes'>>> = {
  'AWS::CloudFront::OriginAccessControl': { attributes: { Id: (name) => name } },
  'AWS::CloudWatch::Alarm': { attributes: { Arn: (name) => arn('cloudwatch', `alarm:${name}`) } },
  'AWS::CloudWatch::Dashboard': {},
  'AWS::Cognito::ManagedLoginBranding': {},
  'AWS::Cognito::UserPoolDomain': {},
  // A request of a function comes from this machine, whatever network the function is in.
  'AWS::EC2::EIP': { attributes: { PublicIp: () => '127.0.0.1' } },
  'AWS::EC2::FlowLog': {},
  'AWS::EC2::InternetGateway': {},
  'AWS::EC2::NatGateway': {},
  'AWS::EC2::Route': {},
  'AWS::EC2::RouteTable': {},
  'AWS::EC2::SecurityGroup': {},
  'AWS::EC2::Subnet': {},
  'AWS::EC2::SubnetRouteTableAssociation': {},
  'AWS::EC2::VPC': {},
  'AWS::EC2::VPCEndpoint': {},
  'AWS::EC2::VPCGatewayAttachment': {},
  'AWS::Lambda::EventInvokeConfig': {},
  'AWS::Lambda::LayerVersion': {},
  'AWS::Lambda::Permission': {},
  'AWS::Logs::LogGroup': { attributes: { Arn: (name) => arn('logs', `log-group:${name}:*`) } },
  'AWS::Logs::MetricFilter': {},
  'AWS::S3::Bucket': {
    attributes: {
      Arn: (name) => `arn:aws:s3:::${name}`,
      RegionalDomainName: (name) => `${name}.s3.${LOCAL_REGION}.amazonaws.com`,
    },
  },
  'AWS::S3::BucketPolicy': {},
  'AWS::SNS::Subscription': {},
  'AWS::SNS::Topic': {},
  'AWS::SNS::TopicPolicy': {},
  'AWS::SQS::QueuePolicy': {},
  'Custom::S3AutoDeleteObjects': {},
};

/** What other resources refer to in a resource of this type. */
export function valuesOfType(type: string): Pick<ResourceType, 'reference' | 'attributes'> | undefined {
  const hosted: Readonly<Record<HostedTypeName, ResourceType>> = hostedTypes;
  return isHostedType(type) ? hosted[type] : typesWithoutLocalMeaning[type];
}
