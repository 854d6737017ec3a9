/**
 * One JSON line a request. It names the network that called and Lambda's request id, which is the `x-request-id` of the
 * answer (decision 7). No header, query string or body: they hold tokens and the ids of users.
 */
export const accessLogFormat = JSON.stringify({
  requestId: '$context.requestId',
  lambdaRequestId: '$context.integration.requestId',
  requestTime: '$context.requestTimeEpoch',
  sourceIp: '$context.identity.sourceIp',
  networkId: '$context.authorizer.networkId',
  routeKey: '$context.routeKey',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  responseLength: '$context.responseLength',
  responseLatency: '$context.responseLatency',
  integrationLatency: '$context.integration.latency',
  integrationError: '$context.integrationErrorMessage',
  authorizerLatency: '$context.authorizer.latency',
  authorizerError: '$context.authorizer.error',
});
