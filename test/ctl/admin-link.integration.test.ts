import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { call, cloud, cloudVariables } from '../../testing/service.ts';
import { ctlHere, type Service, startService } from './service.ts';

const data = process.env[cloudVariables.data] ?? '';

describe('admin-link', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    await service.ctl('network', 'create', 'acme');
  });
  afterAll(() => service.stop());

  test('prints a link to the panel of the local cloud whose token manages the network’s webhooks', async () => {
    const { stdout, stderr, code } = await ctlHere(['admin-link', 'demo', '--data', data]);
    const [panelUrl, token = ''] = stdout.trimEnd().split('#token=');
    expect(panelUrl).toBe(`${cloud().url}/admin/`);
    expect({ stderr, code }).toEqual({
      stderr: 'Whoever has the link is an admin of demo until it expires.\n',
      code: 0,
    });
    expect((await call('GET', '/webhooks', { token })).status).toBe(200);
    const { iat = 0, exp = 0, ...claims } = decodeJwt(token);
    expect(claims).toEqual({ sub: 'admin-link', networkId: 'demo', role: 'admin' });
    expect(exp - iat).toBe(8 * 3600);
  });

  test('prints a link that may look and not change', async () => {
    const { stdout, stderr } = await ctlHere(['admin-link', 'demo', '--viewer', '--data', data]);
    expect(stderr).toBe('Whoever has the link is a viewer of demo until it expires.\n');
    const [, token = ''] = stdout.trimEnd().split('#token=');
    expect((await call('GET', '/webhooks', { token })).status).toBe(200);
    expect((await call('POST', '/webhooks', { token, body: { url: 'https://hooks.example.com/in' } })).status).toBe(
      403,
    );
  });

  test('accepts another period, and prints JSON for programs', async () => {
    const { stdout, stderr } = await ctlHere(['admin-link', 'demo', '--expires', '15m', '--json', '--data', data]);
    const printed = JSON.parse(stdout);
    expect(printed).toEqual({
      link: expect.stringMatching(/\/admin\/#token=[\w-]+\.[\w-]+\.[\w-]+$/),
      networkId: 'demo',
      role: 'admin',
      expiresInSeconds: 900,
    });
    const { iat = 0, exp = 0 } = decodeJwt(printed.link.split('#token=')[1]);
    expect(exp - iat).toBe(900);
    expect(stderr).toBe('');
  });

  test.each([['an unknown network', ['nowhere', '--data', data], 1, /There is no network nowhere/]])(
    'is refused for %s',
    async (_, words, code, message) => {
      expect(await ctlHere(['admin-link', ...words])).toEqual({
        stdout: '',
        stderr: expect.stringMatching(message),
        code,
      });
    },
  );

  test('fails if the service has no panel', async () => {
    expect(await service.ctl('admin-link', 'acme')).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/no stack output PanelUrl/),
      code: 1,
    });
  });
});
