import { expect, test } from '@jest/globals';
import { call, createNetwork, tokenFor } from '../../testing/service.ts';
import { adminOf, create } from './admin.ts';

test('a viewer sees webhooks without the values of their headers, and can neither change them nor see secrets', async () => {
  const networkId = await createNetwork({ features: ['webhooks'] });
  const admin = await adminOf(networkId);
  const { webhookId } = await create(admin, { headers: { 'x-api-key': 'a key of the receiver' } });
  const token = await tokenFor(networkId, 'guest', 'viewer');
  const path = `/webhooks/${webhookId}`;

  const shown = await call('GET', path, { token });
  expect(shown).toMatchObject({ status: 200, body: { webhookId, headers: { 'x-api-key': '' } } });
  const listed = await call('GET', '/webhooks', { token });
  expect(listed).toMatchObject({ status: 200, body: { results: [{ headers: { 'x-api-key': '' } }] } });
  expect((await admin('GET', path)).body).toMatchObject({ headers: { 'x-api-key': 'a key of the receiver' } });

  for (const [method, route, body] of [
    ['GET', `${path}/secret`, undefined],
    ['POST', `${path}/secret`, {}],
    ['PATCH', path, { enabled: false }],
    ['POST', `${path}/test`, {}],
    ['POST', `${path}/retry-now`, undefined],
    ['POST', `${path}/recover`, { since: '2020-01-01T00:00:00Z' }],
    ['DELETE', path, undefined],
  ] as const) {
    expect(await call(method, route, { token, body })).toMatchObject({ status: 403, body: { code: 400300 } });
  }
});
