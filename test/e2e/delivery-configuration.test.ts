import { beforeAll, expect } from '@jest/globals';
import { verifyWebhook } from '@social-platform-services/client/webhooks';
import { setQuota } from '@social-platform-services/ctl/networks';
import * as v from 'valibot';
import { Attempt } from '../../contract/deliveries.ts';
import { deliveryAdvice } from '../../contract/delivery-advice.ts';
import { NoticeBody } from '../../contract/notices.ts';
import { ctlHere } from '../support/ctl.ts';
import { needs } from '../support/needs.ts';
import { startAnswering, startReceiver } from '../support/receivers/http-receivers.ts';
import { connection, createNetwork, eventually, serverOf, testedChoice, userOf } from '../support/service.ts';
import { adminOf } from '../webhooks/admin.ts';
import {
  deliveredTo,
  deliveriesOf,
  delivery,
  digestOf,
  expectRequests,
  headerOf,
  kept,
  newTestNetwork,
  numbered,
  post,
  type TestNetwork,
  theRequest,
  webhook,
  webhookTo,
  wholeLog,
  withStatus,
} from './delivery-network.ts';

const { describe, test } = needs('receivers');

describe('filters', () => {
  test('a webhook gets the events that its filter matches, exactly, and a change counts from the next on', async () => {
    const { admin, server } = await newTestNetwork();
    const [receiver, other] = [await kept(startReceiver()), await kept(startReceiver())];
    const { webhookId } = await webhookTo(admin, receiver, { filter: { data: { users: { id: ['u1'] } } } });
    await webhookTo(admin, other, { filter: { event: [{ suffix: '.didBuy' }] } });

    const text = '{"users":[{"id":"u0"},{"id":"u\\u0031","n":9007199254740993,"n":1.0}]}';
    const [first = '', left = ''] = await post(
      server,
      `{"events":[{"event":"shop.didSell","data":${text}},{"event":"shop.didSell","data":{"users":{"id":["u2"]}}}]}`,
    );
    expect((await theRequest(receiver)).body.toString()).toBe(`{"event":"shop.didSell","data":${text}}`);
    await delivery(admin, webhookId, first, { state: 'delivered' });

    const sample = { event: 'shop.didSell', data: {} };
    const test = await withStatus(200, () => admin('POST', `/webhooks/${webhookId}/test`, sample));
    expect(test.body).toMatchObject({ statusCode: 200, leftOut: true });
    const filter = { data: { users: { id: ['u2'] } } };
    await withStatus(200, () => admin('PATCH', `/webhooks/${webhookId}`, { filter }));
    const [second = ''] = await post(server, [{ event: 'shop.didSell', data: { users: { id: 'u2' } } }]);
    await delivery(admin, webhookId, second, { state: 'delivered' });
    await post(server, [{ event: 'shop.didBuy', data: {} }]);
    expect(await deliveredTo(other, 1)).toHaveLength(1);

    // A recovery goes by what the webhook asks for now.
    const since = new Date(Date.now() - 600_000).toISOString();
    await withStatus(202, () => admin('POST', `/webhooks/${webhookId}/recover`, { since }));
    await delivery(admin, webhookId, left, { state: 'delivered' }, 90_000);
    const events = (await deliveriesOf(admin, webhookId)).results
      .filter(({ isTest }) => !isTest)
      .map(({ eventId }) => eventId);
    expect(events.toSorted()).toEqual([first, left, second].toSorted());
  });
});

