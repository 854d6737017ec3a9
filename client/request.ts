/** Builds the URL of a request, and the headers that say who calls. */
import type { AnyRequest, Operation, QueryValue } from './operation.ts';

/** Returns a base URL without its final slash. Throws TypeError if it is not an absolute http or https URL. */
export function baseOf(baseUrl: string): string {
  if (!/^https?:/i.test(baseUrl)) throw new TypeError(`baseUrl must be an http or https URL; it is ${baseUrl}`);
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
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
