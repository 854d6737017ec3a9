/** A signer like that of the Lambda function `sign-and-send`, whose tables and queue are stubs in memory that respond at once. */
import type { NetworkId } from '../../../contract/ids.ts';
import { attemptCounter } from '../../../lambdas/delivery/attempt-counter.ts';
import { breakers } from '../../../lambdas/delivery/breaker.ts';
import type { DeliveriesTable } from '../../../lambdas/delivery/deliveries-table.ts';
import type { Delivery } from '../../../lambdas/delivery/delivery.ts';
import { deliverySettings } from '../../../lambdas/delivery/delivery-settings.ts';
import { healthReporter } from '../../../lambdas/delivery/health-reporter.ts';
import { createRequestSender } from '../../../lambdas/delivery/outbound/send-request.ts';
import { receiverWatch } from '../../../lambdas/delivery/receiver-watch.ts';
import { signedSender } from '../../../lambdas/delivery/send-signed.ts';
import type { Signer } from '../../../lambdas/delivery/signer.ts';
import { waitingDeliveriesTable } from '../../../lambdas/delivery/waiting-deliveries-table.ts';
import { webhookDirectory } from '../../../lambdas/delivery/webhook-directory.ts';
import type { WebhookHealthTable } from '../../../lambdas/webhooks/webhook-health-table.ts';
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
  const watch = receiverWatch(now);
  const ofBreakers = breakers(health, settings, now);
  return {
    lane,
    settings,
    now,
    random: Math.random,
    directory,
    deliveries: stubbedDeliveries(onStored),
    waiting: waitingDeliveriesTable(),
    outbox: async () => undefined,
    breakers: ofBreakers,
    counter: attemptCounter({ add: async () => undefined }),
    watch,
    sendSigned: signedSender(createRequestSender(settings), now),
    reportHealth: healthReporter({ health, directory, breakers: ofBreakers, watch, settings, now }),
    sendSlow: async () => new Set(),
  };
}

const changed = async (): Promise<boolean> => true;
const health: WebhookHealthTable = {
  setLane: changed,
  beginFailing: changed,
  endFailing: changed,
  openBreaker: changed,
  moveBreaker: changed,
  closeBreaker: changed,
  disable: changed,
};

const stubbedDeliveries = (onStored: StubbedSignerOptions['onStored']): DeliveriesTable => ({
  putAll: async (deliveries) => deliveries.forEach(onStored),
  putUnlessReplayed: async (delivery) => {
    onStored(delivery);
    return true;
  },
  read: async () => undefined,
  readAll: async () => [],
});