describe('the legacy request', () => {
  test('is sent once, with the body of the first attempt, and its outcome never counts', async () => {
    const { admin, server } = await newTestNetwork();
    let firstAt: number | undefined;
    const receiver = await kept(
      startReceiver((response, { headers, receivedAt }) => {
        const isLegacy = 'x-legacy-signature' in headers;
        if (!isLegacy) firstAt ??= receivedAt;
        // The second attempt is later; with injected faults the first one may come twice.
        const isFirst = firstAt !== undefined && receivedAt < firstAt + 3_000;
        response.writeHead(isLegacy ? 410 : isFirst ? 500 : 200).end();
      }),
    );
    const { webhookId, secret } = await webhookTo(admin, receiver, { legacySignature: true });
    const [eventId = ''] = await post(server, [{ event: 'shop.didSell', data: { text: 'naïve' } }]);

    // The first attempt fails, so there is a second one after about 5 s, without a legacy request.
    const { attemptCount } = await delivery(admin, webhookId, eventId, { state: 'delivered' }, 15_000);
    expect(attemptCount).toBeGreaterThan(1);
    expect((await admin('GET', `/webhooks/${webhookId}`)).body).toMatchObject({ enabled: true });
    const legacy = receiver.requests.filter(({ headers }) => 'x-legacy-signature' in headers);
    const signed = receiver.requests.filter(({ headers }) => 'x-service-signature' in headers);
    expectRequests(legacy, 1);
    expectRequests(signed, attemptCount);
    expect(legacy.length + signed.length).toBe(receiver.requests.length);
    const [request] = legacy;
    if (request === undefined) throw new Error('there is no legacy request');
    expect(request.body).toEqual(signed[0]?.body);
    expect(headerOf(request, 'x-legacy-signature')).toBe(digestOf(secret, request.body));
    for (const name of ['x-service-signature', 'webhook-signature']) expect(request.headers).not.toHaveProperty(name);
    expect(headerOf(signed[0] ?? request, 'webhook-id')).toBe(headerOf(signed[1] ?? request, 'webhook-id'));
    expect(signed[0]?.body).toEqual(signed[1]?.body);
  });
});

