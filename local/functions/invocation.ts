/** One invocation: the messages between a function's pool and its worker threads, and how it ended, with Lambda's errors and limits. */

import type { DirectAccess } from './direct-calls.ts';

export type Outcome =
  /** `payload` is the function's result as JSON text. */
  | { readonly kind: 'returned'; readonly payload: string }
  | { readonly kind: 'failed' | 'timeout' | 'throttled'; readonly error: FunctionError };

/** The outcome of one event, and its request id in the function's log. */
export type InvocationOutcome = Outcome & { readonly requestId: string };

/** Lambda's limit of one event and of one result. */
export const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;
const TOO_LARGE = `An event or result must be at most ${MAX_PAYLOAD_BYTES} bytes.`;

/** An outcome other than success. */
export function unsuccessful(
  kind: 'failed' | 'timeout' | 'throttled',
  errorType: string,
  errorMessage: string,
): Outcome {
  return { kind, error: { errorType, errorMessage, trace: [] } };
}

/** The failure of an event that is too large; otherwise undefined. */
export const eventFailure = (event: string): Outcome | undefined =>
  isTooLarge(event) ? unsuccessful('failed', 'RequestTooLarge', TOO_LARGE) : undefined;

/** The same outcome, or a failure if its result is too large. */
export const withinLimit = (outcome: Outcome): Outcome =>
  outcome.kind === 'returned' && isTooLarge(outcome.payload)
    ? unsuccessful('failed', 'Function.ResponseSizeTooLarge', TOO_LARGE)
    : outcome;

const isTooLarge = (text: string): boolean => Buffer.byteLength(text) > MAX_PAYLOAD_BYTES;

/** The `workerData` of a worker. */
export interface WorkerSetup {
  /** The bundle's entry file. */
  readonly file: string;
  /** The name of its export. */
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMegabytes: number;
  readonly compileCache: string | undefined;
  /** Whether invocations can set its clock. */
  readonly hasJumpingClock: boolean;
  readonly direct: DirectAccess | undefined;
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
