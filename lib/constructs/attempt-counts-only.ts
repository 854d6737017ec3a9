import type { Conditions } from './service-function.ts';

/** Limits a right on the deliveries table to the partitions of hourly counts: no delivery, and no receiver's answer. */
export const attemptCountsOnly: Conditions = {
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['wh_*_hours'] },
};
