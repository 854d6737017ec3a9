/** Requests that may be sent again without being done twice (docs/spec/requests.md#idempotency-keys). */
import * as v from 'valibot';
import { doc, field } from './documentation.ts';

export const IDEMPOTENCY_KEY = 'idempotency-key';

/** For how long a key stands for its request. */
export const IDEMPOTENCY_HOURS = 24;
/** The most characters of a key, as many as Stripe's. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

const KEY = `must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters, without spaces`;

/** The header of a request. */
export const IdempotencyKeyHeader = v.object({
  [IDEMPOTENCY_KEY]: v.optional(
    field(
      v.pipe(v.string(KEY), v.maxLength(MAX_IDEMPOTENCY_KEY_LENGTH, KEY), v.regex(/^[\x21-\x7e]+$/, KEY)),
      doc(
        `A random text that identifies the request. If you repeat the request, send the same text again. If the first request succeeded, a repetition within ${IDEMPOTENCY_HOURS} hours gets the same response, and makes no further change.`,
        '5f0c1d8e-7a44-4f0e-9d3c-2b6a1e9f7c55',
      ),
    ),
  ),
});
