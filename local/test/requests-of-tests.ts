/** A request at the gateway, for tests without one. */
import type { GatewayRequest, RequestFacts } from '../gateway/request.ts';

/** A GET of `/` with these changes. */
export const requestWith = (changes: Partial<GatewayRequest> = {}): GatewayRequest => ({
  method: 'GET',
  path: '/',
  query: '',
  protocol: 'HTTP/1.1',
  sourceIp: '127.0.0.1',
  headers: {},
  cookies: [],
  ...changes,
});

/** What the gateway knows of a request to the route `GET /`, with these changes. */
export const factsOf = (request: GatewayRequest, changes: Partial<RequestFacts> = {}): RequestFacts => ({
  request,
  routeKey: 'GET /',
  pathParameters: {},
  apiId: 'api',
  stage: '$default',
  requestId: 'request',
  now: new Date('2020-03-12T19:03:58.390Z'),
  ...changes,
});
