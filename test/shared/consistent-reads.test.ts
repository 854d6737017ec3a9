/**
 * Reads that must not miss a write of the last second, and so are consistent:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html
 */
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { activitiesOf } from '../../lambdas/activity/activities-table.ts';
import { commentMarkersOf } from '../../lambdas/activity/recorded-comments-table.ts';
import { networksTable } from '../../lambdas/auth/networks-table.ts';
import { blocksBy } from '../../lambdas/block/block-records-table.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';
import { deliveriesTable } from '../../lambdas/deliveries/deliveries-table.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { noticeAddressesTable } from '../../lambdas/notices/notice-addresses-table.ts';
import { webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { scriptedClient } from '../support/clients.ts';

const TABLE = 'table';
const networkId = v.parse(NetworkId, 'demo');
const consistent = expect.objectContaining({ ConsistentRead: true });

test('the block list and the hide check show a block at once', async () => {
  const { client, inputs } = scriptedClient(() => ({ Items: [], Responses: { [TABLE]: [] } }));
  const blocks = blocksTable(client, TABLE);
  const [me, bob] = [networkUserKey(networkId, v.parse(UserId, 'alice')), v.parse(UserId, 'bob')];
  await blocks.page(me);
  await blocks.range(me, bob, bob, 1);
  await blocks.existing([{ netid_uid: me, blocked_userId: bob }]);
  expect(inputs).toEqual([consistent, consistent, { RequestItems: { [TABLE]: consistent } }]);
});

// An accepted event must not meet older settings, and an erasure that finds nothing has erased all.
test('settings of a network, who gets its notices, an event, and what is erased, are read as they are', async () => {
  const { client, inputs } = scriptedClient(() => ({}));
  await networksTable(client, TABLE).readSettings(networkId);
  await noticeAddressesTable(client, TABLE).read(networkId);
  await eventsTable(client, TABLE).read(networkId, v.parse(EventId, 'e1'));
  const user = { networkId, userId: v.parse(UserId, 'alice') };
  const erased = [blocksBy, activitiesOf, commentMarkersOf].map((query) => query(TABLE, user));
  expect([...inputs, ...erased]).toEqual(Array(6).fill(consistent));
});

// A delivery whose event is missing has failed for good.
test('an event that is new is not taken for an expired one', async () => {
  const { client, inputs } = scriptedClient(() => ({}));
  expect(await eventsTable(client, TABLE).readBody(networkId, v.parse(EventId, 'e1'))).toBeUndefined();
  expect(inputs).toEqual([consistent]);
});

// By an older state of either, a message would be dropped, or a webhook called that was disabled.
test('a signer sees a delivery and a webhook as they are', async () => {
  const { client, inputs } = scriptedClient(() => ({}));
  const delivery = { webhookId: 'wh_1', deliveryId: v.parse(DeliveryId, '01JDEXAMPQ7W3N5Y8T2V4X6Z9A') };
  const deliveries = deliveriesTable(client, TABLE);
  await deliveries.read(delivery.webhookId, delivery.deliveryId);
  await deliveries.readAll([delivery]);
  await webhooksTable(client, TABLE).find({ networkId, webhookId: 'wh_1' });
  expect(inputs).toEqual([consistent, { RequestItems: { [TABLE]: consistent } }, consistent]);
});
