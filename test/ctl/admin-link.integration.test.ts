import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { call, cloud, cloudVariables, connection } from '../../testing/service.ts';
import { ctlHere, type Service, startService } from './service.ts';

const data = process.env[cloudVariables.data] ?? '';

describe('admin-link', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    await service.ctl('network', 'create', 'acme');
  });
  afterAll(() => service.stop());

  test('prints a link that signs a person in, once, and manages the network’s webhooks', async () => {
    const { stdout, stderr, code } = await ctlHere(['admin-link', 'demo', '--user', 'ada', '--data', data]);
    expect({ stderr, code }).toEqual({
      stderr: 'It works once, within 10 minutes: whoever opens it first is ada, admin of demo.\n',
      code: 0,
    });
    expect(stdout).toMatch(new RegExp(`^${cloud().url}/admin/#link=`));
    const token = await tokenOf(stdout.trimEnd());
    expect((await call('GET', '/webhooks', { token })).status).toBe(200);
    const { iat = 0, exp = 0, ...claims } = decodeJwt(token);
    expect(claims).toEqual({ sub: 'ada', networkId: 'demo', role: 'admin' });
    expect(exp - iat).toBe(8 * 3600);
  });

  test('is for the operator unless somebody is named, works until it expires then, may be a viewer’s, and is JSON for programs', async () => {
    const { operator } = connection();
    const words = ['admin-link', 'demo', '--viewer', '--expires', '15m', '--json', '--data', data];
    const { stdout, stderr } = await ctlHere(words);
    const madeAt = Date.now() / 1000;
    const printed = JSON.parse(stdout);
    expect(printed).toEqual({
      link: expect.stringMatching(/\/admin\/#link=[\w-]{43}$/),
      networkId: 'demo',
      user: operator,
      role: 'viewer',
      expiresInSeconds: 900,
    });
    for (let opened = 0; opened < 2; opened++) {
      const { exp = 0, ...claims } = decodeJwt(await tokenOf(printed.link));
      expect(claims).toMatchObject({ sub: operator, role: 'viewer' });
      expect(exp).toBeLessThanOrEqual(madeAt + 900 + 1);
    }
    expect(stderr).toBe('');
  });

  test('fails if the service has no panel, or not this network', async () => {
    expect(await service.ctl('admin-link', 'acme')).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/no stack output PanelUrl/),
      code: 1,
    });
    expect(await ctlHere(['admin-link', 'nowhere', '--data', data])).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/There is no network nowhere/),
      code: 1,
    });
  });
});

/** Opens the link, as the panel does. */
async function tokenOf(link: string): Promise<string> {
  const body = { code: link.split('#link=')[1], attempt: randomUUID() };
  const response = await call('POST', '/admin-links/redeem', { body });
  return v.parse(v.object({ token: v.string() }), response.body).token;
}
