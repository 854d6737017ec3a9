import { beforeAll, expect } from '@jest/globals';
import { receiverHeaders } from '../../contract/receiver-contract.ts';
import { timeOf } from '../../contract/time-ids.ts';
import { isFaultless } from '../support/eventually.ts';
import { needs } from '../support/needs.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { ReceivedRequest, Receiver } from '../support/receivers/listening.ts';
import type { Created } from '../webhooks/admin.ts';
import {
  deliveredTo,
  delivery,
  detailOf,
  digestOf,
  expectSent,
  headerOf,
  kept,
  newTestNetwork,
  numbered,
  numbersIn,
  post,
  type TestNetwork,
  theRequest,
  webhookTo,
  withoutRepetitions,
} from './delivery-network.ts';

const { describe, test } = needs('receivers');

/** A payload with everything that a careless parser would change: order, numbers, escapes, halves of surrogate pairs, scripts. */
const data = String.raw`{"users":[{"hashflag":{"hash":["a","b"],"hashes":1e3,"bits":1.0},"displayName":"Zo\u00eb 😀 \ud83d\ude00 \/ ￿ \uffff \u0000 \ud800 \udc00\ud83d","updatedAt":"2024-02-28T12:00:00.000Z","createdAt":"2024-02-28T12:00:00Z","userId":"zoë","roles":[],"flagCount":-0}],"userIds":["zoë","中文","עברית"],"channel":{"memberCount":1.0,"messageCount":0.0,"z":1,"a":[1E+2,-1.50,12345678901234567890],"isDistinct":false,"type":"standard","metadata":{"10":"ten","9":"nine","__proto__":{"x":null}},"tags":[],"isMuted":false,"lastActivity":"2024-02-28T12:00:00.000Z","updatedAt":"2024-02-28T12:00:00.000Z","createdAt":"2024-02-28T12:00:00.000Z","isRateLimited":false,"rateLimitWindow":1000,"channelId":"c\"1\\"}}`;

describe('a delivery of channel.didCreate', () => {
  let network: TestNetwork;
  let receiver: Receiver;
  let webhook: Created;
  let eventId: string | undefined;
  let request: ReceivedRequest;
  beforeAll(async () => {
    network = await newTestNetwork();
    receiver = await kept(startReceiver());
    webhook = await webhookTo(network.admin, receiver, {
      events: ['channel.didCreate'],
      headers: { Authorization: 'Bearer of-the-receiver', 'X-Shop': 'a, b' },
    });
    [eventId] = await post(network.server, `{"events":[{"data":${data},"event":"channel.didCreate"}]}`);
    request = await theRequest(receiver);
  });

  test('is a POST to the URL whose body is the event and the data, byte for byte as posted', () => {
    expect(request.method).toBe('POST');
    expect(request.path).toBe('/hook');
    expect(request.body.toString()).toBe(`{"event":"channel.didCreate","data":${data}}`);
  });

  needs('receivers on loopback').test(
    'has the documented headers, those of the webhook, and no others but those of the connection',
    () => {
      const ofConnection = ['connection', 'host'];
      const named = [...Object.keys(receiverHeaders), 'authorization', 'x-shop', ...ofConnection];
      expect(Object.keys(request.headers).sort()).toEqual(named.sort());
      expect(headerOf(request, 'user-agent')).toBe(receiverHeaders['user-agent']);
      expect(headerOf(request, 'content-type')).toBe('application/json');
      expect(headerOf(request, 'content-length')).toBe(`${request.body.length}`);
      expect(request.headers).not.toHaveProperty('transfer-encoding');
      expect(request.headers).not.toHaveProperty('x-legacy-signature');
      expect(headerOf(request, 'authorization')).toBe('Bearer of-the-receiver');
      expect(headerOf(request, 'x-shop')).toBe('a, b');
      expect(headerOf(request, 'x-event-id')).toBe(eventId);
    },
  );

  test('tells with its id and its time which events came later, of one POST and of several', async () => {
    const { admin, server } = await newTestNetwork();
    const bystander = await kept(startReceiver());
    await webhookTo(admin, bystander);
    const events = numbered(40).map((event, n) => ({ ...event, id: `ß 100%/${n}` }));
    await post(server, events.slice(0, 30));
    await post(server, events.slice(30));
    const requests = await deliveredTo(bystander, 40);
    const acceptedAt = (one: ReceivedRequest) => Number(headerOf(one, 'x-event-accepted-at'));
    const inOrder = requests.toSorted((a, b) => acceptedAt(a) - acceptedAt(b));
    expect(numbersIn(inOrder)).toEqual(events.map(({ data: { n } }) => n));
    expect(new Set(inOrder.map(acceptedAt)).size).toBe(40);
    const ids = inOrder.map((one) => headerOf(one, 'webhook-id') ?? '');
    expect(ids).toEqual(ids.toSorted());
    expect(ids.map((id) => timeOf(id))).toEqual(inOrder.map(acceptedAt));
    expect(inOrder.map((one) => decodeURIComponent(headerOf(one, 'x-event-id') ?? ''))).toEqual(
      events.map(({ id }) => id),
    );
  });

  test('is signed with the secret over the raw bytes', () => {
    expect(headerOf(request, 'x-service-signature')).toBe(digestOf(webhook.secret, request.body));
  });

  needs('receivers on loopback').test(
    'is in the log with the exact payload and an attempt for each request',
    async () => {
      const { deliveryId, attemptCount } = await delivery(network.admin, webhook.webhookId, eventId ?? '', {
        event: 'channel.didCreate',
        state: 'delivered',
        class: 'delivered',
        statusCode: 200,
      });
      expect(headerOf(request, 'webhook-id')).toBe(deliveryId);
      const detail = await detailOf(network.admin, webhook.webhookId, deliveryId);
      expect(detail.payload).toBe(request.body.toString());
      // On a busy machine an attempt may time out.
      const own = withoutRepetitions(receiver.requests).filter((one) => headerOf(one, 'webhook-id') === deliveryId);
      if (isFaultless) expect(attemptCount).toBe(own.length);
      expect(detail.attempts.slice(attemptCount - 1)).toEqual([
        {
          number: attemptCount,
          startedAt: detail.lastAttemptAt,
          milliseconds: expect.any(Number),
          class: 'delivered',
          statusCode: 200,
          remoteAddress: '127.0.0.1',
          responseStart: '{}',
        },
      ]);
    },
  );

  test('arrives once, although its id is posted again', async () => {
    const again = { id: 'once', event: 'channel.didCreate', data: JSON.parse(data) };
    await post(network.server, [again]);
    await post(network.server, [again, { ...again, id: 'marker' }]);
    // With the delivery of all the other tests.
    expect(await deliveredTo(receiver, 3)).toHaveLength(3);
    await expectSent(network.admin, webhook.webhookId, receiver, 3);
  });
});

// Larger than a message: the text is read from the outbox.
test('an event of 250 KB arrives as it was posted', async () => {
  const { admin, server } = await newTestNetwork();
  const receiver = await kept(startReceiver());
  await webhookTo(admin, receiver);
  const large = `{"text":"${'\\u00e9'.repeat(40_000)}", "n": 1.0}`;
  await post(server, `{"events":[{"event":"shop.didSell","data":${large}}]}`);
  const { body } = await theRequest(receiver);
  expect(`${body}`).toBe(`{"event":"shop.didSell","data":${large}}`);
});
