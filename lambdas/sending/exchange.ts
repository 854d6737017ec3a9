/** One request over one connection, and as much of its response as is read. */
import { MAX_RESPONSE_BYTES } from '../../contract/receiver-contract.ts';
import { type MaskedSecrets, masked, RECOGNIZABLE_BYTES, secretsIn } from './mask.ts';
import type { Connection } from './open-connection.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** The most bytes that the receiver may send: interim responses, headers, and the framing of a body in chunks. */
const MAX_EXCHANGE_BYTES = 256 * 1024;
/** The most interim responses of an exchange, each of which takes processor time. */
const MAX_INTERIM_RESPONSES = 100;
/** How much of it is kept. */
const KEPT_RESPONSE_BYTES = 1024;

const NO_HEADERS: Readonly<Record<string, string>> = {};

/** A request without its origin. */
export interface Exchangeable {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Further headers, which others overrule. What is kept of the response has their values masked. */
  readonly customHeaders?: Readonly<Record<string, string>> | undefined;
  readonly body: Buffer | string;
}

/**
 * How the exchange ended: `cut` where the body was longer than what is read. Only after `complete` can the connection be
 * used again.
 */
export interface Exchange {
  readonly end: 'complete' | 'cut' | 'timeout' | 'failed';
  /** Whether the request was written. */
  readonly isWritten: boolean;
  /** Present where it failed. */
  readonly error?: Error | undefined;
  readonly statusCode?: number | undefined;
  readonly responseStart: string;
  /** Empty after a 2xx, which needs no explanation. */
  readonly responseHeaders: string;
  readonly retryAfterSeconds?: number | undefined;
  /** Whether the receiver asks never to get this delivery again. */
  readonly isAborted: boolean;
}

/** The response has no status that a response may have, or too many interim responses came before it. */
export class InvalidStatusError extends Error {}

/** Sends a request and reads the response within `timeLimitMs`. Never rejects. */
export function exchange(
  connection: Connection,
  { path, headers, customHeaders = NO_HEADERS, body }: Exchangeable,
  timeLimitMs: number,
): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  let isWritten = false;
  let statusCode: number | undefined;
  let retryAfter: number | undefined;
  let isAborted = false;
  const secrets = secretsIn(customHeaders);
  let keptHeaders = '';
  let interim = 0;
  let bytesRead = 0;
  let kept = Buffer.alloc(0);
  const timer = setTimeout(() => finish('timeout'), timeLimitMs);

  connection.client.dispatch(
    { path, method: 'POST', headers: { ...customHeaders, ...headers }, body },
    {
      onRequestStart: () => {
        isWritten = true;
        connection.allow?.(MAX_EXCHANGE_BYTES);
      },
      onResponseStart: (controller, status, responseHeaders) => {
        // Ahead of undici's assertions, which are slow: they parse the whole bundle to quote themselves.
        if (status < 102 || interim > MAX_INTERIM_RESPONSES) return controller.abort(new InvalidStatusError());
        if (status < 200) return void interim++;
        connection.phase = 'ready';
        statusCode = status;
        if (status >= 300) keptHeaders = headerLines(responseHeaders, secrets);
        retryAfter = retryAfterSeconds(responseHeaders['retry-after'], Date.now());
        isAborted = responseHeaders['webhook-delivery'] === 'abort-message';
      },
      onResponseData: (_controller, chunk) => {
        const room = KEPT_RESPONSE_BYTES + RECOGNIZABLE_BYTES - kept.length;
        if (room > 0) kept = Buffer.concat([kept, chunk.subarray(0, room)]);
        bytesRead += chunk.length;
        if (bytesRead > MAX_RESPONSE_BYTES) finish('cut');
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
      isWritten,
      statusCode,
      responseStart: startOf(kept, secrets),
      responseHeaders: keptHeaders,
      retryAfterSeconds: retryAfter,
      isAborted,
      error,
    });
  }
}

/** What is kept of a response, masked. Invalid bytes become U+FFFD, and a character that was cut off is left out. */
function startOf(bytes: Buffer, secrets: MaskedSecrets): string {
  if (bytes.length <= KEPT_RESPONSE_BYTES) return masked(bytes.toString(), secrets);
  const { length } = new TextDecoder().decode(bytes.subarray(0, KEPT_RESPONSE_BYTES), { stream: true });
  return masked(new TextDecoder().decode(bytes), secrets, length);
}

/** Characters of the headers of a failed response that the log keeps. */
const MAX_HEADER_CHARACTERS = 1024;
/**
 * Headers but cookies as masked lines of `name: value`, repeated ones each: as many whole ones as fit into 1,024
 * characters before they are masked, which lengthens none.
 */
export function headerLines(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  secrets: MaskedSecrets = [],
): string {
  let kept = '';
  for (const [name, values = []] of Object.entries(headers)) {
    if (name.toLowerCase() === 'set-cookie') continue;
    for (const value of typeof values === 'string' ? [values] : values) {
      const line = `${name}: ${value}`;
      if (kept.length + line.length >= MAX_HEADER_CHARACTERS) return masked(kept, secrets);
      kept += kept === '' ? line : `\n${line}`;
    }
  }
  return masked(kept, secrets);
}
