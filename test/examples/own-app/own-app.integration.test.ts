/** The function of the example's host posts to the local cloud of this run; test/package has it with `sps start`. */
import { expect, test } from '@jest/globals';
import { revealSigningKey } from '@social-platform-services/ctl/signing-keys';
import { startReceiver } from '../../support/receivers/http-receivers.ts';
import { receiversOfTests } from '../../support/receivers-of-tests.ts';
import { connection, createNetwork, eventually, tested, userOf } from '../../support/service.ts';
import { adminOf } from '../../webhooks/admin.ts';
import { SESSION, startSecretsExtension } from './secrets-extension.ts';

const kept = receiversOfTests();
const SECRET = 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:SigningKey-a1b2c3';

test('a reaction that the host reports arrives at a receiver and in the activity of its user, once', async () => {
  const networkId = await createNetwork();
  const key = await revealSigningKey(connection(), networkId);
  const extension = await startSecretsExtension(SECRET, JSON.stringify(key));
  await kept(Promise.resolve(extension));
  const receiver = await kept(startReceiver());
  const admin = await adminOf(networkId);
  expect((await admin('POST', '/webhooks', { url: receiver.url })).status).toBe(201);

  Object.assign(process.env, {
    SOCIAL_PLATFORM_URL: tested().url,
    SOCIAL_PLATFORM_NETWORK: networkId,
    SOCIAL_PLATFORM_KEY_SECRET: SECRET,
    PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: String(extension.port),
    AWS_SESSION_TOKEN: SESSION,
  });
  const { handler } = await import('../../../examples/own-app/functions/report-reaction.ts');
  const detail = { postId: 'post-1', reactionId: 'reaction-1', reactionName: 'like', userId: 'ada' };
  const event = {
    id: 'e1',
    version: '0',
    account: '111122223333',
    time: '2026-03-02T09:15:00Z',
    region: 'eu-west-1',
    resources: [],
    source: 'acme.community',
    'detail-type': 'Reaction added' as const,
    detail,
  };
  await handler(event);
  await handler(event);

  await eventually(() => expect(receiver.requests).toHaveLength(1));
  expect(JSON.parse(`${receiver.requests[0]?.body}`)).toMatchObject({
    event: 'v3.post.didAddReaction',
    data: { posts: [{ postId: 'post-1' }], reactor: { reactionId: 'reaction-1', userId: 'ada' } },
  });
  const ada = await userOf(networkId, 'ada');
  await eventually(async () => {
    const { body } = await ada('GET', '/user-activities');
    expect(body).toMatchObject({ data: [{ targetId: 'post-1', objectType: 'reaction_like' }] });
  });
});
