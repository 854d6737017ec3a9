/**
 * Random requests to every route get a documented response.
 *
 * `SPS_FUZZ` is how many there are; `SPS_SEED` repeats those of another run.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DELIVERY_USER_AGENT, WEBHOOK_ID } from '../../contract/signature.ts';
import { misfitOf, routeOf } from '../support/documented-responses.ts';
import { patience } from '../support/eventually.ts';
import fc from '../support/fast-check.ts';
import { seedOfRun, timesToTry } from '../support/property-runs.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { Receiver } from '../support/receivers/listening.ts';
import { adminOf, create } from '../webhooks/admin.ts';
import { credentialsOf } from './callers.ts';
import { reportFigures } from './figures.ts';
import {
  asCurl,
  type ExactRequest,
  type ExactResponse,
  type Exchange,
  isInjected,
  openExchange,
  tested,
} from './http-exchange.ts';
import { type Material, type RandomRequest, randomRequest } from './random-requests.ts';
import { createTenant, GIVEN_ID } from './tenant.ts';
import { validRequests } from './valid-requests.ts';

const { SPS_FUZZ } = process.env;
/** By default as many as a slow machine sends in half a minute. */
const REQUESTS = Number(SPS_FUZZ ?? timesToTry(600));
const TIME_LIMIT_MS = Math.max(patience(120_000), REQUESTS * 180);
const PARALLEL = 8;
const BATCH = 40;
/** Webhooks that the fuzz may delete. */
const DISPOSABLE_WEBHOOKS = 10;

let receiver: Receiver;
let exchange: Exchange;
let material: Material;

beforeAll(async () => {
  receiver = await startReceiver();
  exchange = openExchange(PARALLEL);
  const [tenant, feed, other] = await Promise.all([
    createTenant(receiver.url),
    createTenant(receiver.url),
    createTenant(receiver.url),
  ]);
  const admin = await adminOf(tenant.networkId);
  const disposable: string[] = [];
  for (let n = 0; n < DISPOSABLE_WEBHOOKS; n++) {
    disposable.push((await create(admin, { url: receiver.url, events: ['fuzz.*'] })).webhookId);
  }
  const given = ['fuzz-a', 'fuzz.b', 'FUZZ_C'];
  const usual = [tenant.webhookId, tenant.webhookId, tenant.webhookId];
  material = {
    valid: validRequests(tenant, receiver.url),
    credentials: await credentialsOf(tenant, feed, other),
    parameters: ({ operationId }) => ({
      // One webhook stays, for all other routes.
      webhookId: [
        ...(operationId === 'deleteWebhook' ? disposable : operationId === 'putWebhook' ? given : usual),
        ...(operationId === 'deleteWebhook' ? given : []),
        other.webhookId,
        GIVEN_ID,
        `wh_${'0'.repeat(32)}`,
      ],
      userId: operationId === 'eraseUser' ? ['nobody'] : ['alice', 'nobody'],
      deliveryId: [tenant.deliveryId, tenant.deliveryId, other.deliveryId, `0${'0'.repeat(25)}`],
    }),
  };
}, patience(120_000));
afterAll(async () => {
  await exchange.close();
  await receiver.stop();
});

test(
  'every random request gets a documented response',
  async () => {
    const seed = seedOfRun;
    const statuses = new Map<number, number>();
    const sendOne = async (request: RandomRequest): Promise<void> => {
      const response = await exchange.send(request).catch((error: unknown) => `no response: ${String(error)}`);
      const problem = typeof response === 'string' ? response : problemOf(request, response);
      if (problem !== undefined) throw new Error(`${problem}\n${asCurl(request)}`);
      if (typeof response === 'object') statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    };
    const batch = fc.array(randomRequest(material), { minLength: BATCH, maxLength: BATCH });
    const details = await fc.check(
      fc.asyncProperty(batch, async (requests) => {
        await Promise.all(requests.map((request) => sendOne(request)));
      }),
      { seed, numRuns: Math.ceil(REQUESTS / BATCH), endOnFailure: true },
    );
    const made = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    const undocumented = details.failed ? 1 : 0;
    reportFigures('fuzz', { requests: made, undocumented, seed, statuses: counts.join(', ') });
    if (details.failed) throw new Error(`SPS_SEED=${seed}: ${String(details.errorInstance)}`);
    const share = (of: (status: number) => boolean): number =>
      [...statuses].reduce((sum, [status, count]) => sum + (of(status) ? count : 0), 0) / made;
    expect(share((status) => status < 300)).toBeGreaterThan(0.2);
    expect(share((status) => status === 429)).toBeLessThan(0.1);
  },
  TIME_LIMIT_MS,
);

/** Undefined if the response is one that the specification promises for the request. */
function problemOf(request: RandomRequest, response: ExactResponse): string | undefined {
  const { status, headers, text } = response;
  const problem = (what: string): string => `${what}, in the response ${status} ${text.slice(0, 500)}`;
  const route = routeOf(request);
  const misfit = misfitOf(request, tested(response));
  if (misfit !== undefined) return problem(misfit);
  if (route === undefined || isInjected(response)) return undefined;
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
