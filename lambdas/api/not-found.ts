import middy from '@middy/core';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { notFound } from '../shared/errors.ts';
import type { RouteEvent } from '../shared/request.ts';
import { responses } from '../shared/responses.ts';

const MAX_ECHOED_PATH = 200;

/** The $default route: a request that no other route matches is 404. */
export const handler = middy<RouteEvent, APIGatewayProxyStructuredResultV2>(async ({ requestContext }: RouteEvent) => {
  const { method, path } = requestContext.http;
  throw notFound(`there is no route ${method} ${path.slice(0, MAX_ECHOED_PATH)}`);
}).use(responses({ operationId: 'notFound' }));
