/** Definitions of routes, from which API Gateway, validation, the OpenAPI document and the client are made. */
import type * as v from 'valibot';
import type { Feature, Role } from './access.ts';
import { documentRoute, type Example, type MakeRouteDoc } from './documentation.ts';
import type { QuotaName, RequestQuota } from './quotas.ts';

/** A schema for input that is not trusted. */
export type Schema = v.GenericSchema<unknown, unknown>;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The JSON body of a route. */
export interface RequestBody<S extends Schema = Schema> {
  readonly schema: S;
  /** A body with more bytes of UTF-8 gets 413. */
  readonly maxBytes: number;
  /** The quota that its bytes count against. */
  readonly quota?: QuotaName;
  /** The body may be left out, and is `{}` then. */
  readonly optional?: boolean;
  /** Levels of objects and arrays around what may have `MAX_JSON_LEVELS` itself: 1 by default, the body. */
  readonly envelope?: number;
  /** Members may have any name; elsewhere a body with a member named `__proto__` is 400. */
  readonly anyMemberNames?: boolean;
}

/** The response of a route on success. */
interface RouteResponse<S extends Schema = Schema> {
  readonly status: 200 | 201 | 202;
  readonly body: S;
  /** The status of the response whose body has the `status` `pending`: the caller repeats the request. */
  readonly pendingStatus?: 202;
  /** The status of the response whose body has a `secret`: the request has made what its path names. */
  readonly createdStatus?: 201;
  /** Seconds for which the caller's cache may keep it, if it is the same for all callers; otherwise none may. */
  readonly cacheSeconds?: number;
}

/** The HTTP status of a response with this body. */
export function statusOf(
  { status, pendingStatus, createdStatus }: Pick<RouteResponse, 'status' | 'pendingStatus' | 'createdStatus'>,
  body: unknown,
): number {
  if (typeof body !== 'object' || body === null) return status;
  if (pendingStatus !== undefined && 'status' in body && body.status === 'pending') return pendingStatus;
  return createdStatus !== undefined && 'secret' in body ? createdStatus : status;
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
  /**
   * The role that may call it (docs/spec/access.md#roles): `viewer` is for admins, too. `receiver` needs no token, but
   * a signature with the secret of the webhook in the path (docs/spec/delivery.md#ledger); `anyone` needs neither.
   */
  readonly role: Role | 'receiver' | 'anyone';
  /** Other roles whose tokens it takes as well. On a route of receivers, its function verifies them. */
  readonly alsoFor?: readonly Role[];
  /** The quota of its requests (docs/spec/requests.md#quotas); `none` where there is no network to charge. */
  readonly quota: RequestQuota | 'none';
  /** The feature that the network must have on (docs/spec/access.md#features). */
  readonly feature?: Feature;
  /** HEAD is served as well, by the same function: the response of GET without its body. */
  readonly servesHead?: true;
  /** The schema of each `{…}` in the path. A path that does not fit it is 404, and for PUT, which can make it, 400. */
  readonly parameters?: Parameters;
  /** The schema of the query string, which is ignored without one. */
  readonly query?: Query;
  /** Query parameters that may occur more than once; they reach `query` as arrays, all others as strings. */
  readonly repeatable?: readonly string[];
  /** Headers that it reads; a malformed one is ignored. */
  readonly headers?: Schema;
  /** Absent if the route takes none. */
  readonly body?: RequestBody<Body>;
  /** Takes an idempotency key (docs/spec/requests.md#idempotency-keys). */
  readonly idempotent?: true;
  readonly response: RouteResponse<Response>;
  /**
   * Statuses that its other properties don't tell: 400 without a body, query or path parameters, 404 without the last, and 409
   * where another request changes the same thing at the same time.
   */
  readonly otherStatuses?: readonly (400 | 404 | 409)[];
  /** What to know after a 5xx, as sentences; its message and description end with them. */
  readonly afterFailure?: string;
}

/** A route that needs a token. */
export interface AuthorizedRoute<
  Query extends Schema,
  Body extends Schema,
  Response extends Schema,
  Parameters extends Schema = Schema,
> extends RouteDefinition<Query, Body, Response, Parameters> {
  readonly role: Role;
  readonly quota: RequestQuota;
}

/** A route that needs no token. */
export interface OpenRoute<Body extends Schema, Response extends Schema>
  extends RouteDefinition<Schema, Body, Response> {
  readonly role: 'anyone';
  readonly quota: 'none';
}

/** A route of a webhook that its receiver calls, or somebody with a token. A receiver's query names the network. */
export interface ReceiverRoute<Query extends Schema, Response extends Schema, Parameters extends Schema>
  extends RouteDefinition<Query, Schema, Response, Parameters> {
  readonly role: 'receiver';
  readonly alsoFor: readonly Role[];
  readonly quota: RequestQuota;
  readonly parameters: Parameters;
  readonly query: Query;
}

/** A route that the receiver of a webhook calls. Its body names the network. */
export interface SignedRoute<Body extends Schema, Response extends Schema, Parameters extends Schema>
  extends RouteDefinition<Schema, Body, Response, Parameters> {
  readonly role: 'receiver';
  readonly quota: RequestQuota;
  readonly parameters: Parameters;
  readonly body: RequestBody<Body>;
}

/** Whether API Gateway lets nobody call a route without a token. */
export const needsToken = ({ role }: Pick<RouteDefinition, 'role'>): boolean =>
  role !== 'anyone' && role !== 'receiver';

/** The HTTP methods that a route is served for. */
export const methodsOf = ({ method, servesHead }: RouteDefinition): readonly (HttpMethod | 'HEAD')[] =>
  servesHead ? [method, 'HEAD'] : [method];

/** An example of a route: the compiler checks it against the route's schemas. */
type ExampleOf<Route extends RouteDefinition> = {
  readonly response: DeepReadonly<v.InferInput<Route['response']['body']>>;
} & Example &
  (Route extends { readonly parameters: infer Parameters extends Schema }
    ? { readonly parameters: v.InferInput<Parameters> }
    : object) &
  (Route extends { readonly body: { readonly schema: infer Body extends Schema } }
    ? { readonly body: DeepReadonly<v.InferInput<Body>> }
    : object);

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** A route, and what it is for. */
export function defineRoute<const T extends RouteDefinition>(
  definition: T,
  documentation: MakeRouteDoc<ExampleOf<T>> | undefined,
): T {
  documentRoute(definition, documentation);
  return definition;
}

/** The usual limit of a request body: enough for any id, and cheap to parse. */
export const SMALL_BODY_BYTES = 16 * 1024;
