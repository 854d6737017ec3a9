/** Whether statistics, the log and the receiver agree where the service ends right after a request. */
import { afterAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { routes } from '../../contract/routes.ts';
import { arrived, post, webhookTo, wholeLog } from '../e2e/delivery-network.ts';
import { type OwnCloud, startOwnCloud } from '../support/own-cloud.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

test('twenty events are twenty requests, deliveries and counted attempts, although the cloud stops', async () => {
  const data = temporaryFolder();
  let cloud: OwnCloud = await startOwnCloud({ data, faults: 'off' });
  resources.defer(() => cloud.stop());
  const networkId = await cloud.addNetwork('twenty');
  const receiver = resources.adopt(await startReceiver(), ({ stop }) => stop());
  const server = await cloud.clientOf(networkId, 'server');
  const { webhookId } = await webhookTo(await cloud.clientOf(networkId, 'admin'), receiver);
  for (let n = 1; n <= 20; n++) {
    await post(server, [{ event: 'shop.didSell', data: { n } }]);
    await arrived(receiver, n);
  }
  await cloud.stop();
  cloud = await startOwnCloud({ data, faults: 'off' });
  const admin = await cloud.clientOf(networkId, 'admin');
  const log = await wholeLog(admin, webhookId);
  const { body } = await admin('GET', `/webhooks/${webhookId}/statistics`);
  const { hours } = v.parse(routes.showWebhookStatistics.response.body, body);
  const counted = hours.reduce((sum, { delivered, failed }) => sum + delivered + failed, 0);
  const attempts = log.reduce((sum, { attemptCount }) => sum + attemptCount, 0);
  expect({ log: log.length, attempts, counted, requests: receiver.requests.length }).toEqual({
    log: 20,
    attempts: 20,
    counted: 20,
    requests: 20,
  });
});
