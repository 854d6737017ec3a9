/**
 * An HTTP server on loopback that receives webhooks, at any path.
 *
 * Only its own path, which is random, responds to GET, so that a later `listen` can check whether the receiver of a
 * webhook is still running.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../errors.ts';
import { writeNote } from '../output.ts';
import { refusedRequestWarning } from './messages.ts';

/** A request with the exact bytes of its body. */
export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  readonly receivedAt: Date;
}

/** Where to listen, and how to respond. */
export interface ReceiverOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** Milliseconds before each response. */
  readonly delay: number;
  /** Handles a request and returns the status of the response. */
  readonly handle: (request: ReceivedRequest) => Promise<number>;
}

/** A running receiver. */
export interface Receiver {
  /** Where events are posted to. */
  readonly url: string;
  /** Stops it and closes its connections. */
  readonly stop: () => void;
}

/** More than any event: an event has at most 256 KiB (docs/spec/events.md#ingest). */
const MAX_BODY_BYTES = 1024 * 1024;

/** Starts a receiver on 127.0.0.1. Throws OperatorError if the port is taken. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { port, delay, handle } = options;
  const path = `/${randomBytes(8).toString('hex')}`;
  const server = createServer((message, response) => {
    receive(message, response).catch(() => response.destroy());
  });
  const url = `http://127.0.0.1:${await listen(server, port)}${path}`;
  return {
    url,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };

  async function receive(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = (status: number): void => {
      writeNote(refusedRequestWarning(Buffer.from(`${message.method} ${message.url}`), status));
      respond(response, status);
    };
    if (message.method !== 'POST') return message.url === path ? respond(response, 200) : refuse(404);
    const body = await readBody(message);
    if (body === undefined) return refuse(413);
    const [status] = await Promise.all([
      handle({ headers: message.headers, body, receivedAt: new Date() }),
      sleep(delay, undefined, { ref: false }),
    ]);
    respond(response, status);
  }
}

/** Sends a response with an empty JSON object, as receivers should (docs/spec/delivery.md#receiver-contract). */
function respond(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 || status === 304 ? '' : '{}');
}

/** Returns the body, or undefined if it is larger than any event. */
async function readBody(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the port that the server listens on. */
async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new OperatorError(
      `The receiver can't listen on port ${port}: ${cause instanceof Error ? cause.message : cause}.`,
      'Choose another port, or leave --port out to use a free one.',
      { cause },
    );
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return address.port;
}

const CHECK_TIMEOUT_MS = 500;

/** Whether a receiver of `listen` is running at a URL. True if there is no response in time: it may be suspended. */
export async function isReceiving(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS), redirect: 'manual' });
    return status === 200;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError';
  }
}
