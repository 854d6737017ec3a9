/** One request over one connection, and its answer as far as it is read (decision 22). */
import type { Connection } from './connections.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** The most of an answer's body that is read. */
const MAX_ANSWER_BYTES = 16 * 1024;
/** What is kept of it. */
const KEPT_ANSWER_BYTES = 1024;

/** A request without its origin. */
export interface Exchangeable {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** How the exchange ended. `complete` and only that leaves the connection in a state to be used again. */
export interface Exchange {
  readonly end: 'complete' | 'too_large' | 'timeout' | 'failed';
  /** Where it failed. */
  readonly error?: Error | undefined;
  readonly statusCode?: number | undefined;
  readonly responseStart?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** Sends a request and reads the answer within `budgetMilliseconds`. Never rejects. */
export function exchange(
  { client }: Connection,
  { path, headers, body }: Exchangeable,
  budgetMilliseconds: number,
): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  let statusCode: number | undefined;
  let retryAfter: number | undefined;
  let bytesRead = 0;
  let kept: Buffer | undefined;
  const timer = setTimeout(() => finish('timeout'), budgetMilliseconds);

  client.dispatch(
    { path, method: 'POST', headers, body },
    {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, status, answered) => {
        if (status < 200) return;
        statusCode = status;
        retryAfter = retryAfterSeconds(answered['retry-after'], Date.now());
        if (Number(answered['content-length']) > MAX_ANSWER_BYTES) finish('too_large');
      },
      onResponseData: (_controller, chunk) => {
        kept = keptStart(kept, chunk);
        bytesRead += chunk.length;
        if (bytesRead > MAX_ANSWER_BYTES) finish('too_large');
      },
      onResponseEnd: () => finish('complete'),
      onResponseError: (_controller, error) => finish('failed', error),
    },
  );
  return promise;

  function finish(end: Exchange['end'], error?: Error): void {
    clearTimeout(timer);
    resolve({
      end,
      statusCode,
      responseStart: kept && textOf(kept, bytesRead > KEPT_ANSWER_BYTES),
      retryAfterSeconds: retryAfter,
      error,
    });
  }
}

/** A copy, so that a whole socket buffer isn't held for its beginning. */
function keptStart(kept: Buffer | undefined, chunk: Buffer): Buffer {
  if (kept === undefined) return Buffer.from(chunk.subarray(0, KEPT_ANSWER_BYTES));
  if (kept.length >= KEPT_ANSWER_BYTES) return kept;
  return Buffer.concat([kept, chunk.subarray(0, KEPT_ANSWER_BYTES - kept.length)]);
}

/** UTF-8, with what is not replaced by U+FFFD; a character that the cut goes through is left out. */
const textOf = (bytes: Buffer, cut: boolean): string =>
  cut ? new TextDecoder().decode(bytes, { stream: true }) : bytes.toString();
