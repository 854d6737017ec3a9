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

function describe(values: readonly unknown[]): LogFields {
  const [first] = values;
  const message =
    values.length === 1 && typeof first === 'object' && !(first instanceof Error) ? first : format(...values);
  const error = values.find((value) => value instanceof Error);
  if (error === undefined) return { message };
  const stackTrace = (error.stack ?? '').split('\n');
  return { message, errorType: error.name, errorMessage: error.message, stackTrace };
}

function summaryOf({ message, errorType, errorMessage }: LogFields): string {
  if (errorType !== undefined) return `${errorType}: ${errorMessage}`;
  if (typeof message === 'string') return message;
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

/** An error within an object has its type and message, as in Lambda's runtime (aws-lambda-nodejs-runtime-interface-client). */
function withErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { message: errorMessage, stack = '' } = value;
  return { errorType: value.constructor.name, errorMessage, stackTrace: stack.split('\n'), ...value };
}
