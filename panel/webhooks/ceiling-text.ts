/** The ceilings of a webhook in words. */
import type { Webhook } from '../shared/api-types.ts';
import { numberText } from '../shared/texts.ts';

/** What the customer allows, and which of the two sets the pace at present. */
export function ceilingText({
  maxRequestsPerSecond,
  maxConcurrentRequests,
  paceSetBy,
}: Pick<Webhook, 'maxRequestsPerSecond' | 'maxConcurrentRequests' | 'paceSetBy'>): string {
  const allowed = [
    ...(maxRequestsPerSecond === undefined ? [] : [`${numberText(maxRequestsPerSecond)} a second`]),
    ...(maxConcurrentRequests === undefined ? [] : [`${numberText(maxConcurrentRequests)} at once`]),
  ];
  const setter = paceSetBy === 'receiver' ? 'the receiver takes less at present' : 'it sets the pace at present';
  return `At most ${allowed.join(', ')}; ${setter}`;
}
