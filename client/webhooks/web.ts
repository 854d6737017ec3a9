/** Handlers for servers on the Web's `Request` and `Response`: Next.js, Hono, Cloudflare Workers, Deno and Bun. */
import type { VerifiedEvent } from '../verify-webhook.ts';
import { type ReceiverOptions, receive } from './receive.ts';

export interface WebOptions<E extends VerifiedEvent = VerifiedEvent> extends ReceiverOptions<E> {
  /**
   * Runs work after the response, on platforms that may stop then: `after` of `next/server`, or
   * `(work) => context.waitUntil(work())` on Workers. By default it is just run.
   */
  readonly after?: ((work: () => Promise<unknown>) => void) | undefined;
}

/** The part of Hono's context that the handler uses. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
  /** Throws if the platform has none. */
  readonly executionCtx: { waitUntil(promise: Promise<unknown>): void };
}

/** Returns a route handler: `export const POST = webHandler({ …, after })` in Next.js. Larger bodies than 1 MiB get 413. */
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

/** Returns a handler for a route of Hono. It uses `waitUntil` where the platform has it. */
export function honoHandler<E extends VerifiedEvent>(
  options: ReceiverOptions<E>,
): (context: HonoContext) => Promise<Response> {
  return (context) =>
    webHandler({
      ...options,
      after: (work) => {
        const working = work();
        try {
          context.executionCtx.waitUntil(working);
        } catch {
          // Without such a context the process goes on after the response.
        }
      },
    })(context.req.raw);
}
