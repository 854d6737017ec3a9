import { beforeAll, describe, expect, test } from '@jest/globals';
import { call, createNetwork, serverOf, tokenFor, userOf } from '../../testing/service.ts';

let network: string;
beforeAll(async () => {
  network = await createNetwork();
});

/** A body with one byte that is not UTF-8. */
const notUtf8 = (before: string, after: string) =>
  Uint8Array.from([...Buffer.from(before), 0xff, ...Buffer.from(after)]);

describe('a request body', () => {
  test.each([
    ['application/json', 'which API Gateway hands over as text'],
    ['application/vnd.api+json', 'which API Gateway hands over as Base64'],
  ])('that is not UTF-8 is 400 under %s, %s', async (type) => {
    const token = await tokenFor(network, 'alice');
    const body = notUtf8('{"blockUserId":"b', 'b"}');
    const response = await call('POST', '/block/members', { token, body, headers: { 'content-type': type } });
    expect([response.status, response.body]).toEqual([
      400,
      { status: 'error', code: 400000, message: 'the request body must be UTF-8' },
    ]);
  });

  test('with an event that is not UTF-8 is 400, and nothing of it is stored', async () => {
    const server = await serverOf(network);
    const body = notUtf8('{"events":[{"id":"not-utf8","event":"a.b","data":{"x":"', '"}}]}');
    expect((await server('POST', '/events', body)).status).toBe(400);
    const again = await server('POST', '/events', { events: [{ id: 'not-utf8', event: 'a.b', data: {} }] });
    expect(again.body).toEqual({ results: [{ id: 'not-utf8', status: 'accepted' }] });
  });

  test('may have U+FFFD itself', async () => {
    const alice = await userOf(network, 'alice');
    expect((await alice('POST', '/block/members', { blockUserId: 'bob\ufffd' })).status).toBe(200);
  });

  test('with a member named __proto__ is 400 and says so', async () => {
    const alice = await userOf(network, 'alice');
    const response = await alice('POST', '/block/members', '{"blockUserId":"bob","__proto__":{}}');
    expect([response.status, response.body]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining('must not have members named __proto__') }),
    ]);
  });

  test.each([1.5, Number.MAX_SAFE_INTEGER + 1, true, null, [], {}, ['bob']])(
    'whose blockUserId is %j is refused in our own words',
    async (blockUserId) => {
      const alice = await userOf(network, 'alice');
      const response = await alice('POST', '/block/members', { blockUserId });
      expect([response.status, response.body]).toEqual([
        400,
        expect.objectContaining({ message: expect.stringMatching(/^blockUserId must be the id of another user/) }),
      ]);
    },
  );
});
