import { setTimeout } from 'node:timers/promises';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import { DeliverySettings, Lane } from '../../contract/delivery-settings.ts';
import { deliveriesTable } from '../deliveries/deliveries-table.ts';
import { queueSender } from '../deliveries/queue-sender.ts';
import { eventsTable } from '../events/events-table.ts';
import { receiverHealthTable } from '../receiver-health/receiver-health-table.ts';
import { stageSenders } from '../sending/stage-senders.ts';
import { required, requiredJson } from '../shared/env.ts';
import { withLoggedErrors } from '../shared/logged-error.ts';
import { processMetrics } from '../shared/metrics.ts';
import { attemptCounter } from '../statistics/attempt-counter.ts';
import { attemptCountsTable } from '../statistics/attempt-hours-table.ts';
import { webhookChangesTable } from '../webhooks/webhook-changes-table.ts';
import { webhookDirectory } from '../webhooks/webhook-directory.ts';
import { createSigner } from './compose.ts';
import { failureLog } from './measure.ts';

const signer = createSigner({
  lane: v.parse(Lane, required('DELIVERY_LANE')),
  settings: requiredJson('DELIVERY_SETTINGS', DeliverySettings),
  now: Date.now,
  random: Math.random,
  sleep: setTimeout,
  directory: webhookDirectory(),
  deliveries: deliveriesTable(),
  health: { ...receiverHealthTable(), disable: webhookChangesTable().disable },
  counter: attemptCounter(attemptCountsTable()),
  outbox: eventsTable(),
  sendSigned: stageSenders().sendSigned,
  sendSlow: queueSender(required('SLOW_LANE_QUEUE_URL')),
  metrics: processMetrics,
  failures: failureLog(),
});

/** Signs and sends the deliveries of a lane's queue (docs/spec/delivery.md). Each lane has a function for it. */
export const handler = withLoggedErrors(
  ({ Records }: SQSEvent): Promise<SQSBatchResponse> => signer.handleBatch(Records),
);
