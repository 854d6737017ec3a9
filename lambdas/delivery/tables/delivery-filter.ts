/** The conditions by which deliveries are listed, or sent again, as a filter expression of DynamoDB. */
import type { DeliveryState } from '../../../contract/deliveries.ts';
import type { DeliveryStanding } from '../../../contract/delivery-classes.ts';

/** All that are given must hold; `class` and `statusCode` are those of the last attempt. */
export interface DeliveryConditions {
  readonly state?: DeliveryState | undefined;
  readonly event?: string | undefined;
  readonly class?: DeliveryStanding | undefined;
  readonly statusCode?: number | undefined;
}

/** The attributes that a condition can name, which are those of a stored delivery. */
const names = ['state', 'event', 'class', 'statusCode'] as const satisfies readonly (keyof DeliveryConditions)[];

/** Leaves out test events. */
export const NO_TEST = 'attribute_not_exists(isTest)';

/** The conditions as an expression with its names and values, or undefined where there are none. */
export function filterExpression(conditions: DeliveryConditions) {
  const given = names.filter((name) => conditions[name] !== undefined);
  if (given.length === 0) return undefined;
  return {
    FilterExpression: given.map((name) => `#${name} = :${name}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(given.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(given.map((name) => [`:${name}`, conditions[name]])),
  };
}
