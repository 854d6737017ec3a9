/** Which API calls are repeated, and when (docs/spec/requests.md#waiting-before-a-retry). */
import { ApiError, ConnectionError } from '../../client/index.ts';

const MAX_RETRIES = 2;
const MAX_WAIT_SECONDS = 3_600;

/** Whether the API refused the call for the moment, without having handled it. */
export const isThrottled = (error: Error): error is ApiError => error instanceof ApiError && error.status === 429;

/** Repeats a read for as long as it is throttled, and twice what may succeed later: connection failures and server errors. */
export function shouldRepeatRead(failures: number, error: Error): boolean {
  if (isThrottled(error)) return true;
  const isTemporary = error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
  return isTemporary && failures < MAX_RETRIES;
}

/** Repeats a change once if it was throttled, since nothing was done then. */
export const shouldRepeatChange = (failures: number, error: Error): boolean => isThrottled(error) && failures === 0;

/** Milliseconds to wait after `failures` earlier failures and this one: those of `Retry-After` if there are any. */
export function waitBeforeRetry(failures: number, error: Error): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  const seconds = Math.min(asked ?? 2 ** failures, MAX_WAIT_SECONDS);
  return (seconds + Math.random()) * 1_000;
}
