import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { messageOf } from '../../bench/harness/signer/delivery-batches.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { newDelivery } from '../../lambdas/deliveries/delivery.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { type AttemptPorts, attemptDelivery } from '../../lambdas/delivery/attempt-delivery.ts';
import { type Effects, effectsOf, writeAll } from '../../lambdas/delivery/effects.ts';
import {
  AfterAttemptError,
  BeforeAttemptError,
  NotSentError,
  UnreadableEventError,
} from '../../lambdas/delivery/errors.ts';
import { type BatchPorts, handleBatch } from '../../lambdas/delivery/handle-batch.ts';
import { webhookOfTests } from '../support/samples.ts';
import { iso, now, pending, webhook } from './group-samples.ts';

test('messages to webhooks of two networks are handled apart, even if these had the same id', async () => {
  const asked: string[] = [];
  const nothing = () => undefined;
  const ports: BatchPorts = {
    directory: {
      async find(networkId, webhookId) {
        asked.push(`${networkId} ${webhookId}`);
        return undefined;
      },
      forget: nothing,
      forgetNetwork: nothing,
    },
    lane: 'slow',
    deliveries: { read: async () => undefined },
    notices: { trySend: async () => true },
    act: async () => [],
    write: async () => {},
    counter: { settle: async () => {} },
    metrics: { add: nothing, flush: nothing },
    failures: { flush: nothing },
    now: Date.now,
  };
  const records = ['demo', 'other'].map((network) => messageOf(0, network, ['wh_1']));
  await handleBatch(ports, records);
  expect([...new Set(asked)].sort()).toEqual(['demo wh_1', 'other wh_1']);
});

describe('an attempt', () => {
  const { delivery } = pending(1);
  const sent: string[] = [];
  /** Ports of a healthy receiver, with these changes. */
  const portsWith = (changes: Partial<AttemptPorts>): AttemptPorts => ({
    outbox: { readText: async () => ({ body: '{}' }) },
    sendSigned: async (_, { deliveryId }) => {
      sent.push(deliveryId);
      return { class: 'delivered', startedAt: iso(0), milliseconds: 20 };
    },
    reportAttempt: async () => [],
    counter: { note: () => {} },
    metrics: { add: () => {} },
    failures: { note: () => {} },
    settings: { retryDelaysSeconds: [5] },
    now: () => now,
    random: () => 0.5,
    ...changes,
  });
  beforeEach(() => {
    sent.splice(0);
    jest.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  // A second lock: the key of a delivery has the id of its webhook, and not its network.
  test('what happened in one network is never sent to a webhook of another one', async () => {
    const webhook = webhookOfTests();
    const [networkId, eventId] = [v.parse(NetworkId, 'another'), v.parse(EventId, 'e1')];
    const acceptedAt = '2026-01-01T00:00:00.000Z';
    const deliveryId = deliveryIdOf(networkId, eventId, webhook.webhookId, acceptedAt);
    const origin = { deliveryId, networkId, webhookId: webhook.webhookId, eventId, event: 'shop.didSell', acceptedAt };
    const delivery = newDelivery({ ...origin, generation: 0 });
    const touched: string[] = [];
    const ports = new Proxy(portsWith({}), { get: (_, part) => touched.push(`${String(part)}`) });
    for (const body of ['{}', undefined]) {
      await expect(attemptDelivery(ports, webhook, { delivery, body })).rejects.toThrow('is of the network another');
    }
    expect(touched).toEqual([]);
  });

  test.each<readonly [situation: string, changes: Partial<AttemptPorts>, error: typeof BeforeAttemptError]>([
    [
      'whose event can’t be read now',
      { outbox: { readText: () => Promise.reject(new Error('throttled')) } },
      BeforeAttemptError,
    ],
    [
      'whose event is malformed',
      { outbox: { readText: async () => v.parse(v.object({ body: v.string() }), { body: 7 }) } },
      UnreadableEventError,
    ],
    [
      'whose request could not be started',
      { sendSigned: async () => ({ class: 'not_sent', startedAt: iso(0), milliseconds: 1 }) },
      NotSentError,
    ],
  ])('%s fails before it is made', async (_, changes, expected) => {
    const error = await attemptDelivery(portsWith(changes), webhook, { delivery }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(expected);
    expect(error).toBeInstanceOf(BeforeAttemptError);
    expect(sent).toEqual([]);
  });

  test('that was made has an outcome, although nothing can be written about its receiver', async () => {
    const reportAttempt = () => Promise.reject(new Error('throttled'));
    const { effects } = await attemptDelivery(portsWith({ reportAttempt }), webhook, { delivery });
    expect(effects).toMatchObject({ deliveries: [{ state: 'delivered', attemptCount: 1 }] });
    expect(sent).toEqual([delivery.deliveryId]);
  });

  test('whose outcome can’t be written fails after it was made, and no other one with it', async () => {
    const [good, bad] = [effectsOf({ deliveries: [delivery] }), effectsOf({ deliveries: [pending(2).delivery] })];
    const write = async ({ deliveries }: Effects) => {
      if (deliveries.some(({ deliveryId }) => deliveryId === pending(2).delivery.deliveryId)) throw new Error('no');
    };
    jest.spyOn(console, 'warn').mockReturnValue();
    const failed = await writeAll(write, [good, bad]);
    expect([...failed.keys()]).toEqual([bad]);
    expect(failed.get(bad)).toBeInstanceOf(AfterAttemptError);
  });
});
