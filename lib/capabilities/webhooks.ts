/** Webhook configuration: its routes. Each function has only the permissions that its route needs. */
import { Construct } from 'constructs';
import { RouteFunction } from '../constructs/route-function.ts';
import type { Capability } from './capability.ts';

export class WebhookConfiguration extends Construct {
  constructor(scope: Construct, id: string, { delivery, functions, http, memory, tables }: Capability) {
    super(scope, id);
    const { webhooks } = tables;
    const common = { defaults: functions, http, memory: memory.http };
    const onTable = { ...common, tables: { WEBHOOKS_TABLE: webhooks } };
    const onTableAndSettings = { ...onTable, settings: { DELIVERY_SETTINGS: JSON.stringify(delivery.settings) } };

    new RouteFunction(this, 'ListEventTypes', { ...common, tables: {}, operation: 'listEventTypes' });

    const createWebhook = new RouteFunction(this, 'CreateWebhook', {
      ...onTableAndSettings,
      operation: 'createWebhook',
    });
    // The two writes are one transaction, which needs the permissions of its parts.
    const creation = ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
    createWebhook.allow(creation, webhooks.tableArn);

    const listWebhooks = new RouteFunction(this, 'ListWebhooks', { ...onTable, operation: 'listWebhooks' });
    listWebhooks.allow(['dynamodb:Query'], webhooks.tableArn);

    const showWebhook = new RouteFunction(this, 'ShowWebhook', { ...onTable, operation: 'showWebhook' });
    showWebhook.allow(['dynamodb:GetItem'], webhooks.tableArn);

    const updateWebhook = new RouteFunction(this, 'UpdateWebhook', {
      ...onTableAndSettings,
      operation: 'updateWebhook',
    });
    updateWebhook.allow(['dynamodb:GetItem', 'dynamodb:UpdateItem'], webhooks.tableArn);

    const deleteWebhook = new RouteFunction(this, 'DeleteWebhook', { ...onTable, operation: 'deleteWebhook' });
    deleteWebhook.allow(['dynamodb:DeleteItem'], webhooks.tableArn);

    const revealSecret = new RouteFunction(this, 'RevealSecret', { ...onTable, operation: 'revealSecret' });
    revealSecret.allow(['dynamodb:GetItem'], webhooks.tableArn);

    const rotateSecret = new RouteFunction(this, 'RotateSecret', { ...onTable, operation: 'rotateSecret' });
    rotateSecret.allow(['dynamodb:GetItem', 'dynamodb:UpdateItem'], webhooks.tableArn);
  }
}
