import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, jest, test } from '@jest/globals';
import { changesOf } from '@social-platform-services/ctl/networks';
import { isFaultless, patience } from '../support/eventually.ts';
import { needs } from '../support/needs.ts';
import { startReceiver, startSlow } from '../support/receivers/http-receivers.ts';
import type { Receiver } from '../support/receivers/listening.ts';
import { connection, eventually } from '../support/service.ts';
import {
  arrived,
  delivery,
  headerOf,
  kept,
  newTestNetwork,
  numbered,
  post,
  quiet,
  type TestNetwork,
  webhookTo,
  wholeLog,
} from './delivery-network.ts';

const { describe } = needs('receivers');

/** Enough to keep the receivers of all tests, run at once, busy for more than the 5 s in which requests must stop. */
const EVENTS = 250;
/** Well within the 1.5 s of an attempt, also on a busy machine. */
const ANSWERS_AFTER_MS = 900;

const changes: readonly (readonly [string, (network: TestNetwork, webhookId: string) => Promise<unknown>])[] = [
  ['deleting the webhook', ({ admin }, webhookId) => admin('DELETE', `/webhooks/${webhookId}`)],
  ['switching the feature off', ({ networkId }) => changesOf(connection()).setFeatures(networkId, ['webhooks'], false)],
];

jest.setTimeout(patience(120_000));

/** A webhook whose receiver is busy with the first of many events. */
async function busyWebhook() {
  const network = await newTestNetwork();
  const receiver = await kept(startSlow(ANSWERS_AFTER_MS));
  const { webhookId } = await webhookTo(network.admin, receiver);
  const postAll = async () => {
    for (let sent = 0; sent < EVENTS; sent += 25) await post(network.server, numbered(25));
  };
  // A slow machine has not posted all of them when the receiver is busy already.
  const posting = postAll();
  posting.catch(() => {});
  await arrived(receiver, 5, 20_000);
  return { network, receiver, webhookId, posting };
}

/** Waits until nothing is sent any more, and checks that it was soon: see test/webhooks/webhook-directory.test.ts. */
async function expectStops(receiver: Receiver): Promise<void> {
  await quiet(receiver, 5_000);
  expect(receiver.requests.length).toBeLessThan(EVENTS);
}

describe('pending messages', () => {
  test.concurrent.each(changes)('are not sent any more soon after %s', async (_, change) => {
    const { network, receiver, webhookId, posting } = await busyWebhook();
    await Promise.all([change(network, webhookId), posting]);
    await expectStops(receiver);
  });

  test.concurrent('are not sent any more soon after disabling the webhook, and wait no more', async () => {
    const { network, receiver, webhookId, posting } = await busyWebhook();
    const { admin } = network;
    await Promise.all([admin('PATCH', `/webhooks/${webhookId}`, { enabled: false }), posting]);
    await expectStops(receiver);
    const log = await eventually(async () => {
      const found = await wholeLog(admin, webhookId, 'limit=100');
      expect(found.map(({ state }) => state)).not.toContain('retrying');
      // Each request is in the log, unless its signer ended before it had written it, as with injected faults.
      const attempted = found.filter(({ attemptCount }) => attemptCount > 0).map(({ deliveryId }) => deliveryId);
      if (isFaultless)
        for (const request of receiver.requests) expect(attempted).toContain(headerOf(request, 'webhook-id'));
      return found;
    }, 20_000);
    // What is read from the stream after the change gets no delivery: on a busy machine, all the rest.
    expect(log.filter(({ state }) => state === 'delivered').length).toBeLessThan(EVENTS);
    const notSent = log.filter(({ state }) => state === 'failed');
    expect(notSent.filter((one) => one.class !== 'webhook_disabled')).toEqual([]);
  });
});

describe('an address that the stage does not allow any more', () => {
  test.concurrent('gets nothing', async () => {
    const { admin, server, networkId } = await newTestNetwork();
    const receiver = await kept(startReceiver());
    const { webhookId } = await webhookTo(admin, receiver);
    await connection().client.send(
      new UpdateCommand({
        TableName: connection().tables.webhooks,
        Key: { networkId, webhookId },
        UpdateExpression: 'SET #url = :url',
        ExpressionAttributeNames: { '#url': 'url' },
        ExpressionAttributeValues: { ':url': 'http://10.0.0.1/hook' },
      }),
    );
    const [eventId = ''] = await post(server, numbered(1));
    const { statusCode } = await delivery(admin, webhookId, eventId, { state: 'retrying', class: 'blocked_address' });
    expect(statusCode).toBeUndefined();
    await admin('PATCH', `/webhooks/${webhookId}`, { enabled: false });
  });
});
