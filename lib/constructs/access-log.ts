/**
 * The access log: one JSON line for each request, with the caller's network and role, and Lambda's request id, which
 * is the response's `x-request-id`. On a route of users, the role `server` is a call on behalf of a user. Headers, query strings and bodies are left out, since they have tokens and user ids. The variables
 * are those of https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html.
 */
export const accessLogFormat = JSON.stringify({
  requestId: '$context.requestId',
  lambdaRequestId: '$context.integration.requestId',
  requestTime: '$context.requestTimeEpoch',
  sourceIp: '$context.identity.sourceIp',
  networkId: '$context.authorizer.networkId',
  role: '$context.authorizer.role',
  routeKey: '$context.routeKey',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  responseLength: '$context.responseLength',
  responseLatency: '$context.responseLatency',
  integrationLatency: '$context.integration.latency',
  integrationError: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
});
