/** What permissions on tables are limited to: indexes by their ARN, attributes and partitions by conditions. */
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Conditions } from './service-function.ts';

/** The ARN of an index: that of its table does not cover it. */
export const indexArn = ({ tableArn }: TableV2, { indexName }: { readonly indexName: string }): string =>
  `${tableArn}/index/${indexName}`;

const settings = ['networkId', 'hideMode', 'features', 'activityRetentionDays'];

/**
 * Only the settings of a network, never its signing keys (docs/spec/access.md#authorizer). A request for any other
 * attribute, or for all of them, is refused.
 */
export const networkSettingsOnly: Conditions = attributesOnly(settings);

/** The same, with the quotas and the names of the signing keys. */
export const networkDescriptionOnly: Conditions = attributesOnly([...settings, 'quotas', 'signingKeyNames']);

function attributesOnly(attributes: readonly string[]): Conditions {
  return {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
    StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  };
}

/** Only the hourly counts of the deliveries table: no delivery, and no response of a receiver. */
export const attemptCountsOnly: Conditions = {
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['wh_*_hours'] },
};

/** Only the addresses of networks for notices, which are in the webhooks table. */
export const noticeAddressesOnly: Conditions = {
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['*#notices'] },
};
