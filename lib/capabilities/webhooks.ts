/** Webhook configuration: its routes. Each function has only the permissions that its route needs. */
import { Construct } from 'constructs';
import { RouteFunction } from '../constructs/route-function.ts';
import type { Capability } from './capability.ts';

export class WebhookConfiguration extends Construct {
  constructor(scope: Construct, id: string, { delivery, functions, http, memory, tables }: Capability) {
    super(scope, id);
    const { audit, webhooks } = tables;
    const common = { defaults: functions, http, memory: memory.http };
    const onTable = { ...common, tables: { WEBHOOKS_TABLE: webhooks } };
    const changing = { ...common, tables: { WEBHOOKS_TABLE: webhooks, AUDIT_TABLE: audit } };
    const changingWithSettings = { ...changing, settings: { DELIVERY_SETTINGS: JSON.stringify(delivery.settings) } };

    new RouteFunction(this, 'ListEventTypes', { ...common, tables: {}, operation: 'listEventTypes' });

    const createWebhook = new RouteFunction(this, 'CreateWebhook', {
      ...changingWithSettings,
      operation: 'createWebhook',
    });
    // A change and its entry of the audit trail are one transaction, which needs the permissions of its parts.
    const creation = ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
    createWebhook.allow(creation, webhooks.tableArn);
    createWebhook.allow(['dynamodb:PutItem'], audit.tableArn);

    const listWebhooks = new RouteFunction(this, 'ListWebhooks', { ...onTable, operation: 'listWebhooks' });
    listWebhooks.allow(['dynamodb:Query'], webhooks.tableArn);

    const showWebhook = new RouteFunction(this, 'ShowWebhook', { ...onTable, operation: 'showWebhook' });
    showWebhook.allow(['dynamodb:GetItem'], webhooks.tableArn);

    const updateWebhook = new RouteFunction(this, 'UpdateWebhook', {
      ...changingWithSettings,
      operation: 'updateWebhook',
    });
    updateWebhook.allow(['dynamodb:GetItem', 'dynamodb:UpdateItem'], webhooks.tableArn);
    updateWebhook.allow(['dynamodb:PutItem'], audit.tableArn);

    const deleteWebhook = new RouteFunction(this, 'DeleteWebhook', { ...changing, operation: 'deleteWebhook' });
    deleteWebhook.allow(['dynamodb:GetItem', 'dynamodb:DeleteItem'], webhooks.tableArn);
    deleteWebhook.allow(['dynamodb:PutItem'], audit.tableArn);

    const revealSecret = new RouteFunction(this, 'RevealSecret', { ...changing, operation: 'revealSecret' });
    revealSecret.allow(['dynamodb:GetItem'], webhooks.tableArn);
    revealSecret.allow(['dynamodb:PutItem'], audit.tableArn);

    const rotateSecret = new RouteFunction(this, 'RotateSecret', { ...changing, operation: 'rotateSecret' });
    rotateSecret.allow(['dynamodb:GetItem', 'dynamodb:UpdateItem'], webhooks.tableArn);
    rotateSecret.allow(['dynamodb:PutItem'], audit.tableArn);
  }
}
