/** Handlers of webhook requests for frameworks and platforms. */
import { bytesOfBase64, encoded, secretsIn, type VerifiedEvent } from '../verify-webhook.ts';
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
 * Returns a handler for a route of Express, without a body parser or after `express.raw()`; `express.json()` leaves
 * nothing to verify. It is a listener of `node:http` as well. Larger bodies than 1 MiB get 413. Throws TypeError for a
 * malformed secret.
 */
export function expressHandler<E extends VerifiedEvent>(
  options: ReceiverOptions<E>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  secretsIn(options.secret);
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
 * Returns a plugin with the route `POST /` for `app.register(plugin, { prefix: '/webhooks' })`. It leaves JSON
 * unparsed, in its own routes only. Throws TypeError for a malformed secret.
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

export interface WebOptions<E extends VerifiedEvent = VerifiedEvent> extends ReceiverOptions<E> {
  /**
   * Runs work after the response, on platforms that may stop then: `after` of `next/server`, or
   * `(work) => context.waitUntil(work())` on Workers. By default it is just run.
   */
  readonly after?: ((work: () => Promise<unknown>) => void) | undefined;
}

/**
 * A route handler: `export const POST = webHandler({ …, after })` in Next.js. Bodies over 1 MiB get 413. With a malformed
 * secret it responds with 500: builds load the module, often without secrets.
 */
export function webHandler<E extends VerifiedEvent>({
  after = (work) => void work(),
  ...options
}: WebOptions<E>): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, afterwards } = await receive(options, request.headers, request.body ?? new Uint8Array());
    if (afterwards) after(afterwards);
    return Response.json({}, { status });
  };
}

/** The part of the event that the handler uses. */
export interface FunctionUrlEvent {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

export interface FunctionUrlResult {
  readonly statusCode: number;
  readonly body: string;
}

/**
 * Returns a handler that waits for `onEvent`, since nothing runs after a function's response, and responds with 500 if
 * it fails, so that the event comes again. The service waits 1.5 seconds: what takes longer belongs into a queue. Throws
 * TypeError for a malformed secret.
 */
export function lambdaHandler<E extends VerifiedEvent>(
  options: Omit<ReceiverOptions<E>, 'waitForHandler'>,
): (event: FunctionUrlEvent) => Promise<FunctionUrlResult> {
  secretsIn(options.secret);
  return async ({ headers, body = '', isBase64Encoded }) => {
    const bytes = isBase64Encoded ? bytesOfBase64(body) : encoded(body);
    const { status } = await receive({ ...options, waitForHandler: true }, headers, bytes);
    return { statusCode: status, body: '{}' };
  };
}
