/** The HTTP server in front of everything: loopback only, bounded, and quick to stop. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { IdentityProvider } from '../identity/identity.ts';
import type { Site } from '../site/site.ts';
import { messageOf, StartProblem } from '../template/problem.ts';
import type { HandledRequest, HttpApi } from './api.ts';
import { type GatewayRequest, readBody, readHead } from './request.ts';
import { type GatewayResponse, internalError, serviceUnavailable } from './response.ts';

/** Answers paths under `/_local/`, which are the local cloud's own. */
export type LocalRoutes = (request: GatewayRequest) => Promise<GatewayResponse>;

/** Who answers, by the path of a request. The API has every path that is nobody else's. */
export interface GatewayParts {
  readonly api: HttpApi;
  readonly local: LocalRoutes;
  readonly site: Site | undefined;
  readonly identity: IdentityProvider | undefined;
}

export interface RequestLogEntry {
  readonly request: GatewayRequest;
  readonly status: number;
  readonly milliseconds: number;
  readonly caller: object | undefined;
}

export interface GatewayServer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** From now on requests are served. Before, they are answered with 503. */
  open(parts: GatewayParts): void;
  /** Lets requests under way end for a moment, then closes every connection. */
  stop(graceMs: number): Promise<void>;
}

export interface GatewayServerOptions {
  readonly port: number;
  readonly onRequest: (entry: RequestLogEntry) => void;
  readonly onTrouble: (message: string) => void;
}

/** API Gateway's bound of request line and headers. */
const MAX_HEAD_BYTES = 10_240;

/** Binds the port at once, so that a taken one is reported before anything else starts. */
export async function startGatewayServer(options: GatewayServerOptions): Promise<GatewayServer> {
  let open: GatewayParts | undefined;
  const server = createServer(
    { maxHeaderSize: MAX_HEAD_BYTES, requestTimeout: 60_000, headersTimeout: 10_000, keepAliveTimeout: 60_000 },
    (message, response) => {
      void answer(message, response, open).catch((error: unknown) => {
        options.onTrouble(messageOf(error));
        response.destroy();
      });
    },
  );
  server.on('clientError', refuseMalformed);

  async function answer(message: IncomingMessage, response: ServerResponse, parts: typeof open): Promise<void> {
    const started = performance.now();
    const request = readHead(message);
    if (parts?.identity?.serves(request.path)) return parts.identity.answer(message, response);
    const handled = await handle(request, message, parts);
    if (handled === undefined) return void response.destroy();
    send(response, handled.response, message.complete);
    if (isUnremarkable(request, handled.response, parts)) return;
    const milliseconds = performance.now() - started;
    options.onRequest({ request, status: handled.response.status, milliseconds, caller: handled.caller });
  }

  async function handle(
    request: GatewayRequest,
    message: IncomingMessage,
    parts: typeof open,
  ): Promise<Pick<HandledRequest, 'response' | 'caller'> | undefined> {
    if (parts === undefined) return { response: serviceUnavailable(), caller: undefined };
    if (request.path.startsWith('/_local/')) return { response: await parts.local(request), caller: undefined };
    try {
      if (parts.site?.serves(request.path)) return { response: await parts.site.answer(request), caller: undefined };
      return await parts.api(request, () => readBody(message));
    } catch (error) {
      if (message.destroyed && !message.complete) return undefined;
      options.onTrouble(`${request.method} ${request.path}: ${messageOf(error)}`);
      return { response: internalError(), caller: undefined };
    }
  }

  await listen(server, options.port);
  const address = server.address();
  const port = address === null || typeof address === 'string' ? options.port : address.port;
  return {
    url: `http://127.0.0.1:${port}`,
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

/** A page loads dozens of files: only those that are missing are worth a line. */
const isUnremarkable = (request: GatewayRequest, response: GatewayResponse, parts: GatewayParts | undefined): boolean =>
  parts?.site?.serves(request.path) === true && response.status < 400;

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const taken = 'code' in error && error.code === 'EADDRINUSE';
      const denied = 'code' in error && error.code === 'EACCES';
      if (taken)
        reject(
          new StartProblem(`Port ${port} is taken. Pick another one with --port N, or any free one with --port 0.`),
        );
      else if (denied)
        reject(new StartProblem(`Port ${port} needs rights that you don't have. Pick another one with --port N.`));
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

function send(
  response: ServerResponse,
  { status, headers, cookies, body }: GatewayResponse,
  bodyWasRead: boolean,
): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!perConnection.has(name)) response.setHeader(name, value);
  }
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
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
