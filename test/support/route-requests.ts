/** Calls of routes' functions without a gateway: the request, Lambda's context, and the response. */
import * as v from 'valibot';
import type { RouteEvent } from '../../lambdas/shared/request.ts';
import type { RequestContext } from '../../lambdas/shared/responses.ts';

/** What a test says of its request. */
interface RequestParts
  extends Partial<Pick<RouteEvent, 'body' | 'headers' | 'pathParameters' | 'rawPath' | 'rawQueryString'>> {
  readonly method?: string;
  /** What the authorizer has found out of the caller; absent where nobody has asked it. */
  readonly caller?: unknown;
}

/** A request as API Gateway hands it to a function: a POST of JSON, unless the parts say otherwise. */
export const requestWith = ({ method = 'POST', caller, ...parts }: RequestParts = {}): RouteEvent => ({
  version: '2.0',
  routeKey: `${method} /`,
  rawPath: '/',
  rawQueryString: '',
  headers: { 'content-type': 'application/json' },
  requestContext: {
    accountId: '111122223333',
    apiId: 'api',
    domainName: 'api.example.com',
    domainPrefix: 'api',
    http: { method, path: '/', protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'test' },
    requestId: 'request',
    routeKey: `${method} /`,
    stage: '$default',
    time: '02/Mar/2026:09:15:00 +0000',
    timeEpoch: 1_772_442_900_000,
    ...(caller !== undefined && { authorizer: { lambda: caller } }),
  },
  isBase64Encoded: false,
  ...parts,
});

/** Lambda's context, before the pipeline of a route has found out anything. */
export const lambdaContext = (): RequestContext => ({
  callbackWaitsForEmptyEventLoop: true,
  functionName: 'test',
  functionVersion: '1',
  invokedFunctionArn: 'arn:aws:lambda:eu-central-1:111122223333:function:test',
  memoryLimitInMB: '512',
  awsRequestId: 'r',
  logGroupName: 'test',
  logStreamName: 'test',
  getRemainingTimeInMillis: () => 10_000,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
});

/** What a route's function returns to API Gateway. */
export const RouteResponse = v.object({
  statusCode: v.number(),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
});
export type RouteResponse = v.InferOutput<typeof RouteResponse>;
