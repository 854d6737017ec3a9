/** What a delivery class means, and what to do about it, from the contract. The list of webhooks does without it. */
import type { DeliveryResult } from '@social-platform-services/client';
import { deliveryAdvice } from '../../contract/delivery-advice.ts';
import { resultDescriptions } from '../../contract/delivery-classes.ts';

/** What a class means, and what to do about it. */
export function classExplanation(deliveryClass: DeliveryResult): string {
  const [meaning, advice] = [resultDescriptions[deliveryClass], deliveryAdvice[deliveryClass]];
  return advice === undefined ? meaning : `${meaning} ${advice}`;
}
