/** The ceilings of a webhook in words. */
import type { Webhook } from '../shared/api-types.ts';

/** What the customer allows, and which of the two sets the pace at present. */
export function ceilingText({
  maxRequestsPerSecond,
  maxConcurrentRequests,
  paceSetBy,
}: Pick<Webhook, 'maxRequestsPerSecond' | 'maxConcurrentRequests' | 'paceSetBy'>): string {
  const allowed = [
    ...(maxRequestsPerSecond === undefined ? [] : [`${maxRequestsPerSecond} a second`]),
    ...(maxConcurrentRequests === undefined ? [] : [`${maxConcurrentRequests} at once`]),
  ];
  const setter = paceSetBy === 'receiver' ? 'the receiver takes less at present' : 'it sets the pace at present';
  return `At most ${allowed.join(', ')}; ${setter}`;
}
