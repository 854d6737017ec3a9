/** The tools that only read: webhooks, deliveries, events, ledger, statistics and audit trail. */

import { post } from '@social-platform-services/client/internal';
import * as v from 'valibot';
import { AuditEntryId } from '../../contract/audit.ts';
import { DeliveryId } from '../../contract/deliveries.ts';
import { deliveryAdvice } from '../../contract/delivery-advice.ts';
import { DeliveryResult, resultDescriptions } from '../../contract/delivery-classes.ts';
import { DeliveryState } from '../../contract/delivery-states.ts';
import { AcceptedPosition, EventId, EventName } from '../../contract/events.ts';
import { LedgerHour } from '../../contract/ledger.ts';
import { integerFrom, timestamp } from '../../contract/schema.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { reading, type Tool } from './tool.ts';

const between = { since: v.optional(timestamp()), until: v.optional(timestamp()) };
const limit = v.optional(integerFrom(1, 100), 20);

/** A class in words, and what to do about it. */
const explained = (result: DeliveryResult) => ({
  meaning: resultDescriptions[result],
  advice: deliveryAdvice[result],
});

export const readingTools: readonly Tool[] = [
  reading(
    'list_webhooks',
    'Lists the webhooks of the network with the health of their receivers, and the attempts of the last day.',
    v.object({}),
    async ({ reader }) => {
      const [{ results, warnings }, counts] = await Promise.all([
        reader.listWebhooks(),
        reader.listWebhookStatistics(),
      ]);
      const countsOf = new Map(counts.results.map((one) => [one.webhookId, one]));
      return { webhooks: results.map((one) => ({ ...one, lastDay: countsOf.get(one.webhookId) })), warnings };
    },
  ),
  reading(
    'search_deliveries',
    'Searches the delivery log, of one webhook or of all, the newest event first. Pass start to read on.',
    v.object({
      webhookId: v.optional(WebhookId),
      state: v.optional(DeliveryState),
      class: v.optional(DeliveryResult),
      event: v.optional(EventName),
      ...between,
      limit,
      start: v.optional(DeliveryId),
    }),
    async ({ reader }, { webhookId, ...query }) =>
      webhookId === undefined
        ? await reader.listNetworkDeliveries({ query })
        : await reader.listDeliveries({ parameters: { webhookId }, query }),
  ),
  reading(
    'explain_delivery',
    'Shows a delivery with its payload and attempts, says what its class means and what can be done.',
    v.object({ deliveryId: DeliveryId }),
    async ({ reader }, { deliveryId }) => {
      const { webhookId } = await reader.findDelivery({ parameters: { deliveryId } });
      const delivery = await reader.showDelivery({ parameters: { webhookId, deliveryId } });
      return { webhookId, ...delivery, ...explained(delivery.class) };
    },
  ),
  reading(
    'search_events',
    'Lists the events that were accepted, the newest first; userId keeps those that contain this text as a value.',
    v.object({
      event: v.optional(EventName),
      userId: v.optional(v.string()),
      ...between,
      limit,
      start: v.optional(AcceptedPosition),
    }),
    async ({ reader }, query) => await reader.listEvents({ query }),
  ),
  reading(
    'explain_event',
    'Shows an event with its payload, and what came of it at each webhook.',
    v.object({ eventId: EventId }),
    async ({ reader }, { eventId }) => {
      const { deliveries, ...event } = await reader.showEvent({ parameters: { eventId } });
      return { ...event, deliveries: deliveries.map((one) => ({ ...one, ...explained(one.class) })) };
    },
  ),
  reading(
    'read_ledger',
    'Reads the ledger of a webhook: how many deliveries an hour in UTC has, such as 2026-11-22T21, and their digest.',
    v.object({ webhookId: WebhookId, hour: LedgerHour }),
    async ({ ledgerOf }, { webhookId, hour }) => await post(await ledgerOf(webhookId), '', { hour }),
  ),
  reading(
    'read_statistics',
    'Counts the attempts by the hour: of one webhook, or of all.',
    v.object({ webhookId: v.optional(WebhookId), hours: v.optional(integerFrom(1, 720), 24) }),
    async ({ reader }, { webhookId, ...query }) =>
      webhookId === undefined
        ? await reader.showStatistics({ query })
        : await reader.showWebhookStatistics({ parameters: { webhookId }, query }),
  ),
  reading(
    'list_source_addresses',
    'Lists the addresses from which the service sends webhooks. The firewall of a receiver can allow these addresses.',
    v.object({}),
    async ({ reader }) => await reader.listSourceAddresses(),
  ),
  reading(
    'read_audit_trail',
    'Lists who changed what, the latest first; of one webhook, or of the whole network.',
    v.object({ webhookId: v.optional(WebhookId), ...between, limit, start: v.optional(AuditEntryId) }),
    async ({ reader }, query) => await reader.listAudit({ query }),
  ),
];
