/** Repeats calls that may succeed later (docs/spec/requests.md#waiting-before-a-retry). */
import { ApiError, ConnectionError } from './errors.ts';
import type { Operation, OperationId } from './operation.ts';

/** Those besides GET that may be repeated when nobody knows whether the first request took effect. */
const idempotent: ReadonlySet<OperationId> = new Set(['blockUser', 'unblockUser', 'listBlockedUsers', 'checkAudience']);

/** How often to repeat, and until when. */
export interface Patience {
  readonly retries: number;
  /** The call's timeout, from now. A wait that does not fit in is not begun. */
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

/**
 * Returns the result of `send`, which is called again after a wait if its error is temporary. Throws the last error.
 */
export async function repeating<T>(
  { method, operationId }: Operation,
  { retries, milliseconds, signal }: Patience,
  send: () => Promise<T>,
): Promise<T> {
  const end = Date.now() + milliseconds;
  const isIdempotent = method === 'GET' || idempotent.has(operationId);
  for (let failures = 0; ; failures += 1) {
    try {
      return await send();
    } catch (error) {
      const isWorthIt = isIdempotent ? isTemporary(error) : isThrottled(error);
      const wait = waitAfter(error, failures);
      if (failures >= retries || !isWorthIt || Date.now() + wait >= end) throw error;
      await pause(wait, signal);
    }
  }
}

/** Whether the request was refused for the moment, and not handled. */
const isThrottled = (error: unknown): boolean => error instanceof ApiError && error.status === 429;

/** Whether the same request may succeed later; it may have been handled already. */
export const isTemporary = (error: unknown): boolean =>
  isThrottled(error) ||
  (error instanceof ApiError && (error.status === 503 || (error.status === 500 && error.source === 'gateway'))) ||
  (error instanceof ConnectionError && error.reason === 'unreachable');

/**
 * Returns the milliseconds to wait after `failures` earlier failures and this one: those of `Retry-After`, or without one a
 * second, then two, four, and so on; and up to a second more, so that callers don't come back together.
 */
export function waitAfter(error: unknown, failures: number): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return ((asked ?? 2 ** failures) + Math.random()) * 1_000;
}

/** Resolves after a time. Rejects with the signal's reason when it is aborted. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const timer = setTimeout(end(resolve), milliseconds);
    const onAbort = end(() => reject(signal?.reason));
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
  });
}
