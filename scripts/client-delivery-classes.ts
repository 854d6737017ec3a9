/** What the contract says about each class of delivery, as a table that front ends can load without the contract. */
import { deliveryClasses, unattemptedClasses } from '../contract/delivery-classes.ts';

/** The whole module. The type is the contract's own, so that a table that lacks a class does not compile. */
export function clientDeliveryClasses(): string {
  const sentences = Object.entries({ ...deliveryClasses, ...unattemptedClasses });
  return [
    '/** Where a delivery can stand, with what that says. Generated from `contract/` by `npm run generate`. */',
    "import type { DeliveryStanding } from '../contract/delivery-classes.ts';",
    '',
    'export const deliveryStandings: Readonly<Record<DeliveryStanding, string>> = {',
    ...sentences.map(([name, sentence]) => `  ${name}: ${JSON.stringify(sentence)},`),
    '};',
    '',
  ].join('\n');
}
