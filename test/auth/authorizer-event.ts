/** What API Gateway passes to the authorizer. */
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';

/** The event of a request with this `Authorization` header, and others. */
export function eventWith(
  authorization: string,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayRequestAuthorizerEventV2 {
  return {
    version: '2.0',
    type: 'REQUEST',
    routeArn: 'arn:aws:execute-api:us-east-1:000000000000:api/$default/GET/webhooks',
    identitySource: [authorization],
    routeKey: 'GET /webhooks',
    rawPath: '/webhooks',
    rawQueryString: '',
    cookies: [],
    headers: { authorization, ...headers },
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'localhost',
      domainPrefix: 'api',
      http: { method: 'GET', path: '/webhooks', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: 'request',
      routeKey: 'GET /webhooks',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  };
}
