/**
 * The typed client of the HTTP API, for front ends and servers: a method for each operation of the contract.
 *
 * It needs `fetch`, `URL` and `AbortController`, which browsers, Node 20, Deno, Bun and edge workers have, and imports
 * nothing else at run time. It keeps no state and does not retry.
 */
import { readAnswer } from './answer.ts';
import { within } from './deadline.ts';
import { ApiError, ConnectionError } from './errors.ts';
import type { AnswerTo, AnyRequest, Methods, Operation, OperationId } from './operation.ts';
import { methods } from './operations.generated.ts';
import { type Pages, pagesOf } from './pages.ts';
import { authorization, baseOf, targetOf } from './request.ts';

/** As the global `fetch` is. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Where the service is, such as `https://abc123.execute-api.eu-west-1.amazonaws.com`. */
  readonly baseUrl: string;
  /** The access token, or what answers it: asked before each call, so that it may be renewed. What it throws is passed on. */
  readonly token: string | (() => string | Promise<string>);
  /** For an admin who signs in with OpenID Connect and may manage several networks: the one that is meant. */
  readonly network?: string | undefined;
  /** Sends the requests; the global `fetch` unless given. */
  readonly fetch?: Fetch | undefined;
  /** The bound of a call, from the token to the last byte of the answer: 10,000 unless given. */
  readonly timeoutMilliseconds?: number | undefined;
}

export type Client = Methods & Pages;

const DEFAULT_TIMEOUT_MILLISECONDS = 10_000;
/** The longest that timers can wait. */
const MAX_TIMEOUT_MILLISECONDS = 2 ** 31 - 1;

/** A client of one service, as one caller. Throws TypeError for a base URL or a time-out that can't be meant. */
export function createClient({
  baseUrl,
  token,
  network,
  fetch: send = (url, init) => fetch(url, init),
  timeoutMilliseconds: milliseconds = DEFAULT_TIMEOUT_MILLISECONDS,
}: ClientOptions): Client {
  const base = baseOf(baseUrl);
  if (!(milliseconds > 0 && milliseconds <= MAX_TIMEOUT_MILLISECONDS)) {
    throw new TypeError(`timeoutMilliseconds must be from 1 to ${MAX_TIMEOUT_MILLISECONDS}; it is ${milliseconds}`);
  }
  const operations = methods((operation) => async (request = {}, { signal } = {}) => {
    const what = `${operation.method} ${operation.path}`;
    return await within({ milliseconds, signal }, what, (stop) => call(operation, request, stop));
  });
  return { ...operations, ...pagesOf(operations) };

  async function call<O extends OperationId>(
    operation: Operation<O>,
    request: AnyRequest,
    signal: AbortSignal,
  ): Promise<AnswerTo<O>> {
    const { method, path, body: takesBody } = operation;
    const url = `${base}${targetOf(operation, request)}`;
    const content = takesBody && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request.body ?? {}),
    };
    const headers = { ...(await proof(operation)), ...content?.headers };
    try {
      const response = await send(url, { method, ...content, headers, redirect: 'manual', signal });
      return await readAnswer(operation, response);
    } catch (cause) {
      if (cause instanceof ApiError || cause instanceof ConnectionError) throw cause;
      throw new ConnectionError('unreachable', `${method} ${path} got no answer from ${base}`, { cause });
    }
  }

  /** The header that proves who is calling, unless anyone may call. */
  async function proof({ open }: Operation): Promise<Record<string, string>> {
    if (open) return {};
    return { authorization: authorization(typeof token === 'string' ? token : await token(), network) };
  }
}
