/**
 * What every signer works with, and what handling a message comes to.
 *
 * Handling decides and sends to the receiver; what it learned is written afterwards, for a whole batch at once, and only
 * then is the message deleted. A crash in between costs a repeated request, never a lost one.
 */

import type { eventsTable } from '../events/events-table.ts';
import type { AttemptOutcome } from './attempt.ts';
import type { AttemptCounter } from './attempt-counter.ts';
import type { Breakers } from './breaker.ts';
import type { DeliveriesTable } from './deliveries-table.ts';
import type { Delivery } from './delivery.ts';
import type { DeliverySettings } from './delivery-settings.ts';
import type { ReportHealth } from './health-reporter.ts';
import type { QueuedMessage, SendMessages } from './lanes.ts';
import type { ReceiverWatch } from './receiver-watch.ts';
import type { SendSigned } from './send-signed.ts';
import type { WaitingDeliveriesTable } from './waiting-deliveries-table.ts';
import type { WebhookDirectory } from './webhook-directory.ts';

/** Which queue a signer reads: `fast` for first attempts to receivers that have proven quick, `slow` for everything else. */
export type Lane = 'fast' | 'slow';

/** What every signer works with. Times are milliseconds since 1970. */
export interface Signer {
  readonly lane: Lane;
  readonly settings: DeliverySettings;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly directory: WebhookDirectory;
  readonly deliveries: DeliveriesTable;
  readonly waiting: WaitingDeliveriesTable;
  /** The exact text of an event, for attempts after the first; undefined once it has expired. */
  readonly outbox: ReturnType<typeof eventsTable>['readBody'];
  readonly breakers: Breakers;
  readonly counter: AttemptCounter;
  readonly watch: ReceiverWatch;
  readonly sendSigned: SendSigned;
  readonly reportHealth: ReportHealth;
  /** Sends to the slow lane. */
  readonly sendSlow: SendMessages;
}

/** What handling a message comes to. */
export interface Effects {
  /** Deliveries to be written. */
  readonly deliveries: readonly Delivery[];
  /** Messages for the slow lane. */
  readonly messages: readonly QueuedMessage[];
  /** Attempts that were made, for the hourly counts. */
  readonly attempts: readonly { readonly webhookId: string; readonly outcome: AttemptOutcome }[];
}

export const nothingToDo: Effects = { deliveries: [], messages: [], attempts: [] };

/** All of them together. */
export const together = (effects: readonly Effects[]): Effects => ({
  deliveries: effects.flatMap(({ deliveries }) => deliveries),
  messages: effects.flatMap(({ messages }) => messages),
  attempts: effects.flatMap(({ attempts }) => attempts),
});
