import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { noticeAddressesTable } from '../../lambdas/notices/notice-addresses-table.ts';
import { refusal, type Service, startService } from '../../test/support/ctl.ts';
import { createNetwork, findNetwork } from '../networks.ts';

const id = (text: string) => v.parse(NetworkId, text);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const KEY_ID = expect.stringMatching(/^\d{8}-[0-9a-f]{16}$/);

describe('networks and features', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    await createNetwork(service.connection, id('steady'));
  });
  afterAll(() => service.stop());

  const show = async (networkId: string) =>
    JSON.parse((await service.ctl('network', 'show', networkId, '--json')).stdout);

  test('a new network has every feature off and one signing key, whose secret is not shown', async () => {
    const created = await service.ctl('network', 'create', 'acme', '--json');
    expect(created).toMatchObject({ stderr: '', code: 0 });
    expect(JSON.parse(created.stdout)).toEqual({
      networkId: 'acme',
      features: { blockUser: false, userActivity: false, webhooks: false },
      hideMode: 'blocker',
      activityRetentionDays: null,
      blockEvents: 'off',
      quotas: {},
      signingKeys: [{ keyId: KEY_ID, createdAt: TIME, signs: true }],
      createdAt: TIME,
    });
    const { signingKeys } = await findNetwork(service.connection, id('acme'));
    expect(signingKeys[0]?.secret).toMatch(/^[\w-]{43}$/);
    expect(await show('acme')).toMatchObject(JSON.parse(created.stdout));
  });

  // As text: docs/guides/command-line.md, whose commands are tests.
  test('an existing id is refused and its network is not changed', async () => {
    const before = await createNetwork(service.connection, id('taken'), ['webhooks']);
    expect(await service.ctl('network', 'create', 'taken')).toEqual({
      stdout: '',
      stderr: 'The network taken exists already.\n',
      code: 1,
    });
    expect(await findNetwork(service.connection, id('taken'))).toEqual(before);
  });

  test('networks are listed in the order of their ids, and where there are none, how to add one is said', async () => {
    const own = await startService();
    const list = () => Promise.all([own.ctl('network', 'list'), own.ctl('network', 'list', '--json')]);
    try {
      const [none, empty] = await list();
      expect(none).toEqual({ stdout: '', stderr: expect.stringContaining('network create ID'), code: 0 });
      expect(empty).toEqual({ stdout: '[]\n', stderr: '', code: 0 });
      for (const networkId of ['zeta', 'alpha']) await createNetwork(own.connection, id(networkId), ['blockUser']);
      const [text, json] = await list();
      expect(text).toEqual({
        stdout: [
          'network  blockUser  userActivity  webhooks  hideMode  activityRetentionDays  blockEvents',
          'alpha    on         off           off       blocker   off                    off',
          'zeta     on         off           off       blocker   off                    off',
          '',
        ].join('\n'),
        stderr: '',
        code: 0,
      });
      expect(JSON.parse(json.stdout)).toMatchObject([{ networkId: 'alpha' }, { networkId: 'zeta' }]);
      expect(json.stdout + text.stdout).not.toContain('secret');
    } finally {
      own.stop();
    }
  });

  test('features are switched on and off, several at once', async () => {
    await createNetwork(service.connection, id('switches'));
    const on = await service.ctl('feature', 'enable', 'switches', 'blockUser', 'webhooks');
    expect(on).toMatchObject({ code: 0, stdout: expect.stringMatching(/^blockUser +on$/m) });
    expect(on.stderr).toContain('60 s');
    const off = await service.ctl('feature', 'disable', 'switches', 'blockUser', '--json');
    expect(off).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(off.stdout).features).toEqual({ blockUser: false, userActivity: false, webhooks: true });
    expect(await show('switches')).toMatchObject(JSON.parse(off.stdout));
  });

  test('settings are changed, up to their limits, and reset', async () => {
    await createNetwork(service.connection, id('settings'));
    const mutual = await service.ctl('network', 'set', 'settings', 'hideMode', 'mutual', '--json');
    expect(JSON.parse(mutual.stdout)).toMatchObject({ hideMode: 'mutual', activityRetentionDays: null });
    const longest = await service.ctl('network', 'set', 'settings', 'activityRetentionDays', '3650');
    expect(longest).toMatchObject({ code: 0, stdout: expect.stringMatching(/^activityRetentionDays +3650$/m) });
    expect(longest.stderr).toContain('Existing records keep their expiry');
    expect(await show('settings')).toMatchObject({ hideMode: 'mutual', activityRetentionDays: 3650 });
    await service.ctl('network', 'set', 'settings', 'activityRetentionDays', 'off');
    expect(await show('settings')).toMatchObject({ hideMode: 'mutual', activityRetentionDays: null });
    for (const blockEvents of ['on', 'off']) {
      const set = await service.ctl('network', 'set', 'settings', 'blockEvents', blockEvents);
      expect(set).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`\nblockEvents            ${blockEvents}\n`),
      });
      expect(await show('settings')).toMatchObject({ hideMode: 'mutual', blockEvents });
    }
  });

  test('a quota is set, and reset to that of the stage', async () => {
    await createNetwork(service.connection, id('quotas'));
    const set = await service.ctl('network', 'set', 'quotas', 'quota.events', '50000');
    expect(set).toMatchObject({ code: 0, stdout: expect.stringMatching(/^quota\.events +50000$/m) });
    expect(await show('quotas')).toMatchObject({ quotas: { events: 50_000 } });
    await service.ctl('network', 'set', 'quotas', 'quota.events', 'default');
    expect(await show('quotas')).toMatchObject({ quotas: {} });
    expect((await service.ctl('network', 'set', 'nobody', 'quota.events', '500')).stderr).toContain(
      'There is no network',
    );
  });

  test.each([
    ['a quota below the largest request', ['quota.events', '9'], /quota.events must be from 10 to 50000/],
    [
      "a quota above the stage's",
      ['quota.reads', '10001'],
      /quota.reads must be from 1 to 10000 in this stage, not 10001/,
    ],
  ])('%s is refused with the valid values', async (_, words, message) => {
    const run = await service.ctl('network', 'set', 'steady', ...words);
    expect(run).toEqual({ stdout: '', stderr: expect.stringMatching(message), code: 2 });
    expect(await findNetwork(service.connection, id('steady'))).not.toHaveProperty('activityRetentionDays');
  });

  test('a network is deleted once its features are off and its webhooks are gone', async () => {
    const networkId = id('leaving');
    await createNetwork(service.connection, networkId, ['webhooks']);
    const { client, tables } = service.connection;
    const webhook = { networkId, webhookId: 'wh_00000000000000000000000000000000' };
    const Item = {
      ...webhook,
      url: 'https://example.com/',
      events: ['*'],
      description: '',
      headers: {},
      legacySignature: false,
      enabled: true,
      secrets: [],
      createdAt: '2026-01-05T09:30:00.000Z',
      updatedAt: '2026-01-05T09:30:00.000Z',
    };
    await client.send(new PutCommand({ TableName: tables.webhooks, Item }));
    const notices = noticeAddressesTable(client, tables.webhooks);
    await notices.change(networkId, (before) => ({
      after: { ...before, addresses: ['on-call@example.com'] },
      result: true,
    }));
    const creations = { networkId: 'leaving#creations', webhookId: 'creations', creations: 1 };
    await client.send(new PutCommand({ TableName: tables.webhooks, Item: creations }));
    const names = ['Old', 'off', 'Riverside', 'Lakeside'];
    for (const name of names) await service.ctl('network', 'set', 'leaving', 'name', name);
    const { stdout: trail } = await service.ctl('audit', '--network', 'leaving');
    expect(trail).toContain('branding.name: "Riverside" → "Lakeside"');
    expect(trail).not.toContain('"off"');
    expect((await service.ctl('network', 'show', 'leaving')).stdout).toMatch(
      /name +Lakeside\nnotices to +on-call@example.com \(not confirmed\)/,
    );
    expect(await service.ctl('network', 'delete', 'leaving')).toEqual(
      refusal(/^The network leaving has webhooks: 1\.\nDelete them first/),
    );
    await client.send(new DeleteCommand({ TableName: tables.webhooks, Key: webhook }));
    expect(await service.ctl('network', 'delete', 'leaving')).toEqual(
      refusal(/^The network leaving has features that are on\.\n.*feature disable/),
    );
    expect((await service.ctl('network', 'show', 'leaving')).stdout).toContain('on-call@example.com');
    await service.ctl('feature', 'disable', 'leaving', 'webhooks');
    expect(await service.ctl('network', 'delete', 'leaving')).toEqual({
      stdout: '',
      stderr: 'Deleted the network leaving.\n',
      code: 0,
    });
    expect(await service.ctl('network', 'show', 'leaving')).toMatchObject({ code: 1 });
    const { Items = [] } = await client.send(new ScanCommand({ TableName: tables.webhooks }));
    expect(Items.filter((item) => item['networkId'].startsWith('leaving'))).toEqual([]);
  });

  test('a command for an unknown network fails and creates none', async () => {
    const runs = await Promise.all([
      service.ctl('network', 'show', 'nobody'),
      service.ctl('network', 'set', 'nobody', 'hideMode', 'mutual'),
      service.ctl('feature', 'enable', 'nobody', 'blockUser'),
      service.ctl('network', 'delete', 'nobody'),
      service.ctl('key', 'rotate', 'nobody'),
      service.ctl('token', '--network', 'nobody', '--user', 'alice'),
      service.ctl('user', 'export', 'nobody', 'alice'),
      service.ctl('user', 'erase', 'nobody', 'alice', '--json'),
    ]);
    const refusal = { stdout: '', stderr: 'There is no network nobody.\nList the networks: network list\n', code: 1 };
    expect(runs).toEqual(runs.map(() => refusal));
    expect((await service.ctl('network', 'list')).stdout).not.toContain('nobody');
  });
});
