/** Requests to a receiver, also those that `fetch` does not send. */
import { Readable } from 'node:stream';
import { request } from 'undici';

/** What is sent. */
export interface Outgoing {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** A list is a header that comes more than once. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** With a `content-length`; parts are sent as chunks, each once the one before is sent. */
  readonly body?: string | Buffer | Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request, over a connection that was used before if there is one. */
export async function send(url: string, { method = 'POST', headers = {}, body }: Outgoing): Promise<Answer> {
  const sent = typeof body === 'object' && !Buffer.isBuffer(body) ? Readable.from(body) : (body ?? null);
  const response = await request(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: sent,
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}
