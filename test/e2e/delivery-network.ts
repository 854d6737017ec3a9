/** Helpers for tests of delivery: a network with an admin and a server, receivers, events, and the delivery log. */
import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, expect } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryDetail, DeliverySummary } from '../../contract/deliveries.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { WebhookResponse } from '../../contract/webhook-response.ts';
import { isFaultless } from '../support/eventually.ts';
import type { ReceivedRequest, Receiver } from '../support/receivers/listening.ts';
import { type Client, createNetwork, eventually, serverOf } from '../support/service.ts';
import { adminOf, type Created, create } from '../webhooks/admin.ts';

/** A network with the feature webhooks, and its two callers. */
export interface TestNetwork {
  readonly networkId: NetworkId;
  readonly admin: Client;
  readonly server: Client;
}

export async function newTestNetwork(): Promise<TestNetwork> {
  const networkId = await createNetwork({ features: ['webhooks'] });
  const [admin, server] = await Promise.all([adminOf(networkId), serverOf(networkId)]);
  return { networkId, admin, server };
}

const receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map((receiver) => receiver.stop())));

/** Waits for the receiver to start, and has it stopped after the last test of the file. */
export async function kept(starting: Promise<Receiver>): Promise<Receiver> {
  const receiver = await starting;
  receivers.push(receiver);
  return receiver;
}

/** Creates a webhook to a receiver, with further fields if given. */
export const webhookTo = (admin: Client, { url }: Pick<Receiver, 'url'>, fields: object = {}): Promise<Created> =>
  create(admin, { url, ...fields });

const Accepted = v.object({ results: v.array(v.object({ id: v.string(), status: v.string() })) });

/**
 * Posts events, as objects or as the exact text of the request, and returns their ids. As a back end must, it posts
 * them again after a 503, which a busy machine can cause: objects have an id, so that none is accepted twice.
 */
export async function post(server: Client, events: readonly object[] | string): Promise<string[]> {
  const body =
    typeof events === 'string' ? events : { events: events.map((event) => ({ id: randomUUID(), ...event })) };
  return await eventually(async () => {
    const response = await server('POST', '/events', body);
    if (response.status !== 202) throw new Error(`The events were not accepted: ${response.status} ${response.text}`);
    return v.parse(Accepted, response.body).results.map(({ id }) => id);
  });
}

/**
 * Repeats a request that may be made twice until its response has the status. With injected faults a 503 may outlast the
 * repetitions of one call.
 */
export const withStatus = (status: number, send: () => ReturnType<Client>): ReturnType<Client> =>
  eventually(async () => {
    const response = await send();
    expect(response.status).toBe(status);
    return response;
  });

/** Numbered events of a name that is not in the catalogue. */
export const numbered = (count: number, event = 'shop.didSell') =>
  Array.from({ length: count }, (_, n) => ({ event, data: { n } }));

/** The `n` of each request's event, in the order of arrival. */
export const numbersIn = (requests: readonly ReceivedRequest[]): number[] =>
  requests.map(({ body }) => v.parse(v.object({ data: v.object({ n: v.number() }) }), JSON.parse(`${body}`)).data.n);

/** Waits until `count` requests have arrived, and returns all that have. */
export const arrived = (
  { requests }: Pick<Receiver, 'requests'>,
  count: number,
  withinMs = 10_000,
): Promise<readonly ReceivedRequest[]> =>
  eventually(() => {
    if (requests.length < count) throw new Error(`${requests.length} of ${count} requests have arrived`);
    return requests;
  }, withinMs);

/** Waits for the first request to a receiver. */
export async function theRequest(receiver: Pick<Receiver, 'requests'>): Promise<ReceivedRequest> {
  const [request] = await arrived(receiver, 1);
  if (request === undefined) throw new Error('there is no request');
  return request;
}

