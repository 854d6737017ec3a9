import { expect, test } from '@jest/globals';
import { startOwnCloud } from '../../testing/own-cloud.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { delivery, kept, numbered, post, webhookTo } from './delivery-room.ts';

test('a webhook whose address the stage no longer allows gets nothing, and the log says why', async () => {
  const data = temporaryFolder();
  const receiver = await kept(startReceiver());
  const before = await startOwnCloud({ data });
  const networkId = await before.addNetwork('blocked');
  const { webhookId } = await webhookTo(await before.clientOf(networkId, 'admin'), receiver);
  await before.stop();

  const after = await startOwnCloud({ data, deliverySettings: { allowedRanges: [] } });
  try {
    const [admin, server] = await Promise.all([
      after.clientOf(networkId, 'admin'),
      after.clientOf(networkId, 'server'),
    ]);
    const [eventId = ''] = await post(server, numbered(1));
    await delivery(admin, webhookId, eventId, { state: 'retrying', class: 'blocked_address' });
    expect(receiver.connections()).toBe(0);
  } finally {
    await after.stop();
  }
}, 90_000);
