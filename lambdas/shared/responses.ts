/** Responses: the one error shape, the request id, and the request's log entry (docs/spec/requests.md#errors). */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ErrorBody } from '../../contract/errors.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { ServiceError } from './errors.ts';
import type { RouteEvent } from './request.ts';

type Result = APIGatewayProxyStructuredResultV2;

/** The body of a response without further content. */
export const success = { status: 'success' } as const;

/** A JSON response that no cache may store: it is for one caller. */
export const jsonResponse = (statusCode: number, body: unknown): Result => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

/** Turns errors into responses, adds the request id to every response, and logs each request once. */
export function responses({ operationId }: Pick<RouteDefinition, 'operationId'>): MiddlewareObj<RouteEvent, Result> {
  const started = new WeakMap<RouteEvent, number>();
  return {
    before: ({ event }) => {
      started.set(event, performance.now());
    },
    after: ({ event, context, response }) => {
      if (response) finish(response, event, context.awsRequestId);
    },
    onError: (request) => {
      const { event, context } = request;
      const error = asServiceError(request.error, context.awsRequestId);
      const response = errorResponse(error);
      finish(response, event, context.awsRequestId, error.status >= 500 ? request.error : undefined);
      request.response = response;
    },
  };

  function finish(response: Result, event: RouteEvent, requestId: string, failure?: unknown): void {
    response.headers = { ...response.headers, 'x-request-id': requestId };
    const entry = {
      operation: operationId,
      status: response.statusCode,
      milliseconds: Math.round(performance.now() - (started.get(event) ?? performance.now())),
      requestId,
    };
    if (failure === undefined) console.info(entry);
    else console.error({ ...entry, error: failure });
  }
}

function errorResponse(error: ServiceError): Result {
  const response = jsonResponse(error.status, error.body satisfies ErrorBody);
  if (error.kind === 'unauthorized')
    response.headers = { ...response.headers, 'www-authenticate': 'Bearer error="invalid_token"' };
  return response;
}

const asServiceError = (error: unknown, requestId: string): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError('unexpected', `something went wrong on our side; please quote the request id ${requestId}`);
