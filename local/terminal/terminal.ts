/** The lines in the terminal: progress of the start, one line for each request, and one for each problem. */
import { styleText } from 'node:util';
import type { LogLevel } from '../functions/invocation.ts';
import type { RequestLogEntry } from '../gateway/server.ts';

export interface Terminal {
  /** Reports a step of the start when it has succeeded, and its time. */
  progress<T>(what: string, step: Promise<T>): Promise<T>;
  request(entry: RequestLogEntry): void;
  /** A function logged a warning or an error. */
  functionLog(title: string, level: LogLevel, summary: string): void;
  /** A function sent a mail. */
  mail(subject: string, to: readonly string[]): void;
  /** Something failed. It may be retried. */
  error(message: string): void;
  line(text: string): void;
}

/** Characters: enough for a policy statement. */
const LONGEST_NOTE = 800;

type Style = Parameters<typeof styleText>[0];

/** Writes to `stream`, in colour if it is a terminal and NO_COLOR is not set. */
export function openTerminal(stream: NodeJS.WritableStream): Terminal {
  const paint = (style: Style, text: string): string => styleText(style, harmless(text), { stream });
  /** Joins what was painted, and what else is harmless. */
  const lineOf = (fields: readonly string[]): string => `${fields.join(' ').trimEnd()}\n`;
  let requests = '';
  const writeRequests = (): void => {
    if (requests !== '') stream.write(requests);
    requests = '';
  };
  const write = (...fields: readonly string[]): void => {
    writeRequests();
    stream.write(lineOf(fields));
  };
  /** Many at once: writing a line takes as long as serving a request. */
  const writeSoon = (...fields: readonly string[]): void => {
    if (requests === '') setImmediate(writeRequests);
    requests += lineOf(fields);
  };
  const note = (label: string, style: Style, text: string): void =>
    write(paint('dim', clock()), paint(style, label.padEnd(6)), oneLine(text, LONGEST_NOTE));
  return {
    line: (text) => write(harmless(text)),
    async progress(what, step) {
      const started = performance.now();
      const result = await step;
      write(paint('dim', `${what} (${((performance.now() - started) / 1_000).toFixed(1)} s)`));
      return result;
    },
    request({ request, status, milliseconds }) {
      const target = oneLine(request.query === '' ? request.path : `${request.path}?${request.query}`, 100);
      writeSoon(
        paint('dim', clock()),
        paint('bold', request.method.padEnd(6)),
        target.padEnd(24),
        paint(styleOf(status), String(status)),
        paint('dim', `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`.padStart(7)),
      );
    },
    functionLog: (title, level, summary) => note(level, level === 'WARN' ? 'yellow' : 'red', `${title}: ${summary}`),
    mail: (subject, to) => note('MAIL', 'cyan', `${subject}, to ${to.join(', ')} (GET /_local/mail shows it)`),
    error: (message) => note('ERROR', 'red', message),
  };
}

function styleOf(status: number): Style {
  if (status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
}

const clock = (): string => new Date().toTimeString().slice(0, 8);

/** At most `longest` characters without line breaks. */
function oneLine(text: string, longest: number): string {
  const flat = harmless(text.replaceAll(/\s+/g, ' '));
  return flat.length > longest ? `${flat.slice(0, longest - 1)}…` : flat;
}

/** Without control and format characters, which can manipulate a terminal, except line breaks. */
const harmless = (text: string): string => text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, '');
