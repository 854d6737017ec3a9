import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import { eventsTable } from '../events/events-table.ts';
import { required } from '../shared/env.ts';
import { webhookHealthTable } from '../webhooks/webhook-health-table.ts';
import { attemptCounter } from './attempt-counter.ts';
import { attemptCountsTable } from './attempt-counts-table.ts';
import { breakers } from './breaker.ts';
import { deliveriesTable } from './deliveries-table.ts';
import { deliverySettings } from './delivery-settings.ts';
import { healthReporter } from './health-reporter.ts';
import { queueSender } from './lanes.ts';
import { createRequestSender } from './outbound/send-request.ts';
import { receiverWatch } from './receiver-watch.ts';
import { signedSender } from './send-signed.ts';
import type { Signer } from './signer.ts';
import { handleBatch } from './signer-batch.ts';
import { waitingDeliveriesTable } from './waiting-deliveries-table.ts';
import { webhookDirectory } from './webhook-directory.ts';

const signer = newSigner();

/** Signs and sends what a lane's queue holds (decisions 19–27). Two functions run this, one for each lane. */
export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => await handleBatch(signer, Records);

function newSigner(): Signer {
  const settings = deliverySettings();
  const now = Date.now;
  const health = webhookHealthTable();
  const directory = webhookDirectory();
  const watch = receiverWatch(now);
  const ofBreakers = breakers(health, settings, now);
  return {
    lane: v.parse(v.picklist(['fast', 'slow']), required('DELIVERY_LANE')),
    settings,
    now,
    random: Math.random,
    directory,
    deliveries: deliveriesTable(),
    waiting: waitingDeliveriesTable(),
    outbox: eventsTable().readBody,
    breakers: ofBreakers,
    counter: attemptCounter(attemptCountsTable(), now),
    watch,
    sendSigned: signedSender(createRequestSender(settings), now),
    reportHealth: healthReporter({ health, directory, breakers: ofBreakers, watch, settings, now }),
    sendSlow: queueSender(required('SLOW_LANE_QUEUE_URL')),
  };
}
