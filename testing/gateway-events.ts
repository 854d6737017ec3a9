/** The events that functions get from API Gateway for requests to routes of the contract, without a gateway. */
import { Feature } from '../contract/access.ts';
import type { Example } from '../contract/documentation.ts';
import { needsToken } from '../contract/route.ts';
import { type OperationId, routes } from '../contract/routes.ts';
import { authorizerEvent, integrationEvent, type RequestFacts } from '../local/gateway/request.ts';

type Request = Pick<Example, 'parameters' | 'query' | 'body'> & { readonly headers?: Readonly<Record<string, string>> };

/** That of a route's function, for a caller with every feature. */
export function routeEvent(operation: OperationId, networkId: string, userId: string, request: Request): object {
  const route = routes[operation];
  const expiresAt = Date.now() / 1_000 + 3_600;
  const caller = { networkId, userId, role: route.role, features: Feature.options, hideMode: 'blocker', expiresAt };
  const bytes = Buffer.from(request.body === undefined ? '' : JSON.stringify(request.body));
  return integrationEvent(factsOf(operation, request, request.headers), bytes, needsToken(route) ? caller : undefined);
}

/** That of the authorizer, for a request with this token. */
export function tokenEvent(token: string): object {
  const authorization = `Bearer ${token}`;
  const facts = factsOf('blockUser', {}, { authorization });
  return authorizerEvent(facts, 'arn:aws:execute-api:eu-central-1:000000000000:api/$default/POST', [authorization]);
}

function factsOf(
  operation: OperationId,
  { parameters = {}, query = {} }: Request,
  headers: Readonly<Record<string, string>> = {},
): RequestFacts {
  const { method, path } = routes[operation];
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) search.append(name, `${one}`);
  return {
    request: {
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? '')),
      method,
      query: `${search}`,
      protocol: 'HTTP/1.1',
      sourceIp: '203.0.113.7',
      headers: { host: 'api.example.com', 'content-type': 'application/json', 'user-agent': 'none/1', ...headers },
      cookies: [],
    },
    routeKey: `${method} ${path}`,
    pathParameters: parameters,
    apiId: 'api',
    stage: '$default',
    requestId: 'request-1',
    now: new Date(),
  };
}