describe('a test event', () => {
  let network: TestNetwork;
  beforeAll(async () => {
    network = await newTestNetwork();
  });
  const Sent = v.object({
    ...Attempt.entries,
    deliveryId: v.string(),
    eventId: v.string(),
    event: v.string(),
    payload: v.string(),
  });
  const send = async (webhookId: string, body?: object | string) =>
    v.parse(Sent, (await network.admin('POST', `/webhooks/${webhookId}/test`, body)).body);

  test('is a signed channel.didCreate, and the response is the attempt', async () => {
    const receiver = await kept(startReceiver());
    const { webhookId, secret } = await webhookTo(network.admin, receiver, { legacySignature: true });
    const sent = await send(webhookId);
    const [legacy, request = await theRequest(receiver)] = receiver.requests.toSorted((one) =>
      'x-legacy-signature' in one.headers ? -1 : 1,
    );
    expect(legacy?.headers).toHaveProperty('x-legacy-signature');
    expect(sent).toMatchObject({ event: 'channel.didCreate', number: 1, class: 'delivered', statusCode: 200 });
    expect(sent.payload).toBe(request.body.toString());
    expect(headerOf(request, 'x-service-signature')).toBe(digestOf(secret, request.body));
  });

  test('may be of another type, is sent to a disabled webhook, too, and is not retried', async () => {
    const receiver = await kept(startAnswering(503, {}, 'closed today'));
    const { webhookId } = await webhookTo(network.admin, receiver, { enabled: false, events: ['shop.*'] });
    const sent = await send(webhookId, { event: 'message.didCreate' });
    expect(sent).toMatchObject({
      event: 'message.didCreate',
      class: 'http_5xx',
      statusCode: 503,
      responseStart: 'closed today',
    });
    expect(JSON.parse(`${(await theRequest(receiver)).body}`)).toMatchObject({ event: 'message.didCreate' });
    expect(receiver.requests).toHaveLength(1);
  });

  test('is in the log of its webhook alone, marked as a test, and makes no activity', async () => {
    const [receiver, other] = await Promise.all([kept(startReceiver()), kept(startReceiver())]);
    const networkId = await createNetwork({ features: ['webhooks', 'userActivity'] });
    const [admin, server, ada] = await Promise.all([adminOf(networkId), serverOf(networkId), userOf(networkId, 'ada')]);
    const { webhookId } = await webhookTo(admin, receiver);
    await webhookTo(admin, other);
    const commentOf = (commentId: string) => ({
      event: 'v3.comment.didCreate',
      data: { comments: [{ commentId, userId: 'ada', referenceType: 'post', referenceId: 'post-1' }] },
    });
    const body = commentOf('tested');
    const sent = v.parse(Sent, (await admin('POST', `/webhooks/${webhookId}/test`, body)).body);
    const listed = { deliveryId: sent.deliveryId, eventId: sent.eventId, state: 'delivered', isTest: true };
    const found = await eventually(async () => {
      const { results } = await deliveriesOf(admin, webhookId);
      expect(results).toMatchObject([listed]);
      return results;
    });
    expect(found).toHaveLength(1);
    const detail = await admin('GET', `/webhooks/${webhookId}/deliveries/${sent.deliveryId}`);
    expect(detail.body).toMatchObject({ ...listed, payload: sent.payload, attempts: [{ number: 1 }] });
    expect((await admin('GET', `/events/${sent.eventId}`)).body).toMatchObject({ deliveries: [listed] });

    await post(server, [commentOf('posted')]);
    await eventually(async () => {
      expect((await ada('GET', '/user-activities')).body).toMatchObject({ data: [{ objectId: 'posted' }] });
    }, 20_000);
    await theRequest(other);
    for (const request of other.requests) expect(JSON.parse(`${request.body}`)).toEqual(commentOf('posted'));
  });

  test('that failed can be replayed, and is not recovered', async () => {
    const receiver = await kept(startAnswering(503));
    const { webhookId } = await webhookTo(network.admin, receiver);
    const { deliveryId } = await send(webhookId);
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(await network.admin('POST', `/webhooks/${webhookId}/recover`, { since })).toMatchObject({
      body: { recovering: 0 },
    });
    const replay = await network.admin('POST', `/webhooks/${webhookId}/deliveries/${deliveryId}/replay`);
    expect(replay).toMatchObject({ status: 202, body: { state: 'retrying', isTest: true } });
    await eventually(async () => expect(receiver.requests.length).toBeGreaterThan(1));
    expect(receiver.requests[1]?.body).toEqual(receiver.requests[0]?.body);
  });

  test('has the given data byte for byte, and so has its replay', async () => {
    const receiver = await kept(startReceiver());
    const { webhookId } = await webhookTo(network.admin, receiver);
    const data = '{ "n": 9123456789654321234, "m":1.0,"é\\u00e9\\/":1e3, "2":[ ],"1":-0, "a":1,"a":2,"__proto__":{} }';
    const { payload, deliveryId } = await send(webhookId, ` { "data" :${data}, "event":"shop.didSell" } `);
    const exact = `{"event":"shop.didSell","data":${data}}`;
    expect(payload).toBe(exact);
    expect(`${(await theRequest(receiver)).body}`).toBe(exact);
    await network.admin('POST', `/webhooks/${webhookId}/deliveries/${deliveryId}/replay`);
    await eventually(async () => expect(receiver.requests.map(({ body }) => `${body}`)).toEqual([exact, exact]));
  });

  test('has the given data in place of the sample', async () => {
    const receiver = await kept(startReceiver());
    const { webhookId } = await webhookTo(network.admin, receiver);
    const data = { price: 1.5, tags: ['ü'] };
    const { payload } = await send(webhookId, { event: 'shop.didSell', data });
    expect(JSON.parse(payload)).toEqual({ event: 'shop.didSell', data });
    expect(`${(await theRequest(receiver)).body}`).toBe(payload);
    expect(await network.admin('POST', `/webhooks/${webhookId}/test`, { data: [1] })).toMatchObject({
      status: 400,
      body: { message: 'data must be a JSON object' },
    });
  });
});

describe('rotation of the secret', () => {
  test('is announced to a receiver that does not know the new secret yet, and its network is told so', async () => {
    const { admin, server } = await newTestNetwork();
    let known = '';
    const receiver = await kept(
      startReceiver((response, request) => {
        const isKnown = headerOf(request, 'x-service-signature') === digestOf(known, request.body);
        response.writeHead(isKnown ? 200 : 401).end();
      }),
    );
    const { webhookId, secret } = await webhookTo(admin, receiver, { events: ['*', 'webhook.*'] });
    known = secret;
    const notified = await kept(startReceiver());
    await webhookTo(admin, notified, { events: ['webhook.*'] });
    await admin('POST', `/webhooks/${webhookId}/secret`, { takesEffectInHours: 0.5 });
    await post(server, numbered(1));
    const request = await theRequest(notified);
    const notice = v.parse(NoticeBody, JSON.parse(`${request.body}`));
    expect(notice).toMatchObject({
      event: 'webhook.didRefuseSecret',
      data: { webhook: { webhookId }, secretsChangeAt: expect.stringMatching(/Z$/) },
    });
    expect((await webhook(admin, webhookId)).state).toBe('active');
    // It is not for the webhook that it is about.
    await eventually(async () => {
      expect((await admin('GET', `/events/${headerOf(request, 'x-event-id')}`)).body).toMatchObject({
        webhooks: [{ webhookId, outcome: 'not_asked' }, { outcome: 'delivery' }],
      });
    });
  });
});

