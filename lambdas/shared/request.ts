/** The parts of an HTTP request, read from the event of API Gateway and held against the contract. */
import type { APIGatewayEventRequestContextV2, APIGatewayProxyEventV2WithRequestContext } from 'aws-lambda';
import * as v from 'valibot';
import type { RequestBody, Schema } from '../../contract/route.ts';
import { badRequest, notFound, ServiceError } from './errors.ts';
import { parseQueryString } from './query-string.ts';
import { parseOrRefuse } from './validation.ts';

/** The payload 2.0 event. What the authorizer left in it is unknown until it has been parsed. */
export type RouteEvent = APIGatewayProxyEventV2WithRequestContext<
  APIGatewayEventRequestContextV2 & { authorizer?: { lambda?: unknown } }
>;

/** What a body that can't be parsed is told. */
export const NOT_JSON = 'the request body must be a JSON object';

/** The query string as `schema` understands it. A parameter that is not repeatable and occurs twice is 400. */
export function readQuery<S extends Schema>(schema: S, rawQueryString: string, repeatable: readonly string[] = []) {
  const query = new Map<string, string | readonly string[]>();
  for (const [name, values] of parseQueryString(rawQueryString)) {
    if (repeatable.includes(name)) query.set(name, values);
    else if (values.length === 1 && values[0] !== undefined) query.set(name, values[0]);
    else throw badRequest(`${name} must occur once`);
  }
  return parseOrRefuse(schema, Object.fromEntries(query));
}

/** What the `{…}` of the route's path stand for, as `schema` understands it. Anything else is 404: there is no such thing. */
export function readParameters<S extends Schema>(schema: S, parameters: RouteEvent['pathParameters'] = {}) {
  const result = v.safeParse(schema, parameters);
  if (result.success) return result.output;
  const [{ path: [member] = [], message }] = result.issues;
  throw notFound(`there is nothing at this path: ${String(member?.key ?? 'it')} ${message}`);
}

const JSON_CONTENT_TYPE = /^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i;

/**
 * The body's exact text; `{}` where it may be left out and is. Throws 400 where it is missing or not UTF-8, 413 over the
 * bound, 415 for another content type.
 */
export function readBodyText(
  { body, headers, isBase64Encoded }: Pick<RouteEvent, 'body' | 'headers' | 'isBase64Encoded'>,
  { maxBytes, optional }: RequestBody,
): string {
  if (body === undefined || body === '') {
    if (optional) return '{}';
    throw badRequest('the request body is missing; it must be a JSON object');
  }
  if (!JSON_CONTENT_TYPE.test(headers['content-type'] ?? '')) {
    throw new ServiceError('unsupportedMediaType', 'the content-type must be application/json');
  }
  const size = Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
  if (size > maxBytes) throw new ServiceError('payloadTooLarge', `the request body must be at most ${maxBytes} bytes`);
  if (!isBase64Encoded) return body;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(body, 'base64'));
  } catch {
    throw badRequest('the request body must be UTF-8');
  }
}

/** What a JSON text says. Throws 400 for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(NOT_JSON);
  }
}
