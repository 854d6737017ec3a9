/** The contract's description of each delivery class, as a module that front ends can load without the contract. */
import { deliveryClasses, unattemptedClasses } from '../contract/delivery-classes.ts';

/** The whole module. Its type has every class, so that a missing one does not compile. */
export function clientDeliveryClasses(): string {
  const sentences = Object.entries({ ...deliveryClasses, ...unattemptedClasses });
  return [
    '/** Each class of a delivery with its description. Generated from `contract/` by `npm run generate`. */',
    "import type { DeliveryStanding } from './types.generated.ts';",
    '',
    'export const deliveryStandings: Readonly<Record<DeliveryStanding, string>> = {',
    ...sentences.map(([name, sentence]) => `  ${name}: ${JSON.stringify(sentence)},`),
    '};',
    '',
  ].join('\n');
}
