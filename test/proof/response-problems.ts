/** What is wrong with the response to a random request. */
import type { RouteDefinition } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import { DELIVERY_USER_AGENT, WEBHOOK_ID } from '../../contract/signature.ts';
import type { CheckResponse } from './documented-responses.ts';
import { type ExactRequest, type ExactResponse, isOfWeather } from './http-exchange.ts';
import type { RandomRequest } from './random-requests.ts';

/** Undefined if the response is one that the specification promises for the request. */
export function problemOf(request: RandomRequest, response: ExactResponse, fits: CheckResponse): string | undefined {
  const { status, headers, text } = response;
  const problem = (what: string): string => `${what}, in the response ${status} ${text.slice(0, 500)}`;
  const route = routeOf(request);
  if (route === undefined) return isUnmatched(request, response) ? undefined : problem('there is no such route');
  const misfit = fits(route.operationId, status, text);
  if (misfit !== undefined) return problem(misfit);
  if (isOfWeather(response)) return undefined;
  if (headers['content-type'] !== 'application/json') return problem(`the content-type is ${headers['content-type']}`);
  if (status >= 500 && !(status === 508 && isDelivery(request)))
    return problem('a request must not make the service fail');
  if (/\n\s+at |node:internal|lambdas\/|arn:aws|DynamoDB/.test(text) && status >= 400)
    return problem('internal details');
  if (isOfGateway(text)) return undefined;
  if (headers['x-request-id'] === undefined) return problem('no x-request-id');
  if (headers['cache-control'] !== 'no-store') return problem('a cache may store it');
  if (status === 429 && headers['retry-after'] === undefined) return problem('no Retry-After');
  if (status === 508) return undefined;
  const isOpen = request.credential.opens(route);
  if (isOpen && status === 401) return problem('the credential is valid');
  if (!isOpen && status !== 401 && status !== 403) return problem('the credential is not one for this route');
  return undefined;
}

/** The route that API Gateway chooses: literal segments are compared as they were sent, parameters are not empty. */
export function routeOf({ method, path }: Pick<ExactRequest, 'method' | 'path'>): RouteDefinition | undefined {
  const [resource = ''] = path.split('?');
  const segments = resource.split('/');
  const definitions: readonly RouteDefinition[] = Object.values(routes);
  return definitions.find((route) => {
    const pattern = route.path.split('/');
    if (route.method !== method || pattern.length !== segments.length) return false;
    return pattern.every((part, n) => (part.startsWith('{') ? segments[n] !== '' : part === segments[n]));
  });
}

/** API Gateway's own response to an unknown path, or to a preflight request; or to headers that are too large. */
function isUnmatched({ method }: ExactRequest, { status, text }: ExactResponse): boolean {
  if (status === 431) return method === 'HEAD' || isOfGateway(text);
  if (method === 'OPTIONS') return status === 204 && text === '';
  return status === 404 && (method === 'HEAD' ? text === '' : text === '{"message":"Not Found"}');
}

const isOfGateway = (text: string): boolean => text.startsWith('{"message":');

const isDelivery = ({ headers }: ExactRequest): boolean =>
  headers.some(([name, value]) => name === WEBHOOK_ID || (name === 'user-agent' && value === DELIVERY_USER_AGENT));
