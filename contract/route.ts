/** What a route is: the data that API Gateway, the request checks, the OpenAPI document and the client all read. */
import type * as v from 'valibot';
import type { Feature, Role } from './access.ts';

type Schema = v.GenericSchema;
/** A schema whose input is read from text, so that its output may be of any type. */
type AnySchema = v.GenericSchema<unknown, unknown> | Schema;

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** How a route takes its JSON body. */
export interface RequestBody {
  readonly schema: AnySchema;
  /** A body of more UTF-8 bytes is answered with 413. */
  readonly maxBytes: number;
  /** The handler also needs the body's exact text. */
  readonly sourceText?: boolean;
}

/** One documented answer. `headers` name what the answer carries beside the body. */
export interface RouteResponse {
  readonly status: 200 | 201 | 202;
  readonly description: string;
  readonly body: AnySchema;
}

/** One route of the HTTP API. */
export interface RouteDefinition {
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
  readonly query?: AnySchema;
  /** Query parameters that may occur more than once; they reach `query` as arrays, all others as strings. */
  readonly repeatable?: readonly string[];
  readonly body?: RequestBody;
  readonly response: RouteResponse;
}

/** Keeps the literal and schema types of a definition, and lets a bundler drop the routes that a function does not serve. */
// @__NO_SIDE_EFFECTS__
export function defineRoute<const T extends RouteDefinition>(definition: T): T {
  return definition;
}

/** The default bound of a request body: far above any id, far below anything that costs. */
export const SMALL_BODY_BYTES = 16 * 1024;
