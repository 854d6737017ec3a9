/**
 * The typed client of the HTTP API, for front ends and servers, with a method for each operation of the contract.
 *
 * It needs only `fetch`, `URL`, `AbortController`, `TextDecoder` and timers, which browsers, Node 20, Deno, Bun and edge
 * workers have. It has no dependencies at run time and stores nothing.
 */

import { within } from './deadline.ts';
import { ApiError, ConnectionError } from './errors.ts';
import { checkHiddenInParts } from './hide-check.ts';
import type { AnswerTo, AnyRequest, Methods, Operation, OperationId } from './operation.ts';
import { methods } from './operations.generated.ts';
import { type Pages, pagesOf } from './pages.ts';
import { authorization, baseOf, onBehalfOfHeader, targetOf } from './request.ts';
import { readResponse } from './response.ts';
import { repeating } from './retry.ts';

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Where the service is, such as `https://abc123.execute-api.eu-west-1.amazonaws.com`. */
  readonly baseUrl: string;
  /** The access token, or a function that returns it. It is called before each request; what it throws is passed on. */
  readonly token: string | (() => string | Promise<string>);
  /** The network to manage, for an admin who signs in with OpenID Connect and may manage several. */
  readonly network?: string | undefined;
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: Fetch | undefined;
  /** The timeout of a call, from getting the token to the last byte of the response, with retries; 10,000 by default. */
  readonly timeoutMilliseconds?: number | undefined;
  /**
   * How many times a call is repeated that was refused with 429 or 503, after the time in `Retry-After`; 2 by default, 0 turns it
   * off. Only reads, blocks and unblocks are repeated, and only if the wait fits into the timeout. Otherwise, and at the
   * end, the call rejects with the ApiError, which has `retryAfterSeconds`.
   */
  readonly retries?: number | undefined;
}

export type Client = Methods & Pages;

const DEFAULT_TIMEOUT_MILLISECONDS = 10_000;
const DEFAULT_RETRIES = 2;
/** The maximum of `setTimeout`. */
const MAX_TIMEOUT_MILLISECONDS = 2 ** 31 - 1;

/** Creates a client for one service and one caller. Throws TypeError for an invalid base URL or timeout. */
export function createClient({
  baseUrl,
  token,
  network,
  fetch: send = (url, init) => fetch(url, init),
  timeoutMilliseconds: milliseconds = DEFAULT_TIMEOUT_MILLISECONDS,
  retries = DEFAULT_RETRIES,
}: ClientOptions): Client {
  const base = baseOf(baseUrl);
  if (!(milliseconds > 0 && milliseconds <= MAX_TIMEOUT_MILLISECONDS)) {
    throw new TypeError(`timeoutMilliseconds must be from 1 to ${MAX_TIMEOUT_MILLISECONDS}; it is ${milliseconds}`);
  }
  const operations = methods((operation) => async (request = {}, { signal, onBehalfOf } = {}) => {
    const name = `${operation.method} ${operation.path}`;
    return await within({ milliseconds, signal }, name, (abort) =>
      repeating(operation, { retries, milliseconds, signal: abort }, () => call(operation, request, abort, onBehalfOf)),
    );
  });
  return { ...operations, ...pagesOf(operations), checkHidden: checkHiddenInParts(operations.checkHidden) };

  async function call<O extends OperationId>(
    operation: Operation<O>,
    request: AnyRequest,
    signal: AbortSignal,
    onBehalfOf: string | undefined,
  ): Promise<AnswerTo<O>> {
    const { method, path, body: takesBody } = operation;
    const url = `${base}${targetOf(operation, request)}`;
    const content = takesBody && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request.body ?? {}),
    };
    const headers = { ...(await authentication(operation)), ...onBehalfOfHeader(onBehalfOf), ...content?.headers };
    try {
      const response = await send(url, { method, ...content, headers, redirect: 'manual', signal });
      return await readResponse(operation, response);
    } catch (cause) {
      if (cause instanceof ApiError || cause instanceof ConnectionError) throw cause;
      throw new ConnectionError('unreachable', `${method} ${path} got no response from ${base}`, { cause });
    }
  }

  /** Returns the `authorization` header, unless the operation needs none. */
  async function authentication({ open }: Operation): Promise<Record<string, string>> {
    if (open) return {};
    return { authorization: authorization(typeof token === 'string' ? token : await token(), network) };
  }
}
