import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { hourOfDelivery } from '../../contract/ledger.ts';
import { kept, newTestNetwork, numbered, post, webhookTo, wholeLog } from '../../test/e2e/delivery-network.ts';
import { ctlHere, refusal } from '../../test/support/ctl.ts';
import { startReceiver } from '../../test/support/receivers/http-receivers.ts';
import { cloud, dataFolder, eventually } from '../../test/support/service.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

const folder = temporaryFolder();
const fileOf = (name: string, lines: readonly string[]): string => {
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
};

test('ctl reconcile has what a file of ids lacks sent again, and says so', async () => {
  const { networkId, admin, server } = await newTestNetwork();
  const { webhookId } = await webhookTo(admin, await kept(startReceiver()));
  await post(server, numbered(3));
  const log = await eventually(async () => {
    const delivered = await wholeLog(admin, webhookId, 'state=delivered');
    expect(delivered).toHaveLength(3);
    return delivered;
  }, 15_000);
  const ids = log.map(({ deliveryId }) => v.parse(DeliveryId, deliveryId)).sort();
  const hour = hourOfDelivery(ids[0] ?? v.parse(DeliveryId, ''));
  const ctl = (file: string, ...more: string[]) =>
    ctlHere([
      'reconcile',
      '--network',
      networkId,
      '--webhook',
      webhookId,
      '--file',
      file,
      '--data',
      dataFolder(),
      ...more,
    ]);

  const lacking = await ctl(fileOf('lacking', ids.slice(1)), '--hour', hour);
  expect(lacking).toMatchObject({ code: 1, stderr: expect.stringContaining('Deliveries were missing: 1.') });
  expect(lacking.stdout).toMatch(
    /^HOUR +DELIVERIES +MISSING +RESULT\n\S+ +3 +1 +1 sent again, the hour is still open\n$/,
  );

  await admin('PATCH', `/webhooks/${webhookId}`, { enabled: false });
  const disabled = await ctl(fileOf('disabled', ids.slice(1, 2)), '--hour', hour);
  expect(disabled.stderr).toMatch(/Deliveries were missing: 2\.\nEnable the webhook, and run it again\./);

  const settled = await ctl(fileOf('none', []), '--json');
  expect(settled.code).toBe(0);
  const hours = v.parse(v.array(v.object({ complete: v.boolean(), count: v.number() })), JSON.parse(settled.stdout));
  expect(hours.length).toBeGreaterThanOrEqual(22);
  expect(hours.filter(({ complete, count }) => !complete || count > 0)).toEqual([]);

  expect(await ctl(fileOf('other', [`${ids[0]}`, 'msg_2KWPBgLl']), '--hour', hour)).toEqual(refusal('Line 2 of'));
  expect(await ctl(fileOf('old', []), '--since', '2024-01-01T00:00:00Z')).toEqual(
    refusal(/older deliveries have expired\nCorrect that, and run it again\.\n$/),
  );
  // Nothing was compared, which is not the same as nothing missing.
  const nothing = await ctl(fileOf('new', []), '--since', new Date().toISOString());
  expect(nothing).toMatchObject({ code: 0, stderr: expect.stringMatching(/^No hour since then is over\./) });
  expect(await ctl('no-such-file', '--hour', 'today')).toMatchObject({ code: 2 });
});

test('ctl reconcile says that hours stay done where the service is busy', async () => {
  const busy = await kept(
    startReceiver((response, { path }) => {
      if (path.includes('/ledger')) return response.writeHead(429, { 'retry-after': '0' }).end('{}');
      return response.end(
        '{"secrets":[{"secret":"whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX","activeFrom":"2026-01-01T00:00:00.000Z"}]}',
      );
    }),
  );
  const data = temporaryFolder();
  const outputs = { ...cloud().outputs, ApiUrl: new URL(busy.url).origin };
  writeFileSync(join(data, 'cloud.json'), JSON.stringify({ ...cloud(), pid: process.pid, outputs }));
  const { networkId } = await newTestNetwork();
  const words = [
    '--network',
    networkId,
    '--webhook',
    `wh_${'0'.repeat(32)}`,
    '--file',
    fileOf('busy', []),
    '--data',
    data,
  ];
  expect(await ctlHere(['reconcile', ...words])).toEqual(
    refusal(/\nRun it again: comparing an hour twice does no harm\.\n$/),
  );
});
