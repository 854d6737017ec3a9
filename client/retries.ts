/** How long a call may take, and when it is repeated (docs/spec/requests.md#waiting-before-a-retry). */
import { ApiError, ConnectionError } from './errors.ts';
import type { Operation, OperationId } from './operation.ts';
import { caveat, incompleteResponse, nameOf, type Sending } from './progress.ts';

/** When to end a call that has not finished. */
interface Deadline {
  readonly milliseconds: number;
  /** The caller's signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the result of `work` if it finishes in time. On timeout, or when the caller's signal is aborted, rejects with
 * ConnectionError at once and aborts the signal that was passed to `work`. `sending` is what the error tells of.
 */
export async function within<T>(
  { milliseconds, signal }: Deadline,
  sending: Sending,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const aborted = () =>
    new ConnectionError('aborted', `${nameOf(sending)} was aborted by its caller${caveat(sending)}`, {
      cause: signal?.reason,
      status: sending.status,
    });
  if (signal?.aborted) throw aborted();

  const controller = new AbortController();
  const interrupted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  const onAbort = () => controller.abort(aborted());
  signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(() => {
    controller.abort(incompleteResponse('timed-out', `within ${milliseconds} ms`, sending));
  }, milliseconds);
  try {
    return await Promise.race([interrupted, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Those besides GET that may be repeated without an idempotency key when nobody knows whether the first request took effect. */
const repeatable: ReadonlySet<OperationId> = new Set(['blockUser', 'unblockUser', 'listBlockedUsers', 'checkAudience']);

/** Whether a call may be repeated after an error. */
export function mayRepeat({ method, operationId, idempotent }: Operation): (error: unknown) => boolean {
  if (idempotent) return (error) => isTemporary(error) || isInFlight(error);
  return method === 'GET' || repeatable.has(operationId) ? isTemporary : isThrottled;
}

/** How often to repeat, and until when. */
interface RetryLimits {
  readonly retries: number;
  /** The timeout of all attempts, from now. A wait that does not fit in is not begun. */
  readonly milliseconds: number;
  readonly signal: AbortSignal | undefined;
  readonly isWorthIt: (error: unknown) => boolean;
}

/** Returns the result of `send`, which is called again after a wait if its error is worth it. Throws the last error. */
export async function repeating<T>(
  { retries, milliseconds, signal, isWorthIt }: RetryLimits,
  send: () => Promise<T>,
): Promise<T> {
  const end = Date.now() + milliseconds;
  for (let failures = 0; ; failures += 1) {
    try {
      return await send();
    } catch (error) {
      const wait = waitAfter(error, failures);
      if (failures >= retries || !isWorthIt(error) || Date.now() + wait >= end) throw error;
      await pause(wait, signal);
    }
  }
}

/** Whether the request was refused for the moment, and not handled. */
const isThrottled = (error: unknown): boolean => error instanceof ApiError && error.status === 429;

/** Whether an earlier request with the same idempotency key is being handled. Other conflicts name no time. */
const isInFlight = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.retryAfterSeconds !== undefined;

/** Whether the same request may succeed later; it may have been handled already. */
const isTemporary = (error: unknown): boolean =>
  isThrottled(error) ||
  (error instanceof ApiError && (error.status === 503 || (error.status === 500 && error.source === 'gateway'))) ||
  (error instanceof ConnectionError && error.reason === 'unreachable');

/** Waits grow to 32 seconds, unless `Retry-After` asks for more. */
const MAX_DOUBLINGS = 5;

/**
 * Returns the milliseconds to wait after `failures` earlier failures and this one: those of `Retry-After`, or without
 * one a second, then two, four, and so on; and up to a second more, so that callers don't come back together.
 */
function waitAfter(error: unknown, failures: number): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return ((asked ?? 2 ** Math.min(failures, MAX_DOUBLINGS)) + Math.random()) * 1_000;
}

/** Resolves after a time. Rejects with the signal's reason when it is aborted. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
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
