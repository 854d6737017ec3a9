/** A signer like that of the Lambda function `sign-and-send`, whose tables and queue are stubs in memory that respond at once. */
import { setTimeout } from 'node:timers/promises';
import type { NetworkId } from '../../../contract/ids.ts';
import { metricsNamespace } from '../../../contract/metrics.ts';
import type { Delivery } from '../../../lambdas/delivery/model/delivery.ts';
import { createRequestSender } from '../../../lambdas/delivery/outbound/send-request.ts';
import { signedSender } from '../../../lambdas/delivery/outbound/send-signed.ts';
import type { SignerHealth } from '../../../lambdas/delivery/receiver/receiver-health-table.ts';
import { webhookDirectory } from '../../../lambdas/delivery/receiver/webhook-directory.ts';
import { attemptCounter } from '../../../lambdas/delivery/statistics/attempt-counter.ts';
import { backlogTable } from '../../../lambdas/delivery/tables/backlog-table.ts';
import type { DeliveriesTable } from '../../../lambdas/delivery/tables/deliveries-table.ts';
import { createSigner, type Signer } from '../../../lambdas/delivery/worker/signer.ts';
import { deliverySettings } from '../../../lambdas/shared/delivery-settings.ts';
import { metrics } from '../../../lambdas/shared/metrics.ts';
import type { Webhook } from '../../../lambdas/webhooks/webhooks-table.ts';

export interface StubbedSignerOptions {
  readonly lane: Signer['lane'];
  /** The webhooks of a network; every network has webhooks switched on. */
  readonly webhooksOf: (networkId: NetworkId) => Webhook[];
  /** Called with every delivery that is written to the table. */
  readonly onStored: (delivery: Delivery) => void;
}

/** Needs the environment of loopback.ts. */
export function stubbedSigner({ lane, webhooksOf, onStored }: StubbedSignerOptions): Signer {
  const settings = deliverySettings();
  const now = Date.now;
  const directory = webhookDirectory(
    {
      readSettings: async () => ({
        features: { blockUser: true, userActivity: true, webhooks: true },
        hideMode: 'blocker',
      }),
    },
    { list: async (networkId) => webhooksOf(networkId) },
  );
  return createSigner({
    lane,
    settings,
    now,
    random: Math.random,
    pause: setTimeout,
    directory,
    deliveries: stubbedDeliveries(onStored),
    backlog: backlogTable(),
    health,
    readBody: async () => undefined,
    addEvent: async () => 'accepted',
    counter: attemptCounter({ add: async () => undefined }),
    sendSigned: signedSender(createRequestSender(settings), now),
    sendSlow: async () => new Set(),
    // Formatted and dropped, as log lines are.
    metrics: metrics({ namespace: metricsNamespace('bench'), lane, write: () => undefined }),
    failures: { note: () => {}, flush: () => {} },
  });
}

const changed = async (): Promise<boolean> => true;
const health: SignerHealth = {
  beginFailing: changed,
  endFailing: changed,
  struggles: changed,
  note: changed,
  noteRotationCheck: changed,
  replaceFlow: changed,
  due: async () => [],
  disable: changed,
  countKept: changed,
};

const stubbedDeliveries = (onStored: StubbedSignerOptions['onStored']): DeliveriesTable => ({
  putAll: async (deliveries) => deliveries.forEach(onStored),
  putUnlessOvertaken: async (delivery) => {
    onStored(delivery);
    return true;
  },
  read: async () => undefined,
  readAll: async () => [],
});
