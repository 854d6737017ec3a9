/**
 * Which resource types the local cloud hosts, and which have no local meaning. A type in neither list stops the start.
 *
 * For a hosted type, `schema` has the properties that the local cloud acts on and `ignored` those that mean nothing on
 * one machine. Any other property stops the start too. Both lists have what our templates use, and nothing else.
 */
import type * as v from 'valibot';
import { apiTypes } from './api-types.ts';
import { dataTypes } from './data-types.ts';
import { functionTypes } from './function-types.ts';
import { identityTypes } from './identity-types.ts';
import { permissionTypes } from './permission-types.ts';
import { siteTypes } from './site-types.ts';

interface HostedType {
  readonly schema: v.GenericSchema<unknown, unknown>;
  readonly ignored: readonly string[];
}

export const hostedTypes = {
  ...apiTypes,
  ...dataTypes,
  ...functionTypes,
  ...identityTypes,
  ...permissionTypes,
  ...siteTypes,
} as const satisfies Record<string, HostedType>;

export type HostedTypeName = keyof typeof hostedTypes;

/** Permissions of other services than IAM, logs, metrics, alarms and who is notified of them, names, and tools of the deployment. */
export const typesWithoutLocalMeaning: ReadonlySet<string> = new Set([
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Cognito::ManagedLoginBranding',
  'AWS::Cognito::UserPoolDomain',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'Custom::S3AutoDeleteObjects',
]);
