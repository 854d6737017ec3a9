/** Where an attempt stands in the trace of its event (docs/spec/events.md#traces). */
import { createHash } from 'node:crypto';
import { childOf } from '../../contract/traceparent.ts';
import type { Delivery } from './delivery.ts';

/**
 * The `traceparent` of the next attempt, as a child of the trace; undefined without one. Its id follows from delivery
 * and attempt: a request that is repeated after a crash has the same one, and nothing is stored for it.
 */
export function traceparentOf({ deliveryId, attemptCount, trace }: Delivery): string | undefined {
  if (trace === undefined) return undefined;
  const id = createHash('sha256')
    .update(`${deliveryId} ${attemptCount + 1}`)
    .digest('hex')
    .slice(0, 16);
  return childOf(trace, /[1-9a-f]/.test(id) ? id : '0000000000000001');
}
