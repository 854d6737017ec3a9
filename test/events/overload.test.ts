/** What a caller gets while DynamoDB throttles, fails, or does not respond: a 503 that comes soon. */
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import openApi from '../../lambdas/api/openapi.generated.json' with { type: 'json' };
import { stages } from '../../lib/config.ts';
import { listening } from '../support/receivers/listening.ts';
import { lambdaContext, RouteResponse, requestWith } from '../support/route-requests.ts';

type Respond = (response: ServerResponse, eventId: string) => unknown;

const Put = v.object({ Item: v.object({ eventId: v.object({ S: v.string() }) }) });
const accept: Respond = (response) => response.end('{}');
const hang: Respond = () => undefined;
const fail =
  (name: string, status = 400): Respond =>
  (response) => {
    response.statusCode = status;
    response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'No.' }));
  };

let respond = accept;
let puts: string[] = [];
/** Quotas are always granted: what is tested is the storing of events. */
const database = createServer(async (request, response) => {
  const put = v.safeParse(Put, JSON.parse(await text(request)));
  response.setHeader('content-type', 'application/x-amz-json-1.0');
  if (!put.success) return response.end('{"Attributes":{"fullAt":{"N":"0"}}}');
  const { eventId } = put.output.Item;
  puts.push(eventId.S);
  return respond(response, eventId.S);
});

let stop: () => Promise<void>;
let connections: () => number;
let post: (events: number, idOf?: (n: number) => string) => Promise<RouteResponse>;
beforeAll(async () => {
  const { url, ...started } = await listening(database, 'http');
  ({ stop, connections } = started);
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    AWS_REGION: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: new URL(url).origin,
    EVENTS_TABLE: 'events',
    QUOTAS: JSON.stringify(stages.local.quotas.network),
    QUOTAS_TABLE: 'quotas',
  });
  const { handler } = await import('../../lambdas/events/ingest-events.ts');
  const caller = { networkId: 'n', userId: 'u', role: 'server', features: [], hideMode: 'blocker', expiresAt: 2 ** 33 };
  post = async (count, idOf = String) => {
    const events = Array.from({ length: count }, (_, n) => ({ id: idOf(n), event: 'shop.didSell', data: {} }));
    const body = JSON.stringify({ events });
    return v.parse(RouteResponse, await handler(requestWith({ body, caller }), lambdaContext()));
  };
  // The first calls of a process load and compile the SDK, which is not what is measured.
  await post(20);
});
afterAll(() => stop());
afterEach(() => {
  jest.restoreAllMocks();
});
beforeEach(() => {
  respond = accept;
  puts = [];
});

test.each<[string, Respond, number]>([
  ['throttles', fail('ThrottlingException'), 1],
  ['is beyond its throughput', fail('ProvisionedThroughputExceededException'), 1],
  ['is beyond the account’s limit', fail('RequestLimitExceeded'), 1],
  ['fails', fail('InternalServerError', 500), 1],
  ['is not available', fail('ServiceUnavailable', 503), 1],
  ['does not respond', hang, 2.5],
])('503 with Retry-After soon where DynamoDB %s', async (_, failing, seconds) => {
  respond = failing;
  const began = performance.now();
  const { statusCode, headers, body } = await post(1);
  // More for a busy machine.
  expect(performance.now() - began).toBeLessThan((seconds + 3) * 1000);
  expect(statusCode).toBe(503);
  expect(headers).toMatchObject({ 'retry-after': '1', 'x-request-id': 'r' });
  expect(JSON.parse(body)).toEqual({ status: 'error', code: 500000, message: expect.stringContaining('try again') });
  expect(puts.length > 1).toBe(failing !== hang);
});

test('500 at once where DynamoDB refuses the call for good, with the reason in the log', async () => {
  const log = jest.spyOn(console, 'error').mockReturnValue();
  respond = fail('ResourceNotFoundException');
  expect(await post(1)).toMatchObject({
    statusCode: 500,
    headers: expect.not.objectContaining({ 'retry-after': '1' }),
  });
  const error = expect.objectContaining({ name: 'ResourceNotFoundException' });
  const entry = { operation: 'ingestEvents', status: 500, requestId: 'r', error };
  expect(log.mock.calls).toEqual([[expect.objectContaining(entry)]]);
  expect(puts).toHaveLength(1);
});

test('a call that is throttled for a moment succeeds', async () => {
  respond = (response, id) => (puts.length < 4 ? fail('ThrottlingException')(response, id) : accept(response, id));
  expect((await post(1)).statusCode).toBe(202);
});

test('of an id that is repeated within a request only the first event is stored, even if written again', async () => {
  respond = (response, id) => (puts.length < 3 ? fail('ThrottlingException')(response, id) : accept(response, id));
  const { body } = await post(3, () => 'one');
  const statuses = ['accepted', 'duplicate', 'duplicate'];
  expect(JSON.parse(body)).toEqual({ results: statuses.map((status) => ({ id: 'one', status })) });
});

test('100 events need at most 16 connections', async () => {
  const before = connections();
  const { statusCode, body } = await post(100);
  expect(statusCode).toBe(202);
  const ids = Array.from({ length: 100 }, (_, n) => `${n}`);
  expect(JSON.parse(body)).toEqual({ results: ids.map((id) => ({ id, status: 'accepted' })) });
  expect(connections() - before).toBeLessThanOrEqual(16);
});

// Each event is accepted a millisecond after the one before (test/events/accepted-events.test.ts).
test('the response to 100 events, even to duplicates, waits for the time at which the last one is accepted', async () => {
  const stopped = performance.now();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(stopped);
  let isAnswered = false;
  const answered = post(100, () => 'one').then(() => (isAnswered = true));
  while (!puts.includes('one')) await post(1);
  clock.mockReturnValue(stopped + 98.9);
  for (let later = 0; later < 10; later++) await post(1);
  expect({ isAnswered, putsOfOne: puts.filter((id) => id === 'one') }).toEqual({
    isAnswered: false,
    putsOfOne: ['one'],
  });
  clock.mockReturnValue(stopped + 99);
  await answered;
});

test('once an event can’t be stored, no further one is begun', async () => {
  respond = (response, id) => (id === '20' ? fail('ValidationException')(response, id) : accept(response, id));
  expect((await post(100)).statusCode).toBe(500);
  expect((await post(1)).statusCode).toBe(202);
  expect(puts.length).toBeLessThan(100);
});

const documented = openApi.paths['/events'].post.responses;

test.each<[number, Respond, string]>([
  [503, fail('ThrottlingException'), documented['503'].description],
  [500, fail('ValidationException'), documented['500'].description],
])('%s after some events of a batch were stored says so, and what a repetition does', async (status, failing, text) => {
  respond = (response, id) => (id === '1' ? failing(response, id) : accept(response, id));
  const { statusCode, body } = await post(3);
  expect(statusCode).toBe(status);
  for (const message of [JSON.parse(body).message, text]) {
    expect(message).toMatch(
      /\. Some of the events may be stored\. .* ignores each event whose id .* already stored\. .* does not contain an id, .* twice\.$/,
    );
  }
});
