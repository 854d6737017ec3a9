/** Clients whose requests are counted, and the responses that the OpenAPI document does not allow. */
import { type Client, call } from '../../../testing/service.ts';
import { undocumented } from '../../../testing/undocumented.ts';

export interface ObservedClients {
  readonly clientOf: (token: string) => Client;
  /** How many requests there were. */
  readonly requests: () => number;
  /** What is wrong with responses that the document does not allow. */
  readonly undocumented: readonly string[];
}

/** Clients of the service at `url`. */
export function observedClients(url: string): ObservedClients {
  let requests = 0;
  const clientOf =
    (token: string): Client =>
    (method, path, body) => {
      requests += 1;
      return call(method, path, { token, body, url });
    };
  return { clientOf, requests: () => requests, undocumented };
}
