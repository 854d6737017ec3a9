/** The HTTP server of the local cloud: on loopback only, with limits, and quick to stop. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { forOwnHost, listenOnLoopback } from '../access.ts';
import type { IdentityProvider } from '../identity/identity.ts';
import type { Site } from '../site/site.ts';
import { messageOf, StartProblem } from '../template/problem.ts';
import type { HttpApi } from './api.ts';
import { type GatewayRequest, readBody, readHead } from './request.ts';
import { type GatewayResponse, internalError, serviceUnavailable } from './response.ts';

/** Serves the paths under `/_local/`. `body` reads the request's body. */
export type LocalRoutes = (
  request: GatewayRequest,
  body: () => Promise<Buffer | 'too large'>,
) => Promise<GatewayResponse>;

/** Which part serves a request depends on its path. The API gets every path that no other part serves. */
interface GatewayParts {
  readonly api: HttpApi;
  readonly local: LocalRoutes;
  readonly site: Site | undefined;
  readonly identity: IdentityProvider | undefined;
}

export interface RequestLogEntry {
  readonly request: GatewayRequest;
  readonly status: number;
  readonly milliseconds: number;
}

export interface GatewayServer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** From now on requests are served. Before, the response is 503. */
  open(parts: GatewayParts): void;
  /** Accepts no more requests, waits at most `graceMs` for those in progress, then closes every connection. */
  stop(graceMs: number): Promise<void>;
}

export interface GatewayServerOptions {
  readonly port: number;
  readonly onRequest: (entry: RequestLogEntry) => void;
  readonly onError: (message: string) => void;
}

/** API Gateway's limit of request line and headers. */
const MAX_HEAD_BYTES = 10_240;

/** Listens at once, so that a port that is in use is reported before anything else starts. */
export async function startGatewayServer(options: GatewayServerOptions): Promise<GatewayServer> {
  let open: GatewayParts | undefined;
  const server = createServer(
    { maxHeaderSize: MAX_HEAD_BYTES, requestTimeout: 60_000, headersTimeout: 10_000, keepAliveTimeout: 60_000 },
    forOwnHost((message, response) => {
      void respond(message, response, open).catch((error: unknown) => {
        options.onError(messageOf(error));
        response.destroy();
      });
    }),
  );
  server.on('clientError', refuseMalformed);

  async function respond(message: IncomingMessage, response: ServerResponse, parts: typeof open): Promise<void> {
    const started = performance.now();
    const request = readHead(message);
    if (parts?.identity?.serves(request.path)) return parts.identity.handle(message, response);
    const handled = await handle(request, message, parts);
    if (handled === undefined) return void response.destroy();
    send(response, handled, message.complete);
    // A page loads dozens of files: only the missing ones are logged.
    if (parts?.site?.serves(request.path) && handled.status < 400) return;
    options.onRequest({ request, status: handled.status, milliseconds: performance.now() - started });
  }

  async function handle(
    request: GatewayRequest,
    message: IncomingMessage,
    parts: typeof open,
  ): Promise<GatewayResponse | undefined> {
    if (parts === undefined) return serviceUnavailable();
    try {
      if (request.path.startsWith('/_local/')) return await parts.local(request, () => readBody(message));
      if (parts.site?.serves(request.path)) return await parts.site.handle(request);
      return await parts.api(request, () => readBody(message));
    } catch (error) {
      if (message.destroyed && !message.complete) return undefined;
      options.onError(`${request.method} ${request.path}: ${messageOf(error)}`);
      return internalError();
    }
  }

  return {
    url: await listen(server, options.port),
    open(parts) {
      open = parts;
    },
    async stop(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

async function listen(server: Server, port: number): Promise<string> {
  try {
    return await listenOnLoopback(server, port);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const reason =
      code === 'EADDRINUSE' ? 'is taken' : code === 'EACCES' ? "needs permissions that you don't have" : undefined;
    if (reason === undefined) throw error;
    throw new StartProblem(`Port ${port} ${reason}. Pick another one with --port N, or any free one with --port 0.`);
  }
}

function send(response: ServerResponse, { status, headers, body }: GatewayResponse, bodyWasRead: boolean): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!perConnection.has(name)) response.setHeader(name, value);
  }
  if (!bodyWasRead) response.setHeader('connection', 'close');
  if (status !== 204 && status !== 304) response.setHeader('content-length', body.length);
  response.statusCode = status;
  response.end(status === 204 || status === 304 ? undefined : body);
}

const perConnection: ReadonlySet<string> = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);

function refuseMalformed(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'Request Header Fields Too Large']
      : ['400 Bad Request', 'Bad Request'];
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}
