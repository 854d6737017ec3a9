/** What `listen` does with a request: verifies it, prints it, and chooses the status of the response. */
import { LRUCache } from 'lru-cache';
import { writeNote, writeResult } from '../stdio.ts';
import { deliveryJson, deliveryText, excerpt } from './delivery-view.ts';
import { refusalWarning, refusedRequestWarning } from './messages.ts';
import type { ReceivedRequest } from './receiver.ts';
import type { Verifier } from './verification.ts';

/** The deliveries whose attempts are counted; older ones start at 1 again. */
const MAX_COUNTED_DELIVERIES = 10_000;
const UNAUTHORIZED = 401;

/**
 * Returns a handler that prints valid requests, warns of invalid ones, and returns the status to respond with: `answer`
 * for a valid request. Requests wait until there is a `verifier`.
 */
export function requestHandler(
  verifier: Promise<Verifier>,
  { answer, json }: { readonly answer: number; readonly json: boolean },
) {
  const attempts = new LRUCache<string, number>({ max: MAX_COUNTED_DELIVERIES });
  return async (request: ReceivedRequest): Promise<number> => {
    const verify = await verifier;
    const verification = await verify(request);
    if (verification.kind === 'legacy') return 200;
    if (verification.kind === 'invalid') {
      writeNote(refusalWarning(verification.complaint, excerpt(request.body)));
      return UNAUTHORIZED;
    }
    const { delivery } = verification;
    const attempt = (attempts.get(delivery.deliveryId) ?? 0) + 1;
    attempts.set(delivery.deliveryId, attempt);
    const received = { delivery, receivedAt: request.receivedAt, attempt, answered: answer };
    await writeResult(json ? deliveryJson(received) : deliveryText(received));
    return answer;
  };
}

/** Warns of a request that is no delivery. */
export const noteRefused = (request: string, status: number): void =>
  writeNote(refusedRequestWarning(excerpt(Buffer.from(request)), status));
