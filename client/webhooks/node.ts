/** Handlers for servers on Node's HTTP: Express, Fastify, and `node:http` itself. */
import type { VerifiedEvent } from '../verify-webhook.ts';
import { type ReceiverOptions, receive } from './receive.ts';

/** The part of a request that the handler uses. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The result of `express.raw()`, if it ran before. */
  readonly body?: Uint8Array | undefined;
}

/** The part of a response that the handler uses. */
export interface NodeResponse {
  writeHead(status: number): { end(text: string, sent: () => void): unknown };
}

/**
 * Returns a handler for a route of Express, without a body parser or after `express.raw()`; `express.json()` leaves nothing to
 * verify. It is a listener of `node:http` as well. Larger bodies than 1 MiB get 413.
 */
export function expressHandler<E extends VerifiedEvent>(
  options: ReceiverOptions<E>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const { status, afterwards } = await receive(options, request.headers, request.body ?? request);
    response.writeHead(status).end('{}', () => afterwards?.());
  };
}

/** The part of Fastify that the plugin uses. */
export interface FastifyInstance {
  addContentTypeParser(
    type: string,
    parse: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  post(
    path: string,
    handler: (
      request: { readonly raw: NodeRequest },
      reply: { hijack(): unknown; readonly raw: NodeResponse },
    ) => unknown,
  ): unknown;
}

/**
 * Returns a plugin with the route `POST /` for `app.register(plugin, { prefix: '/webhooks' })`. It leaves JSON unparsed, in its
 * own routes only.
 */
export function fastifyPlugin<E extends VerifiedEvent>(
  options: ReceiverOptions<E>,
): (app: FastifyInstance) => Promise<void> {
  const handle = expressHandler(options);
  return async (app) => {
    app.addContentTypeParser('application/json', (_request, _payload, done) => done(null));
    app.post('/', (request, reply) => {
      reply.hijack();
      return handle(request.raw, reply.raw);
    });
  };
}
