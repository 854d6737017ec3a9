/** What each operation of the contract takes and answers, as types. At run time nothing of the contract is here. */
import type * as v from 'valibot';
import type { HttpMethod } from '../contract/route.ts';
import type { OperationId, routes } from '../contract/routes.ts';

export type { OperationId } from '../contract/routes.ts';

type Route<O extends OperationId> = (typeof routes)[O];
type Parameters<O extends OperationId> = Route<O> extends { parameters: infer S } ? Given<Input<S>> : unknown;
type Query<O extends OperationId> = QueryValues<Input<Route<O>['query']>, Output<Route<O>['query']>>;
type Body<O extends OperationId> = Given<Input<Route<O>['body']['schema']>>;

type Input<S> = S extends v.GenericSchema ? v.InferInput<S> : unknown;
type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : unknown;

/** What is only read may be read-only. */
type Given<T> = T extends readonly (infer Element)[]
  ? readonly Given<Element>[]
  : T extends object
    ? { readonly [Name in keyof T]: Given<T[Name]> }
    : T;

/** A query string is text; what the service understands as a number is given as one. */
type QueryValues<Text, Understood> = unknown extends Text
  ? unknown
  : {
      readonly [Name in keyof Text]: Name extends keyof Understood ? QueryValueOf<Text[Name], Understood[Name]> : never;
    };
type QueryValueOf<Text, Understood> = Understood extends number ? number | Extract<Text, undefined> : Given<Text>;

/** A member of a request: absent where the route takes none, and free to be left out where all in it is. */
type Member<Name extends string, Value> = unknown extends Value
  ? unknown
  : Nothing extends Value
    ? { readonly [N in Name]?: Value | undefined }
    : { readonly [N in Name]: Value };

/** An object without a member. */
type Nothing = Readonly<Record<string, never>>;

type Flat<T> = keyof T extends never ? Nothing : { [Name in keyof T]: T[Name] };

/** What an operation is called with: its `parameters` (of the path), `query` and `body`, as far as it takes them. */
export type RequestTo<O extends OperationId> = Flat<
  Member<'parameters', Parameters<O>> & Member<'query', Query<O>> & Member<'body', Body<O>>
>;

/** What an operation answers when all is well. */
export type AnswerTo<O extends OperationId> = Output<Route<O>['response']['body']>;

export interface CallOptions {
  /** Gives the call up. */
  readonly signal?: AbortSignal | undefined;
}

/** Rejects with ApiError, with ConnectionError, and with whatever the `token` function throws. */
export type Method<O extends OperationId> =
  Nothing extends RequestTo<O>
    ? (request?: RequestTo<O>, options?: CallOptions) => Promise<AnswerTo<O>>
    : (request: RequestTo<O>, options?: CallOptions) => Promise<AnswerTo<O>>;

/** A method for each operation. */
export type Methods = { readonly [O in OperationId]: Method<O> };

/** How an operation is sent. */
export interface Operation<O extends OperationId = OperationId> {
  readonly operationId: O;
  readonly method: HttpMethod;
  readonly path: `/${string}`;
  /** It takes a JSON body. */
  readonly body?: true;
  /** It is served without a token. */
  readonly open?: true;
}

/** What any operation may be called with. */
export interface AnyRequest {
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, QueryValue | undefined>> | undefined;
  readonly body?: unknown;
}
export type QueryValue = string | number | readonly string[];

/** Makes the method of an operation. */
export type MakeMethod = <O extends OperationId>(
  operation: Operation<O>,
) => (request?: AnyRequest, options?: CallOptions) => Promise<AnswerTo<O>>;
