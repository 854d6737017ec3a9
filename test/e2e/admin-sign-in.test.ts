/** An admin who has signed in calls the API with the tokens of the identity provider. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { call } from '../../testing/service.ts';
import { signIn, type Tokens } from '../support/sign-in.ts';

describe('an admin who has signed in', () => {
  let both: Tokens;
  let demoOnly: Tokens;
  beforeAll(async () => {
    [both, demoOnly] = await Promise.all([signIn('admin'), signIn('demo-admin')]);
  });

  const webhooks = (token: string) => call('GET', '/webhooks', { token });

  test('manages webhooks of the network that the header names, if it is one of the admin’s', async () => {
    expect(await webhooks(`demo~${both.access_token}`)).toMatchObject({ status: 200, body: { results: [] } });
    expect(await webhooks(`other~${both.access_token}`)).toMatchObject({ status: 200, body: { results: [] } });
    expect(await webhooks(`locked~${both.access_token}`)).toMatchObject({
      status: 403,
      body: { code: 400300, message: 'you are not an admin of the network locked' },
    });
  });

  test('need not name the network if there is only one', async () => {
    expect((await webhooks(demoOnly.access_token)).status).toBe(200);
    expect((await webhooks(`other~${demoOnly.access_token}`)).status).toBe(403);
    expect(await webhooks(both.access_token)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('name one: Bearer <networkId>~<ACCESS_TOKEN>') },
    });
  });

  test('may not call the routes of users and servers', async () => {
    const token = `demo~${both.access_token}`;
    expect((await call('POST', '/block', { token, body: {} })).status).toBe(403);
    expect((await call('POST', '/events', { token, body: { events: [] } })).status).toBe(403);
  });
});
