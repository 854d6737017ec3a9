import type { RouteEvent } from '../../lambdas/shared/request.ts';

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