describe('POST /webhooks/{webhookId}/checkup', () => {
  test('says how a receiver handles each request, and leaves no trace in the log', async () => {
    const { admin } = await newTestNetwork();
    let secret = '';
    const receiver = await kept(
      startReceiver((response, { body, headers }) => {
        verifyWebhook({ body, headers, secret }).then(
          () => response.end('{}'),
          () => response.writeHead(401).end(),
        );
      }),
    );
    const created = await webhookTo(admin, receiver, { enabled: false, headers: { 'x-custom': 'one' } });
    secret = created.secret;
    const { status, body } = await admin('POST', `/webhooks/${created.webhookId}/checkup`);
    expect({ status, body }).toEqual({ status: 200, body: { results: expect.any(Array) } });
    expect(body).toMatchObject({
      results: [
        { question: 'accepts_valid', verdict: 'passed', class: 'delivered', statusCode: 200 },
        { question: 'refuses_wrong_signature', verdict: 'passed', class: 'http_4xx', statusCode: 401 },
        ...Array(4).fill({ verdict: 'passed' }),
        { question: 'accepts_legacy', verdict: 'skipped' },
        { question: 'accepts_large', verdict: 'passed' },
        { question: 'is_quick' },
      ],
    });
    expect(receiver.requests.map(({ headers }) => headers['x-custom'])).toEqual(Array(7).fill('one'));
    expect(await wholeLog(admin, created.webhookId)).toEqual([]);
  });

  needs('receivers on loopback').test(
    'of a receiver that does not exist says so, asks nothing else, and counts as eight test events',
    async () => {
      const { admin, networkId } = await newTestNetwork();
      await setQuota(connection(), networkId, 'testEvents', 8);
      const receiver = await startReceiver();
      await receiver.stop();
      const { webhookId } = await webhookTo(admin, receiver);
      const { body } = await admin('POST', `/webhooks/${webhookId}/checkup`);
      expect(body).toMatchObject({
        results: [
          {
            verdict: 'failed',
            class: 'connection_refused',
            errorCode: 'ECONNREFUSED',
            fix: deliveryAdvice.connection_refused,
          },
          ...Array(8).fill({ verdict: 'skipped' }),
        ],
      });
      expect((await admin('POST', `/webhooks/${webhookId}/checkup`)).status).toBe(429);
      await eventually(async () => expect((await admin('POST', `/webhooks/${webhookId}/test`)).status).toBe(429));
    },
  );
});

describe('ctl checkup', () => {
  needs('receivers on loopback').test(
    'of a receiver that refuses connections does not advise about its secret',
    async () => {
      const { admin, networkId } = await newTestNetwork();
      const receiver = await startReceiver();
      await receiver.stop();
      const { webhookId } = await webhookTo(admin, receiver);
      const run = await ctlHere(['checkup', webhookId, '--network', networkId, ...testedChoice()]);
      const [finding, fix] = run.stdout.split('\n');
      expect(finding).toBe('FAILED   A valid request ended with connection_refused (ECONNREFUSED).');
      expect(fix?.trim()).toBe(deliveryAdvice.connection_refused);
      expect(run.code).toBe(1);
    },
  );

  test('prints what to do, and fails where a receiver accepts forged requests', async () => {
    const { admin, networkId } = await newTestNetwork();
    const { webhookId } = await webhookTo(admin, await kept(startReceiver()));
    const run = await ctlHere(['checkup', webhookId, '--network', networkId, ...testedChoice()]);
    expect(run.stdout).toMatch(
      /^ok {7}A valid request was accepted\.\nFAILED {3}A forged request was accepted\.\n {9}Verify/,
    );
    expect({ code: run.code, stderr: run.stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('1 of 9 questions failed.'),
    });
  });
});
