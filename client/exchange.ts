/** The URL of a request, the headers that say who calls, and the response, whose form is not trusted. */
import { ApiError, ConnectionError, type ErrorSource } from './errors.ts';
import type { AnswerTo, AnyRequest, Operation, OperationId, QueryValue } from './operation.ts';
import { caveat, nameOf, type Sending } from './progress.ts';

/** Returns a base URL without final slashes. Throws TypeError if it is not an absolute http or https URL. */
export function baseOf(baseUrl: string): string {
  if (!/^https?:/i.test(baseUrl)) throw new TypeError(`baseUrl must be an http or https URL; it is ${baseUrl}`);
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${withoutSlashes(pathname)}`;
}

/** Not by `/\/+$/`, whose time grows with the square of the slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Returns the percent-encoded path and query of a request. Throws TypeError if a path parameter can't be an id. */
export function targetOf({ path }: Pick<Operation, 'path'>, { parameters = {}, query = {} }: AnyRequest): string {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, parameters[name]));
  const pairs = Object.entries(query).flatMap(([name, value]) => pairsOf(name, value));
  return pairs.length === 0 ? target : `${target}?${pairs.join('&')}`;
}

/** Refuses `.` and `..`, which URLs drop, and the empty string, which leads to another route. */
function segment(name: string, value: string | undefined): string {
  if (value === undefined || ['', '.', '..'].includes(value)) {
    throw new TypeError(`parameters.${name} must be an id; it is ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(value);
}

const pairsOf = (name: string, value: QueryValue | undefined): readonly string[] =>
  (value === undefined ? [] : [value].flat()).map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`);

/**
 * Returns the `Authorization` header. `network` is for admins who sign in with OpenID Connect and may manage several.
 * Throws TypeError, without the token in its message, if a header can't contain the token.
 */
export function authorization(token: string, network: string | undefined): string {
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
    throw new TypeError('token must be an access token: it is empty, contains spaces, or is not a text');
  return `Bearer ${network === undefined ? '' : `${network}~`}${token}`;
}

/** Returns the `on-behalf-of` header, percent-encoded. Without a user there is none. */
export const onBehalfOfHeader = (userId: string | undefined): Record<string, string> =>
  userId === undefined ? {} : { 'on-behalf-of': encodeURIComponent(userId) };

/** A key that no other request of the caller has; it need not be hard to guess. */
export const newIdempotencyKey = (): string =>
  [Date.now(), Math.random(), Math.random()].map((n) => n.toString(36).replace('0.', '')).join('-');

/** More than any response of the service: Lambda's limit is 6 MB. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/**
 * Returns the body of a successful response. Its fields are not checked against the contract.
 *
 * Throws ApiError for an error response, and ConnectionError for a response that the service never sends: a redirect,
 * a body that is not a JSON object, or more than 8 MiB.
 */
export async function readResponse<O extends OperationId>(
  sending: Sending<O>,
  response: Response,
): Promise<AnswerTo<O>> {
  const { status, ok } = response;
  const unexpected = (what: string, but = '') => {
    const message = `${nameOf(sending)} got ${what}: is baseUrl right?${but}`;
    return new ConnectionError('unexpected-answer', message, { status });
  };
  if (status < 400 && !ok) throw unexpected('a redirect');
  const text = await readText(response);
  if (!ok) throw apiError(response, text ?? '', nameOf(sending));
  if (text === undefined) throw unexpected(`${status} with more than ${MAX_RESPONSE_BYTES} bytes`, caveat(sending));
  const body = parseJson(text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw unexpected(`${status} without a JSON object`, caveat(sending));
}

/** Returns the error of a response that comes from a function, the gateway or a proxy. */
function apiError({ status, headers }: Response, text: string, request: string): ApiError {
  const body = membersOf(parseJson(text));
  const { code, message, data } = body;
  const { detail } = membersOf(data);
  return new ApiError(typeof message === 'string' ? message : `${request} got ${status} without a message`, {
    status,
    source: sourceOf(body),
    code: typeof code === 'number' ? code : undefined,
    detail: Array.isArray(detail) ? detail.filter((complaint) => typeof complaint === 'string') : [],
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
  });
}

/** API Gateway's own responses have a message and nothing else; it is null where an authorizer fails. */
function sourceOf(body: Readonly<Record<string, unknown>>): ErrorSource {
  if (typeof body['code'] === 'number') return 'service';
  return Object.keys(body).join() === 'message' ? 'gateway' : 'other';
}

/** The members of an object; none of any other value. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Returns the value of a JSON text, or undefined for other texts. */
export function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The seconds that `Retry-After` asks to wait: a number, or until a date in one of three forms (RFC 9110, 5.6.7). */
export function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  // The form of asctime has no zone.
  const until = Date.parse(retryAfter.endsWith('GMT') ? retryAfter : `${retryAfter} GMT`);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

/** Returns the text of a body, or undefined as soon as it is longer than 8 MiB. */
async function readText(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader();
  // Some runtimes, such as React Native, have no streams; there is no limit then.
  if (reader === undefined) return await response.text();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
