/** `fetch` for calls of the service, with the patience of a caller in bad weather. */
import { isCalm } from './eventually.ts';

/**
 * In bad weather it repeats, once, a request to which API Gateway itself responds with 500, because it can't call the
 * authorizer. No function was called then.
 */
export async function serviceFetch(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const isOfGateway = response.status === 500 && !response.headers.has('x-request-id');
  return isOfGateway && !isCalm ? await fetch(url, init) : response;
}
