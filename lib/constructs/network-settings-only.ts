import type { Conditions } from './service-function.ts';

const settings = ['networkId', 'hideMode', 'features', 'activityRetentionDays'];

/**
 * Limits a right on the networks table to a network's settings, never its signing keys (decision 4): asking for any other
 * attribute, or for all of them, is refused.
 */
export const networkSettingsOnly: Conditions = attributesOnly(settings);

/** The same, with the names of the signing keys. */
export const networkDescriptionOnly: Conditions = attributesOnly([...settings, 'signingKeyNames']);

function attributesOnly(attributes: readonly string[]): Conditions {
  return {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
    StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  };
}