/** A header's value; undefined if it is missing or was sent twice. */
export function headerOf({ headers }: ReceivedRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The first request of each delivery. */
const firstOfEach = (requests: readonly ReceivedRequest[]): readonly ReceivedRequest[] =>
  [...Map.groupBy(requests, (request) => headerOf(request, 'webhook-id')).values()].flatMap(([first]) => first ?? []);

/** The requests; with injected faults, which send a message twice now and then, the first one of each delivery. */
export const withoutRepetitions = (requests: readonly ReceivedRequest[]): readonly ReceivedRequest[] =>
  isFaultless ? requests : firstOfEach(requests);

/** Waits until `count` deliveries have arrived, and returns the first request of each: others follow a time-out. */
export const deliveredTo = (receiver: Pick<Receiver, 'requests'>, count: number): Promise<readonly ReceivedRequest[]> =>
  eventually(() => {
    const requests = firstOfEach(receiver.requests);
    if (requests.length < count) throw new Error(`${requests.length} of ${count} deliveries have arrived`);
    return requests;
  }, 10_000);

/** Checks how many requests there are; with injected faults, which repeat some, how many at least. */
export function expectRequests(requests: readonly unknown[], count: number): void {
  if (isFaultless) expect(requests).toHaveLength(count);
  else expect(requests.length).toBeGreaterThanOrEqual(count);
}

/**
 * Checks how many requests the receiver of a webhook got: so many, and on a busy machine one for each attempt that has
 * timed out; with injected faults at least so many.
 */
export async function expectSent(
  admin: Client,
  webhookId: string,
  { requests }: Pick<Receiver, 'requests'>,
  count: number,
): Promise<void> {
  if (!isFaultless || requests.length === count) return expectRequests(requests, count);
  const repeated = (await wholeLog(admin, webhookId)).filter(({ attemptCount }) => attemptCount > 1);
  const details = await Promise.all(repeated.map(({ deliveryId }) => detailOf(admin, webhookId, deliveryId)));
  const timedOut = details.flatMap(({ attempts }) => attempts.filter((attempt) => attempt.class === 'timeout'));
  expect(requests).toHaveLength(count + timedOut.length);
}

/** The digest of docs/spec/delivery.md#signature, computed independently of the service. */
export const digestOf = (secret: string, body: Buffer): string =>
  createHmac('sha256', secret).update(body).digest('base64');

const Page = v.object({ results: v.array(DeliverySummary), start: v.optional(v.string()) });

/** One page of a webhook's log; `query` without its question mark. */
export async function deliveriesOf(admin: Client, webhookId: string, query = 'limit=100') {
  const { status, text, body } = await admin('GET', `/webhooks/${webhookId}/deliveries?${query}`);
  if (status !== 200) throw new Error(`The log could not be read: ${status} ${text}`);
  return v.parse(Page, body);
}

/** The whole log, page by page: the newest event first. */
export async function wholeLog(admin: Client, webhookId: string, query = 'limit=100'): Promise<DeliverySummary[]> {
  const all: DeliverySummary[] = [];
  let start: string | undefined;
  do {
    const page = await deliveriesOf(admin, webhookId, start === undefined ? query : `${query}&start=${start}`);
    all.push(...page.results);
    start = page.start;
  } while (start !== undefined);
  return all;
}

/** Waits until the delivery of an event is in the log as `expected`, and returns it. */
export const delivery = (
  admin: Client,
  webhookId: string,
  eventId: string,
  expected: object,
  withinMs = 10_000,
): Promise<DeliverySummary> =>
  eventually(async () => {
    const found = (await deliveriesOf(admin, webhookId)).results.find((one) => one.eventId === eventId);
    expect(found).toMatchObject(expected);
    if (found === undefined) throw new Error('the log does not have the delivery');
    return found;
  }, withinMs);

/** One delivery with its payload and attempts. */
export async function detailOf(admin: Client, webhookId: string, deliveryId: string): Promise<DeliveryDetail> {
  const { status, text, body } = await admin('GET', `/webhooks/${webhookId}/deliveries/${deliveryId}`);
  if (status !== 200) throw new Error(`The delivery could not be read: ${status} ${text}`);
  return v.parse(DeliveryDetail, body);
}

/** A webhook, as an admin sees it. */
export async function webhook(admin: Client, webhookId: string): Promise<WebhookResponse> {
  const { body } = await admin('GET', `/webhooks/${webhookId}`);
  return v.parse(WebhookResponse, body);
}

/** Waits until no request has arrived for `milliseconds`. */
export const quiet = (receiver: Pick<Receiver, 'requests'>, milliseconds: number): Promise<void> => {
  let seen = -1;
  let since = Date.now();
  return eventually(() => {
    if (receiver.requests.length !== seen) {
      seen = receiver.requests.length;
      since = Date.now();
    }
    if (Date.now() - since < milliseconds) throw new Error('requests are still arriving');
  }, 60_000);
};
