/** Requests exactly as written, on connections that are kept, and how to repeat one by hand. */
import { gunzipSync } from 'node:zlib';
import { Pool } from 'undici';
import type { TestedResponse } from '../support/documented-responses.ts';
import { isFaultless } from '../support/eventually.ts';
import { cloud } from '../support/service.ts';

/** A request. Header names may occur more than once. */
export interface ExactRequest {
  readonly method: string;
  /** With the query string; sent as it is. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

export interface ExactResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

export interface Exchange {
  /** Rejects if there is no complete response within 10 seconds. */
  readonly send: (request: ExactRequest) => Promise<ExactResponse>;
  readonly close: () => Promise<void>;
}

/** A request without a response after so many milliseconds hangs. */
const PATIENCE_MS = 10_000;

/** Connects to the shared local cloud; so many requests are under way at once. */
export function openExchange(parallel: number): Exchange {
  const pool = new Pool(cloud().url, {
    connections: parallel,
    pipelining: 1,
    headersTimeout: PATIENCE_MS,
    bodyTimeout: PATIENCE_MS,
  });
  return {
    async send({ method, path, headers, body }) {
      const response = await pool.request({ method, path, headers: headers.flat(), body: body ?? null });
      const bytes = await response.body.bytes();
      const isCompressed = response.headers['content-encoding'] === 'gzip';
      const text = `${isCompressed ? gunzipSync(bytes) : Buffer.from(bytes)}`;
      return { status: response.statusCode, headers: response.headers, text };
    },
    close: () => pool.close(),
  };
}

/** The response, as it is held against the OpenAPI document. */
export function tested({ status, headers, text }: ExactResponse): TestedResponse {
  return { status, contentType: [headers['content-type'] ?? []].flat()[0], text };
}

/** Whether fault injection (`SPS_FAULTS`) can have caused it: API Gateway's 500 and 503, and ours to wait. */
export const isInjected = ({ status, text }: ExactResponse): boolean =>
  !isFaultless && (status === 503 || (status === 500 && text.startsWith('{"message":')));

/** A shell command that sends the request again. Tokens expire after an hour. */
export function asCurl({ method, path, headers, body }: ExactRequest): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const options = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  // Else curl adds a type of its own.
  if (body !== undefined && !headers.some(([name]) => name === 'content-type')) options.push("-H 'content-type:'");
  const url = quoted(`${cloud().url}${path}`);
  const command = ['curl', '-i', '--path-as-is', '-g', '-X', method, ...options, url].join(' ');
  if (body === undefined) return command;
  return `echo ${body.toString('base64')} | base64 -d | ${command} --data-binary @-`;
}
