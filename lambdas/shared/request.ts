/** The query string and path parameters of a request, checked against the contract. */
import type { APIGatewayEventRequestContextV2, APIGatewayProxyEventV2WithRequestContext } from 'aws-lambda';
import * as v from 'valibot';
import type { HttpMethod, Schema } from '../../contract/route.ts';
import { badRequest, notFound } from './errors.ts';

/**
 * Decodes `a=1&a=2` (docs/spec/blocking.md#ids-in-the-query-string): name → values. The payload of HTTP APIs joins
 * repeated parameters with commas, and an id may contain one, so `queryStringParameters` can't be used. Throws 400 where
 * a percent escape is malformed or is not UTF-8: `URLSearchParams` would replace it.
 */
export function parseQueryString(raw: string): ReadonlyMap<string, readonly string[]> {
  try {
    decodeURIComponent(raw);
  } catch {
    throw badRequest('the query string must be percent-encoded UTF-8; write % as %25');
  }
  // With a `?` of its own, since it leaves the first one out.
  const parameters = Map.groupBy(new URLSearchParams(`?${raw}`), ([name]) => name);
  return new Map(Array.from(parameters, ([name, pairs]) => [name, pairs.map(([, value]) => value)]));
}

/** The event of payload format 2.0. The authorizer's context is unknown until it is parsed. */
export type RouteEvent = APIGatewayProxyEventV2WithRequestContext<
  APIGatewayEventRequestContextV2 & { authorizer?: { lambda?: unknown } }
>;

/**
 * The query string, parsed with `schema`. Throws 400 where it is malformed, and where a parameter that is not repeatable
 * occurs twice.
 */
export function readQuery<S extends Schema>(schema: S, rawQueryString: string, repeatable: readonly string[] = []) {
  const query = new Map<string, string | readonly string[]>();
  for (const [name, values] of parseQueryString(rawQueryString)) {
    if (repeatable.includes(name)) query.set(name, values);
    else if (values.length === 1 && values[0] !== undefined) query.set(name, values[0]);
    else throw badRequest(`${name} must occur once`);
  }
  return parseOrRefuse(schema, Object.fromEntries(query));
}

/**
 * What the receiver signs of a request without a body (docs/spec/delivery.md#signing-a-request): `name=value`, not
 * escaped and in the order of the names, so that no proxy on the way can change it by writing the same otherwise.
 */
export function signedQuery(rawQueryString: string): string {
  const pairs = [...parseQueryString(rawQueryString)].flatMap(([name, values]) =>
    values.map((one) => `${name}=${one}`),
  );
  return pairs.sort().join('&');
}

/**
 * The path parameters of a route, parsed with `schema`. Throws 404 where one can't name anything, which is 400 for PUT,
 * and 400 where it could be read in two ways (docs/spec/requests.md#ids-in-the-path).
 */
export function readParameters<S extends Schema>(
  { method, path, parameters: schema }: { readonly method: HttpMethod; readonly path: string; readonly parameters: S },
  { rawPath, pathParameters = {} }: Pick<RouteEvent, 'rawPath' | 'pathParameters'>,
): v.InferOutput<S> {
  const names = path.split('/').map((part) => /^\{(\w+)\}$/.exec(part)?.[1]);
  // From its end: a domain of its own can put something before the path of the route.
  const sent = rawPath.split('/').slice(-names.length);
  for (const [index, name] of names.entries()) {
    if (name === undefined || isUnambiguous(pathParameters[name] ?? '', sent[index] ?? '')) continue;
    throw badRequest(
      `${name} must stand in the path percent-encoded once, and only where it has to be; ${NOT_IN_PATH}`,
    );
  }
  const result = v.safeParse(schema, pathParameters);
  if (result.success) return result.output;
  const [{ path: [member] = [], message }] = result.issues;
  const misfit = `${String(member?.key ?? 'it')} ${message}`;
  throw method === 'PUT' ? badRequest(misfit) : notFound(`there is nothing at this path: ${misfit}`);
}

const NOT_IN_PATH = 'an id with /, ?, # or % can not stand in a path';
/** Escapes of letters, digits and `-._~`, which need none (https://www.rfc-editor.org/rfc/rfc3986#section-2.3). */
const NEEDLESS_ESCAPE = /%(2[DE]|3\d|[46][1-9A-F]|5[\dAF]|7[\dAE])/i;

/**
 * Whether a parameter can only be the id that was sent, however API Gateway decodes `pathParameters` and `rawPath`,
 * which no page of AWS says. Otherwise what is decoded once too often, or too rarely, would be the id of somebody else.
 */
function isUnambiguous(parameter: string, sent: string): boolean {
  if (/[/?#%]/.test(parameter)) return false;
  if (parameter === sent) return true;
  try {
    return decodeURIComponent(sent) === parameter && !NEEDLESS_ESCAPE.test(sent);
  } catch {
    return false;
  }
}

/** Errors that one response lists; a longer list helps nobody and costs memory. */
const MAX_DETAILS = 50;

/** Parses `input`. Throws 400 with the first error as message and, if there are more, all of them as detail. */
export function parseOrRefuse<S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  input: unknown,
): v.InferOutput<S> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const listed = result.issues.slice(0, MAX_DETAILS);
  const messages = [...new Set(listed.map((issue) => fieldMessage(issue.path, issue.message)))];
  const [first, ...others] = messages;
  throw badRequest(first ?? 'the request is malformed', others.length === 0 ? [] : messages);
}

/** `events[3].data.channel must be …`. */
export function fieldMessage(path: readonly { readonly key: unknown }[] = [], message: string): string {
  const field = path.reduce((prefix, { key }) => {
    if (typeof key === 'number') return `${prefix}[${key}]`;
    return prefix === '' ? String(key) : `${prefix}.${String(key)}`;
  }, '');
  if (field !== '') return `${field} ${message}`;
  // JSON that is no object; other messages about the whole body name it.
  return message.startsWith('must ') ? `the request body ${message}` : message;
}
