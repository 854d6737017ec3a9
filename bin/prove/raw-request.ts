/** Requests as they are given: paths that no URL parser has touched, and headers that may be repeated. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';

export interface RawRequest {
  readonly method?: string;
  /** With the query, as it is sent. */
  readonly path: string;
  /** In their order, also several of one name. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Buffer;
}

export interface RawResponse {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly milliseconds: number;
}

const TIMEOUT_MS = 30_000;

/** Sends a request to an API by its base URL. Rejects for a connection that fails, and after 30 s. */
export async function sendRaw(
  apiUrl: string,
  { method = 'GET', path, headers = [], body }: RawRequest,
): Promise<RawResponse> {
  const { protocol, hostname, port, host } = new URL(apiUrl);
  const started = performance.now();
  const length = body === undefined ? [] : ['content-length', `${Buffer.byteLength(body)}`];
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const request = (protocol === 'https:' ? requestHttps : requestHttp)({
    hostname,
    port,
    path,
    method,
    headers: ['host', host, ...length, ...headers.flat()],
    timeout: TIMEOUT_MS,
    maxHeaderSize: 64 * 1024,
  });
  request.on('response', (response) => {
    const { statusCode: status = 0, headers: received } = response;
    buffer(response).then(
      (bytes) =>
        resolve({ status, headers: received, text: bytes.toString(), milliseconds: performance.now() - started }),
      reject,
    );
  });
  request.on('timeout', () => request.destroy(new Error(`there was no response within ${TIMEOUT_MS / 1_000} s`)));
  request.on('error', reject);
  request.end(body);
  return await promise;
}

/** The headers of a caller with a token and, if there is a body, its type. */
export const callerHeaders = (token: string, isJson = false): readonly (readonly [string, string])[] => [
  ['authorization', `Bearer ${token}`],
  ...(isJson ? [['content-type', 'application/json'] as const] : []),
];
