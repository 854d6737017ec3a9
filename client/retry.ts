/** Repeats calls that are refused for the moment: 429, and 503 (docs/spec/requests.md#waiting-before-a-retry). */
import { ApiError } from './errors.ts';
import type { Operation, OperationId } from './operation.ts';

/** Those besides GET. A block may be repeated after 503, when nobody knows whether the first request took effect. */
const repeatable: ReadonlySet<OperationId> = new Set(['blockUser', 'unblockUser', 'listBlockedUsers', 'checkAudience']);

/** How often to repeat, and until when. */
export interface Patience {
  readonly retries: number;
  /** The call's timeout, from now. A wait that does not fit in is not begun. */
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

/**
 * Returns the result of `send`, which is called again after the time in `Retry-After`, or without one after one second, then two,
 * and so on, plus up to a second so that callers don't come back together. Throws the last ApiError.
 */
export async function repeating<T>(
  { method, operationId }: Operation,
  { retries, milliseconds, signal }: Patience,
  send: () => Promise<T>,
): Promise<T> {
  const end = Date.now() + milliseconds;
  const attempts = method === 'GET' || repeatable.has(operationId) ? 1 + retries : 1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (attempt >= attempts || !isBusy(error)) throw error;
      const wait = ((error.retryAfterSeconds ?? 2 ** (attempt - 1)) + Math.random()) * 1_000;
      if (Date.now() + wait >= end) throw error;
      await pause(wait, signal);
    }
  }
}

const isBusy = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 429 || error.status === 503);

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
