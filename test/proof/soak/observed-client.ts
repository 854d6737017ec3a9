/** Clients whose responses are held against the OpenAPI document. */
import { type Client, call } from '../../support/service.ts';
import type { CheckResponse } from '../documented-responses.ts';
import { routeOf } from '../response-problems.ts';

export interface ObservedClients {
  readonly clientOf: (token: string) => Client;
  /** How many requests there were. */
  readonly requests: () => number;
  /** What is wrong with responses that the document does not promise. */
  readonly undocumented: readonly string[];
}

/** Clients of the service at `url`. */
export function observedClients(url: string, fits: CheckResponse): ObservedClients {
  let requests = 0;
  const undocumented: string[] = [];
  const clientOf =
    (token: string): Client =>
    async (method, path, body) => {
      requests += 1;
      const response = await call(method, path, { token, body, url });
      const operationId = routeOf({ method, path })?.operationId;
      const misfit = operationId === undefined ? 'no such route' : fits(operationId, response.status, response.text);
      if (misfit !== undefined) undocumented.push(`${method} ${path}: ${misfit}, in ${response.status}`);
      return response;
    };
  return { clientOf, requests: () => requests, undocumented };
}
