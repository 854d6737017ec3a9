/** Events for EventBridge buses (docs/spec/delivery.md#event-buses). */
import { describe, expect, test } from '@jest/globals';
import type { AttemptOutcome } from '../../lambdas/deliveries/attempt.ts';
import { type BusPorts, busSender, signedV4 } from '../../lambdas/sending/event-bus.ts';
import type { Outbound } from '../../lambdas/sending/send-request.ts';
import { webhookOfTests } from '../support/samples.ts';

const now = Date.UTC(2026, 10, 23, 9, 15, 2);
const lasting = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' };
const credentials = { ...lasting, sessionToken: 'token+/=' };
const arnOf = (account: string) => `arn:aws:events:eu-west-1:${account}:event-bus/community`;
const bus = arnOf('111122223333');
const webhook = webhookOfTests({ url: undefined, eventBus: bus });
const event = {
  deliveryId: '01JD0Q4Z5N8M7K6H5G4F3E2D1C',
  eventId: 'é"1',
  acceptedAt: '2026-11-23T09:15:00.123Z',
  body: String.raw`{"event":"shop.didSell","data":{"n":1.0,"big":12345678901234567890,"text":"\u00eb😀"}}`,
  isFirstAttempt: true,
};

async function put(
  response: Partial<AttemptOutcome>,
  eventBus = bus,
  tools: Partial<BusPorts> = {},
  body: string = event.body,
  traceparent?: string,
) {
  const sent: Outbound[] = [];
  const send = async (request: Outbound): Promise<AttemptOutcome> => {
    sent.push(request);
    return { startedAt: '', milliseconds: 20, class: 'delivered', ...response };
  };
  const buses = { source: 'social-platform-services/prod', account: '999999999999', partition: 'aws' };
  const putOnBus = busSender({
    sender: { send },
    buses,
    now: () => now,
    credentials: async () => credentials,
    ...tools,
  });
  return { outcome: await putOnBus(webhook, eventBus, { ...event, body, traceparent }), sent };
}

const taken = { statusCode: 200, responseStart: '{"FailedEntryCount":0,"Entries":[{"EventId":"1"}]}' };
const refused = (ErrorCode: string, ErrorMessage = '') => ({
  statusCode: 200,
  responseStart: JSON.stringify({ FailedEntryCount: 1, Entries: [{ ErrorCode, ErrorMessage }] }),
});
const failed = (__type: string, message = '', statusCode = 400) => ({
  class: statusCode < 500 ? ('http_4xx' as const) : ('http_5xx' as const),
  statusCode,
  responseStart: JSON.stringify({ __type, message }),
});

