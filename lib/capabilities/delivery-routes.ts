/** The routes of the delivery log, of ledgers and of statistics: contract/deliveries.ts, contract/ledger.ts and contract/statistics.ts. */
import { Construct } from 'constructs';
import type { LaneQueue } from '../constructs/lane-queue.ts';
import { RouteFunction } from '../constructs/route-function.ts';
import { attemptCountsOnly, networkDescriptionOnly } from '../constructs/table-permissions.ts';
import type { Capability } from './capability.ts';

interface DeliveryRoutesProps extends Capability {
  readonly slowLane: LaneQueue;
}

export class DeliveryRoutes extends Construct {
  constructor(scope: Construct, id: string, props: DeliveryRoutesProps) {
    super(scope, id);
    const { delivery, functions, http, memory, slowLane, tables } = props;
    const { audit, deliveries, events, networks, webhooks } = tables;
    const common = { defaults: functions, http, memory: memory.http };
    const onDeliveries = { ...common, tables: { WEBHOOKS_TABLE: webhooks, DELIVERIES_TABLE: deliveries } };
    const sending = {
      ...common,
      tables: { ...onDeliveries.tables, AUDIT_TABLE: audit },
      settings: { SLOW_LANE_QUEUE_URL: slowLane.queue.queueUrl },
    };

    const sendTestEvent = new RouteFunction(this, 'SendTestEvent', {
      ...common,
      operation: 'sendTestEvent',
      tables: { WEBHOOKS_TABLE: webhooks, AUDIT_TABLE: audit, EVENTS_TABLE: events, DELIVERIES_TABLE: deliveries },
      settings: { DELIVERY_SETTINGS: JSON.stringify(delivery.settings) },
    });
    sendTestEvent.allow(['dynamodb:GetItem'], webhooks.tableArn);
    for (const table of [audit, events, deliveries]) sendTestEvent.allow(['dynamodb:PutItem'], table.tableArn);

    const checkUpWebhook = new RouteFunction(this, 'CheckUpWebhook', {
      ...common,
      operation: 'checkUpWebhook',
      tables: { WEBHOOKS_TABLE: webhooks, AUDIT_TABLE: audit },
      settings: { DELIVERY_SETTINGS: JSON.stringify(delivery.settings) },
    });
    checkUpWebhook.allow(['dynamodb:GetItem'], webhooks.tableArn);
    checkUpWebhook.allow(['dynamodb:PutItem'], audit.tableArn);

    const listDeliveries = new RouteFunction(this, 'ListDeliveries', { ...onDeliveries, operation: 'listDeliveries' });
    listDeliveries.allow(['dynamodb:GetItem'], webhooks.tableArn);
    listDeliveries.allow(['dynamodb:Query'], deliveries.tableArn);

    const listNetworkDeliveries = new RouteFunction(this, 'ListNetworkDeliveries', {
      ...onDeliveries,
      operation: 'listNetworkDeliveries',
    });
    listNetworkDeliveries.allow(['dynamodb:Query'], webhooks.tableArn);
    listNetworkDeliveries.allow(['dynamodb:Query'], deliveries.tableArn);

    const findDelivery = new RouteFunction(this, 'FindDelivery', { ...onDeliveries, operation: 'findDelivery' });
    findDelivery.allow(['dynamodb:Query'], webhooks.tableArn);
    findDelivery.allow(['dynamodb:BatchGetItem'], deliveries.tableArn);

    const showDelivery = new RouteFunction(this, 'ShowDelivery', {
      ...common,
      operation: 'showDelivery',
      tables: { ...onDeliveries.tables, EVENTS_TABLE: events },
    });
    showDelivery.allow(['dynamodb:GetItem'], webhooks.tableArn);
    showDelivery.allow(['dynamodb:GetItem'], deliveries.tableArn);
    showDelivery.allow(['dynamodb:GetItem'], events.tableArn);

    const showEvent = new RouteFunction(this, 'ShowEvent', {
      ...common,
      operation: 'showEvent',
      tables: { ...onDeliveries.tables, EVENTS_TABLE: events },
    });
    showEvent.allow(['dynamodb:GetItem'], events.tableArn);
    showEvent.allow(['dynamodb:Query'], webhooks.tableArn);
    showEvent.allow(['dynamodb:BatchGetItem'], deliveries.tableArn);

    const replayDelivery = new RouteFunction(this, 'ReplayDelivery', { ...sending, operation: 'replayDelivery' });
    replayDelivery.allow(['dynamodb:GetItem'], webhooks.tableArn);
    replayDelivery.allow(['dynamodb:PutItem'], audit.tableArn);
    replayDelivery.allow(['dynamodb:GetItem', 'dynamodb:UpdateItem'], deliveries.tableArn);
    replayDelivery.allow(['sqs:SendMessage'], slowLane.queue.queueArn);

    const retryNow = new RouteFunction(this, 'RetryNow', {
      ...common,
      operation: 'retryNow',
      tables: { WEBHOOKS_TABLE: webhooks, AUDIT_TABLE: audit },
      settings: { SLOW_LANE_QUEUE_URL: slowLane.queue.queueUrl },
    });
    retryNow.allow(['dynamodb:GetItem', 'dynamodb:UpdateItem'], webhooks.tableArn);
    retryNow.allow(['dynamodb:PutItem'], audit.tableArn);
    retryNow.allow(['sqs:SendMessage'], slowLane.queue.queueArn);

    const recoverDeliveries = new RouteFunction(this, 'RecoverDeliveries', {
      ...sending,
      operation: 'recoverDeliveries',
    });
    recoverDeliveries.allow(['dynamodb:GetItem'], webhooks.tableArn);
    recoverDeliveries.allow(['dynamodb:PutItem'], audit.tableArn);
    recoverDeliveries.allow(['dynamodb:Query'], deliveries.tableArn);
    recoverDeliveries.allow(['sqs:SendMessage'], slowLane.queue.queueArn);

    const onLedger = { ...onDeliveries.tables, NETWORKS_TABLE: networks };
    const readLedger = new RouteFunction(this, 'ReadLedger', { ...common, operation: 'readLedger', tables: onLedger });
    readLedger.allow(['dynamodb:GetItem'], webhooks.tableArn);
    readLedger.allow(['dynamodb:GetItem'], networks.tableArn, networkDescriptionOnly);
    readLedger.allow(['dynamodb:Query'], deliveries.tableArn);

    const reconcileLedger = new RouteFunction(this, 'ReconcileLedger', {
      ...sending,
      operation: 'reconcileLedger',
      tables: onLedger,
    });
    reconcileLedger.allow(['dynamodb:GetItem'], webhooks.tableArn);
    reconcileLedger.allow(['dynamodb:GetItem'], networks.tableArn, networkDescriptionOnly);
    reconcileLedger.allow(['dynamodb:Query', 'dynamodb:UpdateItem'], deliveries.tableArn);
    reconcileLedger.allow(['sqs:SendMessage'], slowLane.queue.queueArn);

    const listWebhookStatistics = new RouteFunction(this, 'ListWebhookStatistics', {
      ...onDeliveries,
      operation: 'listWebhookStatistics',
    });
    listWebhookStatistics.allow(['dynamodb:Query'], webhooks.tableArn);
    listWebhookStatistics.allow(['dynamodb:Query'], deliveries.tableArn, attemptCountsOnly);

    const showWebhookStatistics = new RouteFunction(this, 'ShowWebhookStatistics', {
      ...onDeliveries,
      operation: 'showWebhookStatistics',
    });
    showWebhookStatistics.allow(['dynamodb:GetItem'], webhooks.tableArn);
    showWebhookStatistics.allow(['dynamodb:Query'], deliveries.tableArn, attemptCountsOnly);
  }
}
