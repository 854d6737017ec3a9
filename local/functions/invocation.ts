/** One invocation: the messages between a function's pool and its worker threads, and how it ended, with Lambda's errors and limits. */
import type { FunctionDefinition } from './function-definition.ts';

export type Outcome =
  /** `payload` is the function's result as JSON text. */
  | { readonly kind: 'returned'; readonly payload: string }
  | { readonly kind: 'failed' | 'timeout' | 'throttled'; readonly error: FunctionError };

/** The outcome of one event, and its request id in the function's log. */
export type InvocationOutcome = Outcome & { readonly requestId: string };

/** Lambda's limit of one event and of one result. */
export const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** An outcome other than success. */
export function unsuccessful(
  kind: 'failed' | 'timeout' | 'throttled',
  errorType: string,
  errorMessage: string,
): Outcome {
  return { kind, error: { errorType, errorMessage, trace: [] } };
}

/** The failure for an event or result that is too large; undefined for every other. */
export const sizeFailure = (text: string, errorType: string): Outcome | undefined =>
  Buffer.byteLength(text) > MAX_PAYLOAD_BYTES
    ? unsuccessful('failed', errorType, `An event or result must be at most ${MAX_PAYLOAD_BYTES} bytes.`)
    : undefined;

/** The `workerData` of a worker. */
export interface WorkerSetup {
  readonly definition: FunctionDefinition;
  /** Whether invocations can set its clock. */
  readonly hasJumpingClock: boolean;
}

/** One event for the handler. Events and results are JSON text, as in Lambda. */
export interface Invocation {
  readonly requestId: string;
  readonly event: string;
  /** The trace header, which the SDK forwards to SQS. */
  readonly trace: string | undefined;
  /** When the event times out; milliseconds since 1970. */
  readonly deadline: number;
  /** By how many milliseconds the worker's clock is ahead. */
  readonly aheadMs: number;
}

/** An error as Lambda reports it. */
export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

export type LogLevel = 'TRACE' | 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'FATAL';

export type WorkerReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly error: FunctionError }
  | { readonly kind: 'returned'; readonly payload: string }
  | { readonly kind: 'threw'; readonly error: FunctionError }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly line: string; readonly summary: string };
