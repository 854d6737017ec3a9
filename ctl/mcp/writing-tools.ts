/** The tools that change or send something, for a server that was started with `--allow-writes`. */
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { timestamp } from '../../contract/schema.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { type Tool, writing } from './tool.ts';

const ofWebhook = { webhookId: WebhookId };
const range = { ...ofWebhook, since: timestamp(), until: v.optional(timestamp()) };

export const writingTools: readonly Tool[] = [
  writing(
    'replay_delivery',
    'Sends a delivery again.',
    { deliveryId: DeliveryId },
    async ({ reader }, { deliveryId }) => await reader.findDelivery({ parameters: { deliveryId } }),
    async ({ reader, writer }, { deliveryId }) => {
      const { webhookId } = await reader.findDelivery({ parameters: { deliveryId } });
      return await writer.replayDelivery({ parameters: { webhookId, deliveryId } });
    },
  ),
  writing(
    'recover_deliveries',
    'Sends what failed, or was never sent, of a time.',
    range,
    async ({ writer }, { webhookId, ...body }) =>
      await writer.recoverDeliveries({ parameters: { webhookId }, body: { ...body, dryRun: true } }),
    async ({ writer }, { webhookId, ...body }) => await writer.recoverDeliveries({ parameters: { webhookId }, body }),
  ),
  writing(
    'stop_recoveries',
    'Stops the recoveries of a webhook: what they have not attempted yet is as it was before.',
    ofWebhook,
    async ({ reader }, parameters) => await reader.showWebhook({ parameters }),
    async ({ writer }, parameters) => await writer.stopRecoveries({ parameters }),
  ),
  writing(
    'retry_now',
    'Has a receiver that is down or struggling tried at once.',
    ofWebhook,
    async ({ reader }, parameters) => await reader.showWebhook({ parameters }),
    async ({ writer }, parameters) => await writer.retryNow({ parameters }),
  ),
  writing(
    'switch_webhook',
    'Enables or disables a webhook.',
    { ...ofWebhook, enabled: v.boolean('must be true or false') },
    async ({ reader }, { webhookId, enabled }) => ({
      enabled,
      webhook: await reader.showWebhook({ parameters: { webhookId } }),
    }),
    async ({ reader, writer }, { webhookId, enabled }) => {
      await writer.updateWebhook({ parameters: { webhookId }, body: { enabled } });
      // As a viewer sees it: custom headers may be secrets.
      return await reader.showWebhook({ parameters: { webhookId } });
    },
  ),
  writing(
    'erase_event',
    'Erases the payload of an event for good, wherever it is kept.',
    { eventId: EventId },
    async ({ reader }, { eventId }) => await reader.showEvent({ parameters: { eventId } }),
    async ({ writer }, { eventId }) => await writer.eraseEventData({ parameters: { eventId } }),
  ),
];
