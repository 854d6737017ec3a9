/** The authorizer's handler, with the real table and an issuer that can fail. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import { requestWith } from '../support/route-requests.ts';
import { cloud, createNetwork, emulatorVariables, tokenFor } from '../support/service.ts';
import { startIssuer, type TestIssuer } from './issuer.ts';

type Handler = (
  event: APIGatewayRequestAuthorizerEventV2,
) => Promise<APIGatewaySimpleAuthorizerWithContextResult<object>>;

/** The header of a stage with AWS WAF in front of its API. */
const throughCloudFront = { 'x-origin-secret': 'secret' };

describe('the authorizer', () => {
  let issuer: TestIssuer;
  let handler: Handler;
  let one: string;
  let other: string;
  beforeAll(async () => {
    issuer = await startIssuer();
    const { outputs } = cloud();
    Object.assign(process.env, {
      ADMIN_ISSUER: issuer.url,
      ORIGIN_SECRET: 'secret',
      NETWORKS_TABLE: outputs['NetworksTableName'],
      MAX_TOKEN_DAYS: '30',
      ...emulatorVariables(),
    });
    ({ handler } = await import('../../lambdas/auth/authorizer.ts'));
    [one, other] = await Promise.all([createNetwork({ features: ['webhooks'] }), createNetwork()]);
  });
  afterAll(() => issuer.close());

  async function contextFor(authorization: string) {
    const { isAuthorized, context } = await handler(eventWith(authorization, throughCloudFront));
    expect(isAuthorized).toBe(true);
    return context;
  }
  const adminToken = (groups: readonly string[]) => issuer.token({ 'cognito:groups': groups });
  const forbidden = (message: string) => ({ denied: expect.stringContaining(message), isForbidden: true });
  const unauthorized = (message: string) => ({ denied: expect.stringContaining(message), isForbidden: false });

  test('fails, and does not refuse, while the keys of the issuer are unavailable, and then accepts the token', async () => {
    const event = eventWith(`Bearer ${one}~${await adminToken([one])}`, throughCloudFront);
    issuer.respondWith({ status: 500, body: 'no' });
    await expect(handler(event)).rejects.toThrow(`The keys of ${issuer.url} can't be had.`);
    issuer.respondWith('keys');
    expect(await handler(event)).toMatchObject({ context: { networkId: one } });
  });

  // Who may act for which network: test/auth/credentials.test.ts.
  test('passes on the caller, or why a network is not the token’s', async () => {
    const token = await adminToken([one, other]);
    expect(await contextFor(`Bearer ${one}~${token}`)).toEqual({
      networkId: one,
      userId: 'root',
      role: 'admin',
      features: ['webhooks'],
      hideMode: 'blocker',
      webhooks: 0,
      expiresAt: expect.any(Number),
    });
    expect(await contextFor(`Bearer ${other}~${token}`)).toMatchObject({ networkId: other });
    expect(await contextFor(`Bearer ${token}`)).toEqual(forbidden('several networks; name one'));
    expect(await contextFor(`Bearer ${await adminToken(['gone'])}`)).toEqual(forbidden('there is no network gone'));
  });

  test.each([[{}], [{ 'x-origin-secret': 'guessed' }]])('forbids a good token with the headers %j', async (headers) => {
    const { context } = await handler(eventWith(`Bearer ${await tokenFor(one, 'root')}`, headers));
    expect(context).toEqual(forbidden('may not be called at this address'));
  });

  test('accepts tokens of a network for as many days as the stage sets, and none for longer', async () => {
    const lasting = (seconds: number) => tokenFor(one, 'root', 'admin', seconds);
    expect(await contextFor(`Bearer ${await lasting(30 * 86_400)}`)).toMatchObject({
      networkId: one,
      userId: 'root',
      role: 'admin',
    });
    expect(await contextFor(`Bearer ${await lasting(31 * 86_400)}`)).toEqual(unauthorized('too far in the future'));
  });
});

/** What the authorizer reads of the event of a request. */
const eventWith = (
  authorization: string,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayRequestAuthorizerEventV2 => ({
  ...requestWith({ headers: { authorization, ...headers } }),
  type: 'REQUEST',
  routeArn: 'arn:aws:execute-api:eu-central-1:111122223333:api/$default/POST/',
  identitySource: [authorization],
  cookies: [],
  queryStringParameters: {},
  pathParameters: {},
  stageVariables: {},
});
