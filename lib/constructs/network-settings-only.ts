import type { Conditions } from './service-function.ts';

/**
 * Limits a right on the networks table to a network's settings, never its signing keys (decision 4): asking for any other
 * attribute, or for all of them, is refused.
 */
export const networkSettingsOnly: Conditions = {
  'ForAllValues:StringEquals': {
    'dynamodb:Attributes': ['networkId', 'hideMode', 'features', 'activityRetentionDays'],
  },
  StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
};
