/**
 * A small receiver of webhooks on loopback: reads a request whole, hands it on, and answers.
 *
 * It takes requests at a path that nobody can guess. So a request that was meant for a receiver which had the same port
 * before is answered 404, and a later `listen` can ask whether the receiver of a webhook is still there.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../operator-error.ts';

/** A request as it came. */
export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  readonly receivedAt: Date;
}

/** How the receiver answers. */
export interface ReceiverOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** Where requests are taken; a path that nobody can guess unless given. */
  readonly path?: string;
  /** Milliseconds before each answer. */
  readonly delay: number;
  /** Judges a request and answers the status to send. */
  readonly judge: (request: ReceivedRequest) => Promise<number>;
}

export interface Receiver {
  /** Where events are posted to. */
  readonly url: string;
  /** Ends it, connections included. */
  readonly stop: () => void;
}

/** More than any event: those have at most 256 KiB (decision 18). */
const MAX_BODY_BYTES = 1024 * 1024;

/** Listens on 127.0.0.1. Throws OperatorError where the port is taken. */
export async function startReceiver({ port, path = secretPath(), delay, judge }: ReceiverOptions): Promise<Receiver> {
  const server = createServer((message, response) => {
    respond(message, response).catch(() => response.destroy());
  });
  const url = `http://127.0.0.1:${await listen(server, port)}${path}`;
  return {
    url,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };

  async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    if (message.url !== path) return answer(response, 404);
    if (message.method !== 'POST') return answer(response, 200);
    const body = await bodyOf(message);
    if (body === undefined) return answer(response, 413);
    const [status] = await Promise.all([
      judge({ headers: message.headers, body, receivedAt: new Date() }),
      sleep(delay, undefined, { ref: false }),
    ]);
    answer(response, status);
  }
}

const secretPath = (): string => `/${randomBytes(8).toString('hex')}`;

/** The documented answer has an empty JSON object (service.md 4.6). */
function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 || status === 304 ? '' : '{}');
}

/** The body, or undefined where it is larger than any event. */
async function bodyOf(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The port that it listens on. */
async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new OperatorError(
      `The receiver can't listen on port ${port}: ${cause instanceof Error ? cause.message : cause}.`,
      'Name another port, or leave --port out and a free one is taken.',
      { cause },
    );
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return address.port;
}

const STILL_THERE_WITHIN_MS = 500;

/** Whether a receiver of ours is still at a URL. One that does not answer in time may be stopped for a while, and is. */
export async function isReceiving(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(STILL_THERE_WITHIN_MS), redirect: 'manual' });
    return status === 200;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError';
  }
}
