/** A signer as `lambdas/delivery/sign-and-send.ts` makes it, whose tables and queue are stubs in memory that answer at once. */
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

/** What is beyond the stubs. */
export interface Surroundings {
  readonly lane: Signer['lane'];
  /** The webhooks of a network; every network has webhooks switched on. */
  readonly webhooksOf: (networkId: NetworkId) => Webhook[];
  /** Called with every delivery that the table is to keep. */
  readonly keep: (delivery: Delivery) => void;
}

/** The environment must have `DELIVERY_SETTINGS` and `DELIVERIES_TABLE`. */
export function stubbedSigner({ lane, webhooksOf, keep }: Surroundings): Signer {
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
    deliveries: deliveriesKeptBy(keep),
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

const deliveriesKeptBy = (keep: Surroundings['keep']): DeliveriesTable => ({
  putAll: async (deliveries) => deliveries.forEach(keep),
  putUnlessReplayed: async (delivery) => {
    keep(delivery);
    return true;
  },
  read: async () => undefined,
  readAll: async () => [],
});
