/** What is wrong with the response to a random request. */
import { DELIVERY_USER_AGENT, WEBHOOK_ID } from '../../contract/signature.ts';
import { misfitOf } from '../../testing/documented-responses.ts';
import { routeOf } from '../../testing/route-of-request.ts';
import { type ExactRequest, type ExactResponse, isOfWeather, tested } from './http-exchange.ts';
import type { RandomRequest } from './random-requests.ts';

/** Undefined if the response is one that the specification promises for the request. */
export function problemOf(request: RandomRequest, response: ExactResponse): string | undefined {
  const { status, headers, text } = response;
  const problem = (what: string): string => `${what}, in the response ${status} ${text.slice(0, 500)}`;
  const route = routeOf(request);
  const misfit = misfitOf(request, tested(response));
  if (misfit !== undefined) return problem(misfit);
  if (route === undefined || isOfWeather(response)) return undefined;
  if (status >= 500 && !(status === 508 && isDelivery(request)))
    return problem('a request must not make the service fail');
  if (/\n\s+at |node:internal|lambdas\/|arn:aws|DynamoDB/.test(text) && status >= 400)
    return problem('internal details');
  if (isOfGateway(text)) return undefined;
  if (headers['x-request-id'] === undefined) return problem('no x-request-id');
  const isForAll = status === 200 && route.response.cacheSeconds !== undefined;
  if (headers['cache-control'] !== 'no-store' && !isForAll) return problem('a cache may store it');
  if (status === 429 && headers['retry-after'] === undefined) return problem('no Retry-After');
  if (status === 508) return undefined;
  const isOpen = request.credential.opens(route);
  // A signature is right for one webhook and body only, and what is signed is checked first.
  if (route.role === 'receiver') return !isOpen && status < 400 ? problem('it is not signed') : undefined;
  if (isOpen && status === 401) return problem('the credential is valid');
  if (!isOpen && status !== 401 && status !== 403) return problem('the credential is not one for this route');
  return undefined;
}

const isOfGateway = (text: string): boolean => text.startsWith('{"message":');

const isDelivery = ({ headers }: ExactRequest): boolean =>
  headers.some(([name, value]) => name === WEBHOOK_ID || (name === 'user-agent' && value === DELIVERY_USER_AGENT));
