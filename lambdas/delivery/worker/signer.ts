/** The parts that every signer works with, and how they are wired. Times are milliseconds since 1970. */
import type { DeliverySettings, Lane } from '../../../contract/delivery-settings.ts';
import type { eventsTable } from '../../events/events-table.ts';
import type { Metrics } from '../../shared/metrics.ts';
import type { SignerHealth } from '../../webhooks/receiver-health-table.ts';
import type { DeliveriesTable } from '../deliveries-table/deliveries-table.ts';
import type { SendSigned } from '../model/send-signed.ts';
import type { SendMessages } from '../queue/queue-sender.ts';
import { type Flows, flows } from '../receiver/flows.ts';
import { healthReporter, type ReportHealth } from '../receiver/health-reporter.ts';
import { type Notices, notices } from '../receiver/notices.ts';
import { receiverWatch } from '../receiver/receiver-watch.ts';
import { rotationChecker } from '../receiver/rotation-checker.ts';
import type { WebhookDirectory } from '../receiver/webhook-directory.ts';
import type { AttemptCounter } from './attempt-counter.ts';
import type { failureLog } from './measure.ts';
import { type Turns, turns } from './turns.ts';

/** What a signer needs of the deliveries table. */
export type SignerDeliveries = Pick<
  DeliveriesTable,
  'putAll' | 'putUnlessOvertaken' | 'read' | 'readAll' | 'waiting' | 'recorded' | 'sendAgain' | 'addHeld'
>;

/** What a signer is made of: tables, queues and the network, or what stands in for them in tests and benchmarks. */
export interface SignerParts {
  readonly lane: Lane;
  readonly settings: DeliverySettings;
  readonly now: () => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Waits for milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly directory: WebhookDirectory;
  readonly deliveries: SignerDeliveries;
  readonly health: SignerHealth;
  readonly counter: AttemptCounter;
  /** Has the texts for attempts after the first, what was accepted, for recoveries, and gets notices. */
  readonly outbox: Pick<ReturnType<typeof eventsTable>, 'accepted' | 'readBody' | 'add'>;
  readonly sendSigned: SendSigned;
  /** Sends to the slow lane. */
  readonly sendSlow: SendMessages;
  readonly metrics: Metrics;
  readonly failures: ReturnType<typeof failureLog>;
}

/** A signer of one process, with what it learns about receivers. */
export interface Signer extends Omit<SignerParts, 'health'> {
  readonly flows: Flows;
  readonly reportHealth: ReportHealth;
  readonly notices: Notices;
  /** The webhooks whose backlogs it sends at present. */
  readonly turns: Turns;
}

export function createSigner({ health, ...parts }: SignerParts): Signer {
  const { directory, now, outbox, sendSigned, settings } = parts;
  const ofReceivers = flows(health, now, directory);
  const watch = receiverWatch();
  const ofWebhooks = notices({ outbox, health, directory, settings, now });
  const rotation = rotationChecker({ sendSigned, health, notices: ofWebhooks, settings, now });
  const tools = { flows: ofReceivers, notices: ofWebhooks, turns: turns() };
  return { ...parts, ...tools, reportHealth: healthReporter({ ...parts, ...tools, health, watch, rotation }) };
}
