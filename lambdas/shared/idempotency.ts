/** Doing a request with an idempotency key once (docs/spec/requests.md#idempotency-keys). */
import { IDEMPOTENCY_KEY } from '../../contract/idempotency.ts';
import { RetryLaterError, ServiceError } from './errors.ts';
import type { Claim, IdempotencyTable, KeyedRequest } from './idempotency-table.ts';
import { loggedError } from './logged-error.ts';
import { KeptResponse } from './responses.ts';
import type { Seed } from './seed.ts';

/** The most bytes of a response that is kept: more than any route has, and less than DynamoDB's 400 KB of an item. */
const MAX_KEPT_BYTES = 256 * 1024;

/**
 * Does a request, unless it is done already: then it returns the response that it had. Throws 409 while it is in flight,
 * which it can't be any more at `endsAt` (milliseconds since 1970), and 422 for another request with its key.
 *
 * What `handle` throws is not kept. A request that it refuses was not done, and its key can be used again. After any
 * other error nobody knows that, so the same request gets the same seed.
 */
export async function once<T>(
  table: IdempotencyTable,
  keyed: KeyedRequest,
  endsAt: number,
  handle: (seed: Seed) => Promise<T>,
): Promise<T | KeptResponse> {
  const standing = await table.claim(keyed, endsAt);
  if (standing.kind === 'done') return new KeptResponse(JSON.parse(standing.response));
  if (standing.kind === 'another request') throw new ServiceError('unprocessable', ANOTHER);
  if (standing.kind === 'in flight') {
    const seconds = Math.max(1, Math.ceil((standing.until - Date.now()) / 1000));
    throw new RetryLaterError('duplicate', IN_FLIGHT, seconds);
  }
  const { claim } = standing;
  try {
    const response = await handle(claim.seed);
    await tried(keep(table, claim, response));
    return response;
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.status < 500 && claim.isFirst;
    await tried(isRefused ? table.forget(claim) : table.release(claim));
    throw error;
  }
}

const ANOTHER = `the ${IDEMPOTENCY_KEY} was used for another request; each needs a new one`;
const IN_FLIGHT = `a request with this ${IDEMPOTENCY_KEY} is being handled; try again for its response`;

async function keep(table: IdempotencyTable, claim: Claim, response: unknown): Promise<void> {
  const text = JSON.stringify(response);
  if (Buffer.byteLength(text) > MAX_KEPT_BYTES) throw new Error('The response is too long to be kept.');
  await table.finish(claim, text);
}

/** The request is done, or its error known, whatever becomes of the claim, which ends by itself. */
async function tried(ending: Promise<void>): Promise<void> {
  try {
    await ending;
  } catch (error) {
    console.error({ message: 'What became of a request could not be stored.', error: loggedError(error) });
  }
}
