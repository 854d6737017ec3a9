/** The lines of metrics of the functions that deliver, on the stdout of their process. */
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { batchOf } from '../../bench/harness/signer/delivery-batches.ts';
import { EmfDocument } from '../support/emf-document.ts';
import { setFunctionVariables } from '../support/functions.ts';
import { startAnswering, startReceiver } from '../support/receivers/http-receivers.ts';
import { recordOf } from '../support/samples.ts';
import { cloud, connection, createNetwork, eventually } from '../support/service.ts';
import { tableLike } from '../support/table-like.ts';
import { adminOf, create } from '../webhooks/admin.ts';

const { outputs } = cloud();
// What is due there, no other sweeper takes.
const tableName = await tableLike(connection().client, `${outputs['DeliveriesTableName']}`);
setFunctionVariables({
  DELIVERIES_TABLE: tableName,
  SLOW_LANE_DEAD_LETTER_QUEUE_URL: outputs['SlowLaneDeadLettersUrl'],
  ON_FAILURE_QUEUE_URL: outputs['FanOutOnFailureQueueUrl'],
  DELIVERY_LANE: 'fast',
  DELIVERY_SETTINGS: '{"retryDelaysSeconds":[]}',
  TARGET_POLICY: '{"allowHttp":true,"allowedRanges":["loopback"]}',
  METRICS_NAMESPACE: 'SocialPlatformServices/test',
});
const { handler: signAndSend } = await import('../../lambdas/delivery/sign-and-send.ts');
const { handler: fanOut } = await import('../../lambdas/delivery/fan-out.ts');
const { handler: sweep } = await import('../../lambdas/delivery/sweep.ts');
const { deliveryLog } = await import('../../lambdas/delivery-log/delivery-log.ts');

let output: jest.SpiedFunction<typeof process.stdout.write>;
beforeEach(() => {
  output = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => output.mockRestore());

const receiver = await startReceiver();
afterAll(() => receiver.stop());

const measured = () => output.mock.calls.map(([line]) => v.parse(EmfDocument, JSON.parse(`${line}`)));

test('a delivery writes one line with the times from its event to its first attempt and to 2xx', async () => {
  const networkId = await createNetwork({ features: ['webhooks'] });
  const { webhookId } = await create(await adminOf(networkId), { url: receiver.url });
  const document = await eventually(async () => {
    output.mockClear();
    await signAndSend({ Records: batchOf(0, networkId, [webhookId]).slice(0, 1) });
    const [document, ...others] = measured();
    expect({ document, others }).toMatchObject({ document: { Attempts_delivered: 1 }, others: [] });
    return document;
  });
  expect(document).toMatchObject({
    Lane: 'fast',
    TimeToFirstAttempt: expect.any(Number),
    TimeToDelivery: expect.any(Number),
  });
  for (const kept of [networkId, webhookId, new URL(receiver.url).host, 'channel.didCreate'])
    expect(JSON.stringify(document)).not.toContain(kept);
});

test('a delivery that fails is repeated as the settings of the stage say, here never', async () => {
  const networkId = await createNetwork({ features: ['webhooks'] });
  const failing = await startAnswering(500);
  const { webhookId } = await create(await adminOf(networkId), { url: failing.url });
  await eventually(async () => {
    await signAndSend({ Records: batchOf(0, networkId, [webhookId]).slice(0, 1) });
    const { deliveries } = await deliveryLog(connection().client, tableName).page(networkId, [webhookId], { limit: 1 });
    expect(deliveries).toMatchObject([{ state: 'failed', attemptCount: 1 }]);
  });
  await failing.stop();
});

test('a batch counts as failed where every message of it did', async () => {
  const networkId = await createNetwork({ features: ['webhooks'] });
  const { webhookId } = await create(await adminOf(networkId), { url: receiver.url });
  const [good, other] = batchOf(0, networkId, [webhookId]);
  if (good === undefined || other === undefined) throw new Error('A batch has messages.');
  const bad = { ...other, body: '{}' };
  await eventually(async () => {
    output.mockClear();
    expect(await signAndSend({ Records: [good, bad] })).toMatchObject({ batchItemFailures: [expect.anything()] });
    expect(measured()).toMatchObject([{ Attempts_delivered: 1 }]);
  });
  expect(measured()[0]).not.toHaveProperty('BatchesFailed');
  output.mockClear();
  await signAndSend({ Records: [bad] });
  expect(measured()).toMatchObject([{ BatchesFailed: 1 }]);
});

test('fan-out writes one line with how many deliveries it has created and how late, if there are any', async () => {
  const networkId = await createNetwork({ features: ['webhooks'] });
  await create(await adminOf(networkId), { url: receiver.url });
  await eventually(async () => {
    output.mockClear();
    await fanOut({ Records: [recordOf(networkId, '1', '1'), recordOf(networkId, '2', '2')] });
    expect(measured()).toMatchObject([{ DeliveriesCreated: 2, FanOutLag: [expect.any(Number), expect.any(Number)] }]);
  });
  output.mockClear();
  await fanOut({ Records: [recordOf(await createNetwork({ features: ['webhooks'] }), '3', '3')] });
  expect(measured()).toEqual([]);
});

test('fan-out counts the events for activity, which an alarm compares with the calls of its reader', async () => {
  const networkId = await createNetwork({ features: ['webhooks'] });
  await fanOut({
    Records: [recordOf(networkId, '1', '1', { event: 'v3.comment.didCreate' }), recordOf(networkId, '2', '2')],
  });
  expect(measured()).toMatchObject([{ EventsForActivity: 1 }]);
});

test('a sweep writes one line, for the alarms', async () => {
  const Item = { webhookId_shard: 'wh_0', deliveryId: randomUUID(), dueBucket: 0, dueAt: '2026-01-01T00:00:00.000Z' };
  await connection().client.send(new PutCommand({ TableName: tableName, Item }));
  await eventually(async () => {
    output.mockClear();
    await sweep();
    expect(measured()).toMatchObject([{ DeliveriesMalformed: 1 }]);
  });
});
