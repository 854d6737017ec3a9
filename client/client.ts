/**
 * The typed client of the HTTP API, for front ends and servers, with a method for each operation of the contract.
 *
 * It needs only `fetch`, `URL`, `AbortController`, `TextDecoder` and timers, which browsers, Node 20, Deno, Bun and
 * edge workers have. It has no dependencies at run time and stores nothing.
 */
import { type Blocks, checkHiddenInParts, withBlocks } from './blocks.ts';
import { ApiError, ConnectionError } from './errors.ts';
import { authorization, baseOf, newIdempotencyKey, onBehalfOfHeader, readResponse, targetOf } from './exchange.ts';
import { JsonText } from './json-text.ts';
import type { AnswerTo, AnyRequest, Methods, OperationId } from './operation.ts';
import { methods } from './operations.generated.ts';
import { type Pages, pagesOf } from './pages.ts';
import { beginning, hasSentNothing, incompleteResponse, type Sending } from './progress.ts';
import { type Pulling, pullingOf } from './pull.ts';
import { mayRepeat, repeating, within } from './retries.ts';

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Where the service is, such as `https://abc123.execute-api.eu-west-1.amazonaws.com`. */
  readonly baseUrl: string;
  /**
   * The access token, or a function that returns it; what the function throws is passed on. It is called before each
   * request, and once more, with the refused token, if the response is 401. If it returns another token then, the
   * request is sent again.
   */
  readonly token: string | ((refused?: string) => string | Promise<string>);
  /** The network to manage, for an admin who signs in with OpenID Connect and may manage several. */
  readonly network?: string | undefined;
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: Fetch | undefined;
  /** The timeout of a call with its retries, from getting the token to the last byte; 10,000 by default. */
  readonly timeoutMilliseconds?: number | undefined;
  /**
   * How many times a call is repeated after the time in `Retry-After`, or without one after a second or more; 2 by
   * default, 0 turns it off. Every call is repeated after 429, since the service has not handled it. Reads, blocks,
   * unblocks, and calls with an idempotency key are also repeated after 503, a 500 of API Gateway itself, and a broken
   * connection. A call whose wait does not fit into the timeout rejects at once with the last error; `retryAfterSeconds`
   * of an ApiError says how long to wait.
   */
  readonly retries?: number | undefined;
}

/** A method for each operation, iterators over lists and over events that are pulled, and the filter of blocked users' content. */
export interface Client extends Methods, Pages, Pulling {
  /** Hides the content of blocked users, with a cache. */
  readonly blocks: Blocks;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_RETRIES = 2;
/** The maximum of `setTimeout`. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Creates a client for one service and one caller. Throws TypeError for an invalid base URL or timeout. */
export function createClient(options: ClientOptions): Client {
  const {
    baseUrl,
    token,
    network,
    fetch: send = (url, init) => fetch(url, init),
    timeoutMilliseconds: milliseconds = DEFAULT_TIMEOUT_MS,
    retries = DEFAULT_RETRIES,
  } = options;
  const base = baseOf(baseUrl);
  if (!(milliseconds > 0 && milliseconds <= MAX_TIMEOUT_MS)) {
    throw new TypeError(`timeoutMilliseconds must be from 1 to ${MAX_TIMEOUT_MS}; it is ${milliseconds}`);
  }
  const operations = methods((operation) => async (request = {}, { signal, onBehalfOf, idempotencyKey } = {}) => {
    const sending = beginning(operation);
    const headers = {
      ...onBehalfOfHeader(onBehalfOf),
      ...(operation.idempotent && { 'idempotency-key': idempotencyKey ?? newIdempotencyKey() }),
    };
    return await within({ milliseconds, signal }, sending, (abort) =>
      repeating({ retries, milliseconds, signal: abort, isWorthIt: mayRepeat(operation) }, () =>
        call(sending, request, abort, headers),
      ),
    );
  });
  const checking = { ...operations, checkHidden: checkHiddenInParts(operations.checkHidden) };
  const blocking = withBlocks(checking);
  return { ...pagesOf(operations, blocking.blocks.page), ...pullingOf(operations), ...blocking };

  /** Sends a request, and once more with another token if the first one is refused. */
  async function call<O extends OperationId>(
    sending: Sending<O>,
    request: AnyRequest,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
  ): Promise<AnswerTo<O>> {
    if (sending.operation.open) return await exchange(sending, request, {}, signal);
    const first = typeof token === 'string' ? token : await token();
    const withToken = (text: string) =>
      exchange(sending, request, { ...headers, authorization: authorization(text, network) }, signal);
    try {
      return await withToken(first);
    } catch (error) {
      if (typeof token === 'string' || !(error instanceof ApiError && error.status === 401)) throw error;
      const second = await token(first);
      if (second === first || signal.aborted) throw error;
      return await withToken(second);
    }
  }

  async function exchange<O extends OperationId>(
    sending: Sending<O>,
    request: AnyRequest,
    authorized: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<AnswerTo<O>> {
    const { method, body: takesBody } = sending.operation;
    const url = `${base}${targetOf(sending.operation, request)}`;
    const content = takesBody && {
      headers: { 'content-type': 'application/json' },
      body: request.body instanceof JsonText ? request.body.text : JSON.stringify(request.body ?? {}),
    };
    const headers = { ...authorized, ...content?.headers };
    const before = sending.mayHaveTakenEffect;
    sending.mayHaveTakenEffect = true;
    try {
      const response = await send(url, { method, ...content, headers, redirect: 'manual', signal });
      sending.status = response.status;
      return await readResponse(sending, response);
    } catch (cause) {
      if (hasSentNothing(cause) || (cause instanceof ApiError && cause.status < 500))
        sending.mayHaveTakenEffect = before;
      if (cause instanceof ApiError || cause instanceof ConnectionError) throw cause;
      throw incompleteResponse('unreachable', `from ${base}`, sending, cause);
    } finally {
      sending.status = undefined;
    }
  }
}
