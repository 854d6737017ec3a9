/** Responses: the one error shape, the request id, and the request's log entry (docs/spec/requests.md#errors). */
import { gzipSync } from 'node:zlib';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Caller } from '../../contract/access.ts';
import type { ErrorBody, ErrorKind } from '../../contract/errors.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { isTemporary, RetryLaterError, ServiceError } from './errors.ts';
import { loggedError } from './logged-error.ts';
import type { QuotaUse } from './quotas/quota-limiter.ts';
import type { RouteEvent } from './request.ts';

type Result = APIGatewayProxyStructuredResultV2;

/** Lambda's context, with what the steps of the pipeline have found out about the request so far. */
export interface RequestContext extends Context {
  began?: number;
  quotaUse?: QuotaUse;
  caller?: Caller;
  /** Whether the caller is a server that acts for a user. */
  isOnBehalf?: boolean;
  /** The exact text of the body. */
  bodyText?: string;
}

/** The body of a response that the same request has got before. */
export class KeptResponse {
  readonly body: unknown;

  constructor(body: unknown) {
    this.body = body;
  }
}

/** The body of a response without further content. */
export const success = { status: 'success' } as const;

/** A JSON response that no cache may store: it is for one caller. */
export const jsonResponse = (statusCode: number, body: unknown): Result => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

/** A response that the caller's cache may keep, compressed if the caller can read that: HTTP APIs don't compress. */
export function cacheable(response: Result, seconds: number, acceptEncoding = ''): Result {
  const headers = {
    ...response.headers,
    'cache-control': `private, max-age=${seconds}`,
    vary: 'accept-encoding, authorization',
  };
  if (!/\bgzip\b/.test(acceptEncoding)) return { ...response, headers };
  const body = gzipSync(response.body ?? '').toString('base64');
  return { ...response, headers: { ...headers, 'content-encoding': 'gzip' }, body, isBase64Encoded: true };
}

/** Turns errors into responses, adds the request id to every response, and logs each request once. */
export function responses({
  operationId,
  role,
  afterFailure,
}: RouteDefinition): MiddlewareObj<RouteEvent, Result, Error, RequestContext> {
  return {
    before: ({ context }) => {
      context.began = performance.now();
    },
    after: ({ event, context, response }) => {
      if (response) finish(response, event, context);
    },
    onError: (request) => {
      const { context, event } = request;
      const error = asServiceError(request.error, context.awsRequestId, afterFailure);
      request.response = errorResponse(error, role);
      finish(request.response, event, context, error === request.error ? undefined : request.error);
    },
  };

  function finish(response: Result, event: RouteEvent, context: RequestContext, failure?: unknown): void {
    const { awsRequestId: requestId, isOnBehalf, quotaUse, began = performance.now() } = context;
    response.headers = { ...response.headers, ...quotaUse?.headers(), 'x-request-id': requestId };
    if (event.requestContext.http.method === 'HEAD') delete response.body;
    const entry = {
      operation: operationId,
      status: response.statusCode,
      milliseconds: Math.round(performance.now() - began),
      requestId,
      ...(isOnBehalf && { onBehalfOfUser: true }),
    };
    if (failure === undefined) console.info(entry);
    else console.error({ ...entry, error: loggedError(failure) });
  }
}

/** Headers that the response of some kinds of errors has in addition. */
function errorHeaders(kind: ErrorKind, role: RouteDefinition['role']): Readonly<Record<string, string>> {
  if (kind === 'unavailable') return { 'retry-after': '1' };
  if (kind !== 'unauthorized') return {};
  return { 'www-authenticate': role === 'receiver' ? 'Webhook-Signature' : 'Bearer error="invalid_token"' };
}

function errorResponse(error: ServiceError, role: RouteDefinition['role']): Result {
  const response = jsonResponse(error.status, error.body satisfies ErrorBody);
  const retryAfter = error instanceof RetryLaterError ? { 'retry-after': `${error.retryAfterSeconds}` } : {};
  return { ...response, headers: { ...response.headers, ...errorHeaders(error.kind, role), ...retryAfter } };
}

function asServiceError(error: unknown, requestId: string, afterFailure?: string): ServiceError {
  if (error instanceof ServiceError) return error;
  const quote = `please quote the request id ${requestId}${afterFailure === undefined ? '' : `. ${afterFailure}`}`;
  return isTemporary(error)
    ? new ServiceError(
        'unavailable',
        `the service is temporarily unavailable; try again, and if that does not help, ${quote}`,
      )
    : new ServiceError('unexpected', `something went wrong on our side; ${quote}`);
}
