import type { RouteEvent } from '../../lambdas/shared/request.ts';
import type { RequestContext } from '../../lambdas/shared/responses.ts';

/** A request with this body, as API Gateway hands it to a function. */
export const requestOf = (body: string): RouteEvent => ({
  version: '2.0',
  routeKey: 'POST /',
  rawPath: '/',
  rawQueryString: '',
  headers: { 'content-type': 'application/json' },
  requestContext: {
    accountId: '111122223333',
    apiId: 'api',
    domainName: 'api.example.com',
    domainPrefix: 'api',
    http: { method: 'POST', path: '/', protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'test' },
    requestId: 'request',
    routeKey: 'POST /',
    stage: '$default',
    time: '02/Mar/2026:09:15:00 +0000',
    timeEpoch: 1_772_442_900_000,
  },
  body,
  isBase64Encoded: false,
});

/** What the pipeline of a route has found out before the body: nothing. */
export const contextOfTests = (): RequestContext => ({
  callbackWaitsForEmptyEventLoop: true,
  functionName: 'test',
  functionVersion: '1',
  invokedFunctionArn: 'arn:aws:lambda:eu-central-1:111122223333:function:test',
  memoryLimitInMB: '512',
  awsRequestId: 'request',
  logGroupName: 'test',
  logStreamName: 'test',
  getRemainingTimeInMillis: () => 10_000,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
});
