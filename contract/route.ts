/** What a route is: the data that API Gateway, the request checks, the OpenAPI document and the client all read. */
import * as v from 'valibot';
import type { Feature, Role } from './access.ts';

/** A schema whose input is the outside's and whose output is ours. */
export type Schema = v.GenericSchema<unknown, unknown>;

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** How a route takes its JSON body. */
export interface RequestBody<S extends Schema = Schema> {
  readonly schema: S;
  /** A body of more UTF-8 bytes is answered with 413. */
  readonly maxBytes: number;
  /** The body may be left out; that is the same as `{}`. */
  readonly optional?: boolean;
  /** Members may have any name; elsewhere a body with a member named `__proto__` is 400. */
  readonly anyMemberNames?: boolean;
}

/** For a part of the request that the route does not look at. */
export const nothing = v.unknown();

/** For a route that takes no body. */
export const noBody = { schema: nothing, maxBytes: 0 } as const satisfies RequestBody;

/** What a route answers when all is well. */
export interface RouteResponse<S extends Schema = Schema> {
  readonly status: 200 | 201 | 202;
  readonly description: string;
  readonly body: S;
}

/** One route of the HTTP API. */
export interface RouteDefinition<
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
  Parameters extends Schema = Schema,
> {
  /** The operation's name in the OpenAPI document, the client and the log. */
  readonly operationId: string;
  readonly method: HttpMethod;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  /** The one role that may call it (decision 3); `anyone` is served without a token. */
  readonly role: Role | 'anyone';
  /** The switch that the network must have on (decision 5). */
  readonly feature?: Feature;
  /** What the `{…}` of the path stand for. A path whose parameter can't be what it stands for leads nowhere: 404. */
  readonly parameters?: Parameters;
  /** What the query string must hold; `nothing` where it is not looked at. */
  readonly query: Query;
  /** Query parameters that may occur more than once; they reach `query` as arrays, all others as strings. */
  readonly repeatable?: readonly string[];
  /** `noBody` where the route takes none. */
  readonly body: RequestBody<Body>;
  readonly response: RouteResponse<Response>;
}

/** A route that needs a token. */
export interface AuthorizedRoute<
  Query extends Schema,
  Body extends Schema,
  Response extends Schema,
  Parameters extends Schema = Schema,
> extends RouteDefinition<Query, Body, Response, Parameters> {
  readonly role: Role;
}

/** A route that is served without a token. */
export interface OpenRoute<Response extends Schema> extends RouteDefinition<Schema, Schema, Response> {
  readonly role: 'anyone';
}

/** Keeps the literal and schema types of a definition, and lets a bundler drop the routes that a function does not serve. */
// @__NO_SIDE_EFFECTS__
export function defineRoute<const T extends RouteDefinition>(definition: T): T {
  return definition;
}

/** The default bound of a request body: far above any id, far below anything that costs. */
export const SMALL_BODY_BYTES = 16 * 1024;
