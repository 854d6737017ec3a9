/** A timeout for a whole call: getting the token, the connection, and the response to its last byte. */
import { ConnectionError } from './errors.ts';

/** When to end a call that has not finished. */
export interface Deadline {
  readonly milliseconds: number;
  /** The caller's signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the result of `work` if it finishes in time. On timeout, or when the caller's signal is aborted, rejects with
 * ConnectionError at once and aborts the signal that was passed to `work`. `name` is for the error message.
 */
export async function within<T>(
  { milliseconds, signal }: Deadline,
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const aborted = () => new ConnectionError('aborted', `${name} was aborted by its caller`, { cause: signal?.reason });
  if (signal?.aborted) throw aborted();

  const controller = new AbortController();
  const interrupted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  const onAbort = () => controller.abort(aborted());
  signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(() => {
    controller.abort(new ConnectionError('timed-out', `${name} got no response within ${milliseconds} ms`));
  }, milliseconds);
  try {
    return await Promise.race([interrupted, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
