/** Sends requests on to one emulator, over connections that stay open. */
import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { type LocalCredentials, signedBy } from '../aws-clients.ts';
import type { ServiceResult } from './layer.ts';

/** A response as the emulator sent it. */
export type EmulatorResponse = Extract<ServiceResult, { kind: 'response' }> & { readonly headers: IncomingHttpHeaders };

export class Emulator {
  readonly #pool: Pool;
  readonly #accessKeyId: string;

  constructor(url: string, { accessKeyId }: LocalCredentials) {
    this.#pool = new Pool(new URL(url).origin);
    this.#accessKeyId = accessKeyId;
  }

  /** Rejects if the emulator closes the connection. */
  send(headers: IncomingHttpHeaders, body: Buffer | string): Promise<EmulatorResponse> {
    return new Promise((resolve, reject) => {
      const options = { method: 'POST', path: '/', headers: signedWith(this.#accessKeyId, headers), body } as const;
      this.#pool.dispatch(options, new ResponseReader(resolve, reject));
    });
  }
}

/** Takes a response from undici without a stream, which would cost as much as the rest of the proxy. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = [];
  readonly #resolve: (response: EmulatorResponse) => void;
  readonly onResponseError: (controller: unknown, error: Error) => void;
  #status = 0;
  #headers: IncomingHttpHeaders = {};

  constructor(resolve: (response: EmulatorResponse) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.onResponseError = (_, error) => reject(error);
  }

  /** undici demands it. */
  onRequestStart(): void {}

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = endToEnd(headers);
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const body = Buffer.concat(this.#chunks).toString();
    this.#resolve({ kind: 'response', status: this.#status, body, headers: this.#headers });
  }
}

function signedWith(accessKeyId: string, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...endToEnd(headers), authorization: signedBy(accessKeyId, headers) };
}

/** Of one connection only, or set by whoever sends the message on. */
const OF_CONNECTION = ['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding'];

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const rest = { ...headers };
  for (const name of OF_CONNECTION) delete rest[name];
  return rest;
}
