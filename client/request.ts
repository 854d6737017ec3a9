/** The parts of a request: where it goes, and what proves who is calling. */
import type { AnyRequest, Operation, QueryValue } from './operation.ts';

/** A base URL without the slash at its end. Throws TypeError for what is no absolute http or https URL. */
export function baseOf(baseUrl: string): string {
  if (!/^https?:/i.test(baseUrl)) throw new TypeError(`baseUrl must be an http or https URL; it is ${baseUrl}`);
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** The path and query of a request, percent-encoded. Throws TypeError for a path parameter that names nothing. */
export function targetOf({ path }: Pick<Operation, 'path'>, { parameters = {}, query = {} }: AnyRequest): string {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, parameters[name]));
  const pairs = Object.entries(query).flatMap(([name, value]) => pairsOf(name, value));
  return pairs.length === 0 ? target : `${target}?${pairs.join('&')}`;
}

/** A URL drops `.` and `..`, and an empty segment is another route: none may stand for an id. */
function segment(name: string, value: string | undefined): string {
  if (value === undefined || ['', '.', '..'].includes(value)) {
    throw new TypeError(`parameters.${name} must be an id; it is ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(value);
}

const pairsOf = (name: string, value: QueryValue | undefined): readonly string[] =>
  (value === undefined ? [] : [value].flat()).map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`);

/**
 * The Authorization header. A network before the token is for admins of several networks, who sign in with OpenID Connect.
 * Throws TypeError for a token that no header can hold, and does not repeat it.
 */
export function authorization(token: string, network: string | undefined): string {
  if (!/^[\x21-\x7e]+$/.test(token)) throw new TypeError('token must be an access token: it is empty or holds spaces');
  return `Bearer ${network === undefined ? '' : `${network}~`}${token}`;
}
