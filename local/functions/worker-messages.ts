/** The messages between a function's pool and its worker threads. */

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
