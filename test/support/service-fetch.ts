/** `fetch` for calls of the service, with the patience of a caller with injected faults. It holds each response against the OpenAPI document. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expectDocumented } from './documented-responses.ts';
import { isFaultless } from './eventually.ts';

const MAX_REPETITIONS = 3;
/** In AWS also where a small account's functions are throttled, or a stage's routes. */
const OF_GATEWAY = new Set([429, 500, 503]);

/**
 * With injected faults, and in AWS, it repeats, a few times, a request that API Gateway itself refuses, because it can't
 * call the authorizer (500), or throttles, so that no function was called; and one with 503, after the time in
 * `Retry-After`, as the reference asks for.
 */
export async function serviceFetch(url: string, init?: RequestInit): Promise<Response> {
  for (let repetition = 0; ; repetition++) {
    const response = await fetch(url, init);
    const isOfGateway = OF_GATEWAY.has(response.status) && !response.headers.has('x-request-id');
    const retryAfter = response.headers.get('retry-after');
    const isBusy = response.status === 503 && retryAfter !== null;
    const isRepeated = !isFaultless && repetition < MAX_REPETITIONS && (isOfGateway || isBusy);
    if (!(isRepeated && isOfGateway)) await expectFitting(url, init, response);
    if (!isRepeated) return response;
    await sleep(Number(retryAfter ?? (response.status === 500 ? 0 : 1)) * 1000);
  }
}

async function expectFitting(url: string, init: RequestInit | undefined, response: Response): Promise<void> {
  const { status, headers } = response;
  const text = await response.clone().text();
  const request = { method: init?.method ?? 'GET', path: new URL(url).pathname };
  expectDocumented(request, { status, contentType: headers.get('content-type'), text });
}
