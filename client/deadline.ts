/** A bound in time that holds for all of a call: the token, the connection, and the last byte of the answer. */
import { ConnectionError } from './errors.ts';

/** When to give up. */
export interface Deadline {
  readonly milliseconds: number;
  /** The caller's own. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What `work` comes to, if it does so in time. When the time is over or the caller's signal is aborted, the promise
 * rejects with ConnectionError at once, whatever the work is doing, and the signal that the work was given is aborted.
 */
export async function within<T>(
  { milliseconds, signal }: Deadline,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const aborted = () => new ConnectionError('aborted', `${what} was given up by its caller`, { cause: signal?.reason });
  if (signal?.aborted) throw aborted();

  const controller = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  const onAbort = () => controller.abort(aborted());
  signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(() => {
    controller.abort(new ConnectionError('timed-out', `${what} got no answer within ${milliseconds} ms`));
  }, milliseconds);
  try {
    return await Promise.race([stopped, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
