import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { networkTokens } from '../../lambdas/auth/network-tokens.ts';
import { ctlHere, refusal, type Service, startService } from '../../test/support/ctl.ts';
import { call, cloud, cloudVariables, connection } from '../../test/support/service.ts';
import { createNetwork, findNetwork } from '../networks.ts';
import { revealSigningKey, rotateSigningKey } from '../signing-keys.ts';

const id = (text: string) => v.parse(NetworkId, text);

describe('tokens and signing keys', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const keysOf = async (networkId: NetworkId) => (await findNetwork(service.connection, networkId)).signingKeys;
  const keyIdsOf = async (network: string) => (await keysOf(id(network))).map(({ keyId }) => keyId);
  const MAX_LIFETIME_SECONDS = 30 * 24 * 60 * 60;
  const verify = (token: string) =>
    networkTokens({ read: (networkId) => findNetwork(service.connection, networkId) }, MAX_LIFETIME_SECONDS)(token);
  const newToken = async (...words: string[]) => (await service.ctl('token', ...words)).stdout.trimEnd();

  describe('token', () => {
    beforeAll(() => createNetwork(service.connection, id('acme')));

    test('prints one valid token for a user, for an hour, and nothing else', async () => {
      const { stdout, stderr, code } = await service.ctl('token', '--network', 'acme', '--user', 'Zoë 🎈');
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
      expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
      const token = stdout.trimEnd();
      expect(await verify(token)).toMatchObject({
        subject: { networkId: 'acme', userId: 'Zoë 🎈', role: 'user' },
        expiresAt: decodeJwt(token).exp,
      });
      const { iat = 0, exp = 0 } = decodeJwt(token);
      expect(exp - iat).toBe(3600);
    });

    test.each([
      ['30s', 'server', 30],
      ['15m', 'admin', 900],
      ['30d', 'user', 2_592_000],
    ])('is valid for %s in the role %s', async (period, role, seconds) => {
      const words = ['--network', 'acme', '--user', 'ops', '--role', role, '--expires', period];
      const { stdout } = await service.ctl('token', ...words, '--json');
      const printed = JSON.parse(stdout);
      expect(printed).toEqual({
        token: expect.any(String),
        networkId: 'acme',
        userId: 'ops',
        role,
        expiresInSeconds: seconds,
      });
      const { iat = 0, exp = 0 } = decodeJwt(printed.token);
      expect(exp - iat).toBe(seconds);
      expect(await verify(printed.token)).toMatchObject({ subject: { role } });
    });
  });

  test('a rotated network signs with the new key, and tokens of both keys are valid', async () => {
    const { signingKeys } = await createNetwork(service.connection, id('rotating'));
    const words = ['--network', 'rotating', '--user', 'alice'];
    const before = await newToken(...words);
    const rotated = await service.ctl('key', 'rotate', 'rotating', '--json');
    expect(rotated).toMatchObject({ stderr: '', code: 0 });
    const keyIds = await keyIdsOf('rotating');
    expect(JSON.parse(rotated.stdout)).toEqual([
      { keyId: signingKeys[0]?.keyId, createdAt: signingKeys[0]?.createdAt, signs: false },
      { keyId: keyIds[1], createdAt: expect.any(String), signs: true },
    ]);
    const after = await newToken(...words);
    expect([before, after].map((token) => decodeProtectedHeader(token).kid)).toEqual(keyIds);
    for (const token of [before, after]) expect(await verify(token)).toMatchObject({ subject: { userId: 'alice' } });
  });

  test('the revealed key is the one that signs', async () => {
    await createNetwork(service.connection, id('platform'));
    await rotateSigningKey(service.connection, id('platform'));
    const { stdout } = await service.ctl('key', 'reveal', 'platform', '--json');
    const { keyId, secret } = JSON.parse(stdout);
    expect((await keysOf(id('platform'))).at(-1)).toMatchObject({ keyId, secret });
    expect((await service.ctl('key', 'reveal', 'platform')).stdout).toBe(`${secret}\n`);
  });

  test('no key is revealed where the audit trail can’t be written', async () => {
    await createNetwork(service.connection, id('untold'));
    const tables = { ...service.connection.tables, audit: 'there-is-no-such-table' };
    await expect(revealSigningKey({ ...service.connection, tables }, id('untold'))).rejects.toThrow();
  });

  test('a third key is refused, with the command that removes one', async () => {
    await createNetwork(service.connection, id('full'));
    const first = await service.ctl('key', 'rotate', 'full');
    const keyIds = await keyIdsOf('full');
    expect(first.stderr).toContain(`key revoke full ${keyIds[0]}`);
    expect(await service.ctl('key', 'rotate', 'full')).toEqual(
      refusal(new RegExp(`2 live signing keys.*\n.*key revoke full ${keyIds[0]}\n$`)),
    );
    expect(await keyIdsOf('full')).toEqual(keyIds);
  });

  test('a revoked key invalidates its tokens, and not those of the other key', async () => {
    await createNetwork(service.connection, id('revoking'));
    const words = ['--network', 'revoking', '--user', 'alice'];
    const old = await newToken(...words);
    await service.ctl('key', 'rotate', 'revoking');
    const current = await newToken(...words);
    const [oldKey = '', currentKey = ''] = await keyIdsOf('revoking');
    const revoked = await service.ctl('key', 'revoke', 'revoking', oldKey);
    expect(revoked).toMatchObject({ code: 0, stdout: expect.stringContaining(`${currentKey}  `) });
    expect(revoked.stdout).not.toContain(oldKey);
    await expect(verify(old)).rejects.toThrow('unknown key');
    expect(await verify(current)).toMatchObject({ subject: { userId: 'alice' } });
    expect(await service.ctl('key', 'revoke', 'revoking', currentKey, '--json')).toEqual(
      refusal(/is the last signing key.*\n.*key rotate revoking\n$/),
    );
    expect(await keyIdsOf('revoking')).toEqual([currentKey]);
  });

  test('an unknown key can not be revoked, and the message lists the keys of the network', async () => {
    const { signingKeys } = await createNetwork(service.connection, id('other-key'));
    expect(await service.ctl('key', 'revoke', 'other-key', '20260101-0123456789abcdef')).toEqual(
      refusal(`It has ${signingKeys[0]?.keyId}.`),
    );
  });

  test('keys are listed by id and date, oldest first, and no command but reveal prints a secret', async () => {
    await createNetwork(service.connection, id('listed'));
    const rotated = await service.ctl('key', 'rotate', 'listed');
    const [list, json, show] = await Promise.all([
      service.ctl('key', 'list', 'listed'),
      service.ctl('key', 'list', 'listed', '--json'),
      service.ctl('network', 'show', 'listed', '--json'),
    ]);
    const keys = await keysOf(id('listed'));
    expect(list).toEqual({
      stdout: [
        `key${' '.repeat(24)}created${' '.repeat(19)}use`,
        `${keys[0]?.keyId}  ${keys[0]?.createdAt}  its tokens are valid`,
        `${keys[1]?.keyId}  ${keys[1]?.createdAt}  signs new tokens`,
        '',
      ].join('\n'),
      stderr: '',
      code: 0,
    });
    expect(JSON.parse(json.stdout)).toEqual(
      keys.map(({ keyId, createdAt }, index) => ({ keyId, createdAt, signs: index === 1 })),
    );
    const printed = [rotated, list, json, show].map(({ stdout, stderr }) => stdout + stderr).join();
    for (const { secret } of keys) expect(printed).not.toContain(secret);
  });

  test('of simultaneous rotations one succeeds and the others are refused, so that no key is lost', async () => {
    const { signingKeys } = await createNetwork(service.connection, id('raced'));
    const rotations = Array.from({ length: 5 }, () => rotateSigningKey(service.connection, id('raced')));
    const outcomes = await Promise.allSettled(rotations);
    const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.signingKeys] : []));
    expect(done).toEqual([[signingKeys[0], expect.anything()]]);
    expect(await keysOf(id('raced'))).toEqual(done[0]);
  });
});

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

  test('is for the operator unless somebody is named, works until it expires, and may be a viewer’s', async () => {
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
    expect(await service.ctl('admin-link', 'acme')).toEqual(refusal(/no stack output PanelUrl/));
    expect(await ctlHere(['admin-link', 'nowhere', '--data', data])).toEqual(refusal(/There is no network nowhere/));
  });
});

/** Opens the link, as the panel does. */
async function tokenOf(link: string): Promise<string> {
  const body = { code: link.split('#link=')[1], attempt: randomUUID() };
  const response = await call('POST', '/admin-links/redeem', { body });
  return v.parse(v.object({ token: v.string() }), response.body).token;
}
