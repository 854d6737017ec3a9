/** The composition root: what a signer is made of, and how its parts are wired. Only here all of them are known. */
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import type { DeliverySettings, Lane } from '../../contract/delivery-settings.ts';
import { rotationChecker } from '../checkup/rotation-checker.ts';
import type { DeliveriesTable } from '../deliveries/deliveries-table.ts';
import type { SendMessages } from '../deliveries/queue-sender.ts';
import type { EventsTable } from '../events/events-table.ts';
import { createNotices } from '../notices/notice-outbox.ts';
import { createFlows } from '../receiver-health/flow-leases.ts';
import { healthReporter } from '../receiver-health/health-reporter.ts';
import type { ReceiverHealthTable } from '../receiver-health/receiver-health-table.ts';
import { receiverWatch } from '../receiver-health/receiver-watch.ts';
import { recover } from '../recovery/recover.ts';
import { takeBack } from '../recovery/take-back.ts';
import type { SendSigned } from '../sending/send-signed.ts';
import type { Metrics } from '../shared/metrics.ts';
import type { AttemptCounter } from '../statistics/attempt-counter.ts';
import type { WebhookChangesTable } from '../webhooks/webhook-changes-table.ts';
import type { WebhookDirectory } from '../webhooks/webhook-directory.ts';
import { abandonBacklog } from './abandon-backlog.ts';
import { type ActPorts, act } from './act.ts';
import { attemptDelivery, type MakeAttempt } from './attempt-delivery.ts';
import { hasBacklog } from './backlog.ts';
import { type WriteEffects, writeEffects } from './effects.ts';
import { type BatchPorts, handleBatch } from './handle-batch.ts';
import type { FailureLog } from './measure.ts';
import { attemptReporter } from './report-attempt.ts';
import { requestShares } from './request-shares.ts';
import { sendBacklog } from './send-backlog.ts';

/** What a signer needs of the deliveries table. */
export type SignerDeliveries = Pick<
  DeliveriesTable,
  'putAll' | 'putUnlessOvertaken' | 'read' | 'readAll' | 'waiting' | 'recorded' | 'sendAgain' | 'addHeld'
>;

/** The health of receivers, and how their webhooks are disabled. */
export type SignerHealth = ReceiverHealthTable & Pick<WebhookChangesTable, 'disable'>;

/** What a signer is made of: tables, queues and the network, or what stands in for them in tests and benchmarks. */
export interface SignerParts {
  readonly lane: Lane;
  readonly settings: DeliverySettings;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Waits for milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  readonly directory: WebhookDirectory;
  readonly deliveries: SignerDeliveries;
  readonly health: SignerHealth;
  readonly counter: AttemptCounter;
  /** Has the texts for attempts after the first, what was accepted, for recoveries, and gets notices. */
  readonly outbox: Pick<EventsTable, 'accepted' | 'readBody' | 'readText' | 'add'>;
  readonly sendSigned: SendSigned;
  /** Sends to the slow lane. */
  readonly sendSlow: SendMessages;
  readonly metrics: Metrics;
  readonly failures: FailureLog;
}

/** A signer of one process, with what it learns about receivers. */
export interface Signer {
  /** Handles a batch of a lane's queue. The response names the messages that SQS has to deliver again. */
  readonly handleBatch: (records: readonly SQSRecord[]) => Promise<SQSBatchResponse>;
}

export function createSigner(parts: SignerParts): Signer {
  const { deliveries, directory, health, now, outbox, sendSigned, sendSlow, settings } = parts;
  const flows = createFlows(health, now, directory);
  const notices = createNotices({ outbox, health, directory, settings, now });
  const rotation = rotationChecker({ sendSigned, health, notices, directory, settings, now });
  const reportHealth = healthReporter({ ...parts, disable: health.disable, flows, watch: receiverWatch() });
  const reportAttempt = attemptReporter({ reportHealth, notices, rotation, now });

  const attempt: MakeAttempt = (...made) => attemptDelivery({ ...parts, reportAttempt }, ...made);
  const write: WriteEffects = (effects) => writeEffects({ deliveries, notices, sendSlow }, effects);
  const turns = { ...parts, flows, attempt, write, shares: requestShares() };
  const steps: ActPorts = {
    flows,
    attempt,
    directory,
    sendSlow,
    now,
    hasBacklog: (webhook, requestedAt) => hasBacklog(turns, webhook, requestedAt),
    sendBacklog: (beginning) => sendBacklog(turns, beginning),
    abandonBacklog: (webhook, leased) => abandonBacklog(turns, webhook, leased),
    recover: (webhook, message) =>
      message.kind === 'recover' ? recover(parts, webhook, message) : takeBack(parts, webhook, message),
  };
  const batches: BatchPorts = { ...parts, notices, write, act: (webhook, plan) => act(steps, webhook, plan) };
  return { handleBatch: (records) => handleBatch(batches, records) };
}