describe('an event for a bus', () => {
  test('goes to the region of the bus, from the network, with the text as posted and what headers tell', async () => {
    const { outcome, sent } = await put(taken);
    expect(outcome.class).toBe('delivered');
    expect(sent.map(({ url }) => url)).toEqual(['https://events.eu-west-1.amazonaws.com/']);
    const [entry] = JSON.parse(`${sent[0]?.body}`).Entries;
    expect(entry).toEqual({
      Source: 'social-platform-services/prod/demo',
      DetailType: 'shop.didSell',
      Detail: `${event.body.slice(0, -1)},"eventId":"é\\"1","deliveryId":"${event.deliveryId}","acceptedAt":1795425300123}`,
      EventBusName: bus,
      Time: 1795425300.123,
    });
    expect(JSON.parse(entry.Detail)).toMatchObject({ event: 'shop.didSell', eventId: 'é"1' });
  });

  test('has its trace beside its id', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { sent } = await put(taken, bus, {}, event.body, traceparent);
    const [entry] = JSON.parse(`${sent[0]?.body}`).Entries;
    expect(JSON.parse(entry.Detail)).toMatchObject({ eventId: 'é"1', traceparent });
  });

  test.each([
    ['{"event":"a.b","data":{"event":"c.d"}}', 'a.b'],
    [String.raw`{"event":"a\u002eb","data":{}}`, 'a.b'],
    [String.raw`{"event":"a.b","data":{"a":"\",\"event\":\"c.d\""}}`, 'a.b'],
  ])('has the name that its text %s begins with', async (body, name) => {
    const { sent } = await put(taken, bus, {}, body);
    expect(JSON.parse(`${sent[0]?.body}`).Entries).toMatchObject([{ DetailType: name }]);
  });

  test.each([
    ['refused by the bus', refused('AccessDeniedException'), 'bus_denied'],
    ['refused for its source', refused('NotAuthorizedForSourceException'), 'bus_denied'],
    ['refused for its type', refused('NotAuthorizedForDetailTypeException'), 'bus_denied'],
    ['for no bus', refused('ResourceNotFoundException'), 'bus_not_found'],
    ['for no account', refused('InvalidAccountIdException'), 'bus_not_found'],
    ['for no bus, in words', refused('InvalidArgument', 'Event bus x does not exist.'), 'bus_not_found'],
    ['throttled', refused('ThrottlingException'), 'bus_throttled'],
    ['one of too many', failed('TooManyRequestsException'), 'bus_throttled'],
    ['throttled as a call', failed('ThrottlingException'), 'bus_throttled'],
    ['not allowed to the function', failed('com.amazonaws.events#AccessDeniedException'), 'bus_denied'],
    [
      'too large',
      failed('ValidationException', 'Total size of the entries in the request is over the limit.'),
      'bus_too_large',
    ],
    ['failed inside', refused('InternalFailure'), 'http_5xx'],
    ['failed', failed('UnknownError', '', 500), 'http_5xx'],
    ['malformed', refused('MalformedDetail'), 'http_4xx'],
    // https://docs.aws.amazon.com/accounts/latest/reference/manage-acct-regions.html
    ['for a region that the account has not enabled', failed('UnrecognizedClientException'), 'bus_denied'],
    ['of expired credentials', failed('ExpiredTokenException'), 'not_sent'],
    ['of a clock that is wrong', failed('InvalidSignatureException'), 'not_sent'],
    ['without a sensible response', { statusCode: 200, responseStart: '<html>' }, 'invalid_response'],
    ['without a response in time', { class: 'timeout' as const }, 'timeout'],
  ])('that is %s has a class of its own', async (_, response, ended) => {
    const { outcome } = await put(response);
    expect(outcome.class).toBe(ended);
    // That the call succeeded says nothing about its event.
    if (ended.startsWith('bus_')) expect(outcome.statusCode).not.toBe(200);
  });

  test('is put on no bus of the own account, and on none where the stage allows none', async () => {
    for (const [eventBus, tools] of [
      [arnOf('999999999999'), {}],
      [bus, { buses: undefined }],
      ['arn:x', {}],
    ] as const) {
      const { outcome, sent } = await put(taken, eventBus, tools);
      expect({ class: outcome.class, sent }).toEqual({ class: 'bus_denied', sent: [] });
    }
  });

  test('in China goes to the endpoint there', async () => {
    const { sent } = await put(taken, 'arn:aws-cn:events:cn-north-1:111122223333:event-bus/a');
    expect(sent[0]?.url).toBe('https://events.cn-north-1.amazonaws.com.cn/');
  });
});

/** A signer of our own, which this project had before, computed the same. */
test.each([
  [
    credentials,
    'content-type;host;x-amz-date;x-amz-security-token;x-amz-target',
    'db46ff96be58e2dd52bd81b9ab8bff487a9141533fa8e002018942ebf8eb3bb8',
  ],
  [
    lasting,
    'content-type;host;x-amz-date;x-amz-target',
    '726d68670831eea1b1f787b858e63c3669e03802d6365da35f2f92eb62bb115d',
  ],
])('the signature covers the host with its port, and all other headers (%#)', async (by, names, signature) => {
  const body = '{"Entries":[{"Detail":"é"}]}';
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AWSEvents.PutEvents' };
  const signed = await signedV4(
    { url: 'http://127.0.0.1:3000/_local/events', headers, body, region: 'eu-west-1', service: 'events', now },
    by,
  );
  expect(signed['authorization']).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261123/eu-west-1/events/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
  );
});
