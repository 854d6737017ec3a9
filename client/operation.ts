/** The types of each operation's request and response, and of the methods that call them. */
import type { Operations } from './types.generated.ts';

/** The name of an operation, as in the OpenAPI document. */
export type OperationId = keyof Operations;

type EmptyObject = Readonly<Record<string, never>>;

/** The request of an operation: whichever of `parameters` (in the path), `query` and `body` it has. */
export type RequestTo<O extends OperationId> = Operations[O]['request'];

/** The body of an operation's successful response. */
export type AnswerTo<O extends OperationId> = Operations[O]['response'];

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The id of the user on whose behalf a back end calls, with its token of the role `server`. Only for operations of
   * users: blocks and activities.
   */
  readonly onBehalfOf?: string | undefined;
  /**
   * The idempotency key: 1 to 255 visible characters of ASCII. By default each call has a new one, which serves its
   * retries. With one of your own you can repeat a call that has failed, within 24 hours, and nothing is done twice.
   * Only for operations that create or send something as admin or back end; others ignore it.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Calls an operation. Rejects with ApiError, ConnectionError, or what the `token` function throws. */
type Method<O extends OperationId> =
  EmptyObject extends RequestTo<O>
    ? (request?: RequestTo<O>, options?: CallOptions) => Promise<AnswerTo<O>>
    : (request: RequestTo<O>, options?: CallOptions) => Promise<AnswerTo<O>>;

/** A method for each operation. */
export type Methods = { readonly [O in keyof Operations]: Method<O> };

/** How to send the request of an operation. */
export interface Operation<O extends OperationId = OperationId> {
  readonly operationId: O;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  /** Set if it has a JSON body. */
  readonly body?: true;
  /** Set if it needs no token. */
  readonly open?: true;
  /** Set if it takes an idempotency key. */
  readonly idempotent?: true;
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
