/** The authorizer of a stage with AWS WAF in front of its API. */
import { beforeAll, expect, test } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { cloud, createNetwork, emulatorVariables, tokenFor } from '../../testing/service.ts';
import { eventWith } from './authorizer-event.ts';

let handler: (event: APIGatewayRequestAuthorizerEventV2) => Promise<object>;
let networkId: string;
let authorization: string;
beforeAll(async () => {
  const { outputs } = cloud();
  Object.assign(process.env, {
    ORIGIN_SECRET: 'secret',
    NETWORKS_TABLE: outputs['NetworksTableName'],
    MAX_TOKEN_DAYS: '30',
    ...emulatorVariables(),
  });
  ({ handler } = await import('../../lambdas/auth/authorizer.ts'));
  networkId = await createNetwork();
  authorization = `Bearer ${await tokenFor(networkId, 'alice')}`;
});

test('a request through CloudFront, which adds the secret, is accepted', async () => {
  const event = eventWith(authorization, { 'x-origin-secret': 'secret' });
  expect(await handler(event)).toMatchObject({ isAuthorized: true, context: { networkId } });
});

test.each([[{}], [{ 'x-origin-secret': 'guessed' }]])(
  'a good token with the headers %j is forbidden',
  async (headers) => {
    expect(await handler(eventWith(authorization, headers))).toEqual({
      isAuthorized: true,
      context: { denied: expect.stringContaining('may not be called at this address'), isForbidden: true },
    });
  },
);
