/** How far a request has come, for the error of one that got no complete response. */
import { ConnectionError, type ConnectionFailure } from './errors.ts';
import type { Operation, OperationId } from './operation.ts';

/** A call, and how far its latest request has come. */
export interface Sending<O extends OperationId = OperationId> {
  readonly operation: Operation<O>;
  /** Whether the service may have handled this request, or an earlier one of the call. */
  mayHaveTakenEffect: boolean;
  /** The status of a response that has begun and not ended. */
  status: number | undefined;
}

/** Returns a call that has sent nothing yet. */
export const beginning = <O extends OperationId>(operation: Operation<O>): Sending<O> => ({
  operation,
  mayHaveTakenEffect: false,
  status: undefined,
});

/** Returns the error of a request without a complete response; `where` says what there was to wait for. */
export function incompleteResponse(
  reason: ConnectionFailure,
  where: string,
  sending: Sending,
  cause?: unknown,
): ConnectionError {
  const { status } = sending;
  const what = status === undefined ? 'no response' : `${status} and no complete response`;
  return new ConnectionError(reason, `${nameOf(sending)} got ${what} ${where}${caveat(sending)}`, { cause, status });
}

/** The method and path of a request. */
export const nameOf = ({ operation: { method, path } }: Sending): string => `${method} ${path}`;

/** What a caller must know before it repeats the request. */
export const caveat = ({ operation, mayHaveTakenEffect }: Sending): string =>
  mayHaveTakenEffect && operation.method !== 'GET' ? '; the request may have taken effect' : '';

/** Codes of Node for a connection that was never made. */
const unconnected = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether an error of `fetch` says that it has sent nothing. Browsers don't tell. */
export function hasSentNothing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('cause' in error)) return false;
  const { cause } = error;
  return typeof cause === 'object' && cause !== null && 'code' in cause && unconnected.has(cause.code);
}
