/** The query string and path parameters of a request, checked against the contract. */
import type { APIGatewayEventRequestContextV2, APIGatewayProxyEventV2WithRequestContext } from 'aws-lambda';
import * as v from 'valibot';
import { nothing, type Schema } from '../../contract/route.ts';
import { badRequest, notFound } from './errors.ts';
import { parseQueryString } from './query-string.ts';
import { parseOrRefuse } from './validation.ts';

/** The event of payload format 2.0. The authorizer's context is unknown until it is parsed. */
export type RouteEvent = APIGatewayProxyEventV2WithRequestContext<
  APIGatewayEventRequestContextV2 & { authorizer?: { lambda?: unknown } }
>;

/**
 * The query string, parsed with `schema`; with `nothing` it is not read. Throws 400 where it is malformed, and where a
 * parameter that is not repeatable occurs twice.
 */
export function readQuery<S extends Schema>(schema: S, rawQueryString: string, repeatable: readonly string[] = []) {
  if (schema === nothing) return parseOrRefuse(schema, undefined);
  const query = new Map<string, string | readonly string[]>();
  for (const [name, values] of parseQueryString(rawQueryString)) {
    if (repeatable.includes(name)) query.set(name, values);
    else if (values.length === 1 && values[0] !== undefined) query.set(name, values[0]);
    else throw badRequest(`${name} must occur once`);
  }
  return parseOrRefuse(schema, Object.fromEntries(query));
}

/** The path parameters, parsed with `schema`. Throws 404 where one can't name anything. */
export function readParameters<S extends Schema>(schema: S, parameters: RouteEvent['pathParameters'] = {}) {
  const result = v.safeParse(schema, parameters);
  if (result.success) return result.output;
  const [{ path: [member] = [], message }] = result.issues;
  throw notFound(`there is nothing at this path: ${String(member?.key ?? 'it')} ${message}`);
}
