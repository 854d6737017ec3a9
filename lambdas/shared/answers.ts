/** Answers: the one error shape (decision 6), the request id on every one of them (decision 7), and a line in the log. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ErrorBody } from '../../contract/errors.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { badRequest, ServiceError } from './errors.ts';
import { NOT_JSON, type RouteEvent } from './request.ts';

type Answer = APIGatewayProxyStructuredResultV2;

/** The body of an answer that has nothing more to say. */
export const success = { status: 'success' } as const;

/** A JSON answer that no cache may keep: it belongs to one caller. */
export const jsonAnswer = (statusCode: number, body: unknown): Answer => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

/** Turns what was thrown into an answer, puts the request id on each answer, and logs each request once. */
export function answers({ operationId }: Pick<RouteDefinition, 'operationId'>): MiddlewareObj<RouteEvent, Answer> {
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
      const answer = errorAnswer(error);
      finish(answer, event, context.awsRequestId, error.status >= 500 ? request.error : undefined);
      request.response = answer;
    },
  };

  function finish(answer: Answer, event: RouteEvent, requestId: string, failure?: unknown): void {
    answer.headers = { ...answer.headers, 'x-request-id': requestId };
    const line = {
      operation: operationId,
      status: answer.statusCode,
      milliseconds: Math.round(performance.now() - (started.get(event) ?? performance.now())),
      requestId,
    };
    if (failure === undefined) console.info(line);
    else console.error({ ...line, error: failure });
  }
}

function errorAnswer(error: ServiceError): Answer {
  const answer = jsonAnswer(error.status, error.body satisfies ErrorBody);
  if (error.kind === 'unauthorized')
    answer.headers = { ...answer.headers, 'www-authenticate': 'Bearer error="invalid_token"' };
  return answer;
}

function asServiceError(error: unknown, requestId: string): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isUnreadableBody(error)) return badRequest(NOT_JSON);
  return new ServiceError('unexpected', `something went wrong on our side; please quote the request id ${requestId}`);
}

/** The status with which the JSON body parser refuses a body. */
const isUnreadableBody = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 422;
