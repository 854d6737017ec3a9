/** Receivers that speak HTTP: one that responds as documented, and others that respond differently or late. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Certificate } from './certificates.ts';
import { listening, type ReceivedRequest, type Receiver } from './listening.ts';

/** Responds to one request, whose body has been read. */
export type Respond = (response: ServerResponse, request: ReceivedRequest) => void;

/** Records each request, then calls `respond`. With a certificate it uses TLS. */
export function startReceiver(respond: Respond = respondEmpty, certificate?: Certificate): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const listener: RequestListener = (message, response) => {
    response.on('error', () => undefined);
    received(message).then(
      (request) => {
        requests.push(request);
        respond(response, request);
      },
      () => response.destroy(),
    );
  };
  return certificate === undefined
    ? listening(createServer(listener), 'http', requests)
    : listening(createSecureServer(certificate, listener), 'https', requests);
}

/** 200 with an empty JSON object: the documented response (docs/spec/delivery.md#receiver-contract). */
const respondEmpty: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
};

/** Responds with a status, and with headers and a body if given. */
export const startAnswering = (status: number, headers: Record<string, string> = {}, body = ''): Promise<Receiver> =>
  startReceiver((response) => response.writeHead(status, headers).end(body));

/** Responds as documented, after `milliseconds`. */
export const startSlow = (milliseconds: number): Promise<Receiver> =>
  startReceiver((response, request) => later(response, milliseconds, () => respondEmpty(response, request)));

/** Calls `respond` after `milliseconds`, unless the connection has ended by then. */
export function later(response: ServerResponse, milliseconds: number, respond: () => void): void {
  const timer = setTimeout(respond, milliseconds);
  response.once('close', () => clearTimeout(timer));
}

/** Reads the request and never responds. */
export const startSilent = (): Promise<Receiver> => startReceiver(() => undefined);

/** Sends its status at once and then a byte of the body each `milliseconds`, without end. */
export const startDripping = (milliseconds: number, status = 200): Promise<Receiver> =>
  startReceiver((response) => {
    response.writeHead(status).write('d');
    const timer = setInterval(() => response.write('d'), milliseconds);
    response.on('close', () => clearInterval(timer));
  });

/** Sends a body of `bytes` as fast as it is read, with or without a `content-length`. */
export const startFlooding = (bytes: number, announced = false): Promise<Receiver> =>
  startReceiver((response) => {
    response.writeHead(200, announced ? { 'content-length': `${bytes}` } : {});
    const chunk = Buffer.alloc(64 * 1024, 'f');
    let sent = 0;
    const pump = () => {
      while (sent < bytes && !response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return;
      }
      response.end();
    };
    response.on('drain', pump);
    pump();
  });

async function received(message: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const { method = '', url: path = '', headers } = message;
  return { method, path, headers, body: Buffer.concat(chunks), receivedAt: Date.now() };
}
