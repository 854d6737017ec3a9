/** The types of each operation's request and response, derived from the contract. Nothing is imported at run time. */
import type * as v from 'valibot';
import type { HttpMethod } from '../contract/route.ts';
import type { OperationId, routes } from '../contract/routes.ts';

export type { OperationId } from '../contract/routes.ts';

type Route<O extends OperationId> = (typeof routes)[O];
type Parameters<O extends OperationId> = Route<O> extends { parameters: infer S } ? DeepReadonly<Input<S>> : unknown;
type Query<O extends OperationId> = QueryValues<Input<Route<O>['query']>, Output<Route<O>['query']>>;
type Body<O extends OperationId> = DeepReadonly<Input<Route<O>['body']['schema']>>;

type Input<S> = S extends v.GenericSchema ? v.InferInput<S> : unknown;
type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : unknown;

type DeepReadonly<T> = T extends readonly (infer Element)[]
  ? readonly DeepReadonly<Element>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T;

/** Query parameters are text, except that callers pass numbers for those that the service parses as numbers. */
type QueryValues<Text, Parsed> = unknown extends Text
  ? unknown
  : {
      readonly [Name in keyof Text]: Name extends keyof Parsed ? QueryValueOf<Text[Name], Parsed[Name]> : never;
    };
type QueryValueOf<Text, Parsed> = Parsed extends number ? number | Extract<Text, undefined> : DeepReadonly<Text>;

/** A member of a request: absent if the route has none, optional if all of its fields are. */
type Member<Name extends string, Value> = unknown extends Value
  ? unknown
  : EmptyObject extends Value
    ? { readonly [N in Name]?: Value | undefined }
    : { readonly [N in Name]: Value };

type EmptyObject = Readonly<Record<string, never>>;

type Flat<T> = keyof T extends never ? EmptyObject : { [Name in keyof T]: T[Name] };

/** The request of an operation: whichever of `parameters` (in the path), `query` and `body` it has. */
export type RequestTo<O extends OperationId> = Flat<
  Member<'parameters', Parameters<O>> & Member<'query', Query<O>> & Member<'body', Body<O>>
>;

/** The body of an operation's successful response. */
export type AnswerTo<O extends OperationId> = Output<Route<O>['response']['body']>;

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The id of the user on whose behalf a back end calls, with its token of the role `server`. Only for operations of users:
   * blocks and activities.
   */
  readonly onBehalfOf?: string | undefined;
}

/** Calls an operation. Rejects with ApiError, ConnectionError, or what the `token` function throws. */
export type Method<O extends OperationId> =
  EmptyObject extends RequestTo<O>
    ? (request?: RequestTo<O>, options?: CallOptions) => Promise<AnswerTo<O>>
    : (request: RequestTo<O>, options?: CallOptions) => Promise<AnswerTo<O>>;

/** A method for each operation. */
export type Methods = { readonly [O in OperationId]: Method<O> };

/** How to send the request of an operation. */
export interface Operation<O extends OperationId = OperationId> {
  readonly operationId: O;
  readonly method: HttpMethod;
  readonly path: `/${string}`;
  /** Set if it has a JSON body. */
  readonly body?: true;
  /** Set if it needs no token. */
  readonly open?: true;
}

/** The request of any operation. */
export interface AnyRequest {
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, QueryValue | undefined>> | undefined;
  readonly body?: unknown;
}

/** The value of a query parameter; a list is one occurrence per element. */
export type QueryValue = string | number | readonly string[];

/** Returns the method for an operation. */
export type MakeMethod = <O extends OperationId>(
  operation: Operation<O>,
) => (request?: AnyRequest, options?: CallOptions) => Promise<AnswerTo<O>>;
