/** `console` as in Lambda's JSON log format: one JSON object per line, with level, time and request id. */
import { format } from 'node:util';
import type { LogLevel } from './invocation.ts';

const levels = { trace: 'TRACE', debug: 'DEBUG', info: 'INFO', log: 'INFO', warn: 'WARN', error: 'ERROR' } as const;

/** Gets one line, its level, and a summary for the terminal. */
type Sink = (level: LogLevel, line: string, summary: string) => void;

/** Replaces the methods of `console`. Set `requestId` of the result before each invocation. */
export function replaceConsole(sink: Sink): { requestId: string } {
  const current = { requestId: '' };
  for (const [method, level] of Object.entries(levels)) {
    const write = (...values: unknown[]): void => {
      const fields = describe(values);
      const line = { timestamp: new Date().toISOString(), level, requestId: current.requestId, ...fields };
      sink(level, safeJson(line, values), summaryOf(fields));
    };
    Object.assign(console, { [method]: write });
  }
  return current;
}

interface LogFields {
  readonly message: unknown;
  readonly errorType?: string;
  readonly errorMessage?: string;
  readonly stackTrace?: readonly string[];
}

/** One value stands under `message` as it is, also an error. Of several, the first error after the text is described beside it. */
function describe([first, ...others]: readonly unknown[]): LogFields {
  if (others.length === 0) return { message: first };
  const message = format(first, ...others);
  const error = others.find((value) => value instanceof Error);
  return error === undefined ? { message } : { message, ...describeError(error) };
}

function summaryOf({ message, errorType, errorMessage }: LogFields): string {
  if (errorType !== undefined) return `${errorType}: ${errorMessage}`;
  if (typeof message === 'string') return message;
  if (message instanceof Error) return `${message.name}: ${message.message}`;
  if (typeof message === 'object' && message !== null && 'message' in message) return String(message.message);
  return safeJson(message, [message]);
}

function safeJson(value: unknown, fallback: readonly unknown[]): string {
  try {
    return JSON.stringify(value, withErrors);
  } catch {
    return JSON.stringify({ message: format(...fallback) });
  }
}

/** An error within an object has the name of its class and its message, as in AWS's client of the runtime (aws-lambda-ric). */
function withErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? { ...describeError(value), ...value } : value;
}

const describeError = (error: Error) => ({
  errorType: error.constructor.name,
  errorMessage: error.message,
  stackTrace: (error.stack ?? '').split('\n'),
});
