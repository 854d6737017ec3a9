/**
 * The service stack: the HTTP API with its authorizer, every function, queues, stream mappings and alarms.
 *
 * Everything that HTTP needs is in this one stack: `sam local` would serve routes without their authorizer if it were in
 * another. The stack has nothing that can't be created again.
 */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ActivityService } from '../capabilities/activity.ts';
import { ApiPages } from '../capabilities/api.ts';
import { Authorizer } from '../capabilities/auth.ts';
import { BlockService } from '../capabilities/block.ts';
import type { Capability } from '../capabilities/capability.ts';
import { WebhookDelivery } from '../capabilities/delivery.ts';
import { DeliveryRoutes } from '../capabilities/delivery-routes.ts';
import { EventIngest } from '../capabilities/events.ts';
import { NetworkRoutes } from '../capabilities/network.ts';
import { WebhookConfiguration } from '../capabilities/webhooks.ts';
import { Alarms } from '../constructs/alarms.ts';
import { ApiFirewall } from '../constructs/api-firewall.ts';
import { watchDelivery } from '../constructs/delivery-alarms.ts';
import { HttpService } from '../constructs/http-service.ts';
import { watchApi, watchQuotas, watchSetAsideRecords, watchStreamReader } from '../constructs/service-alarms.ts';
import type { FunctionDefaults, HandlerCode } from '../constructs/service-function.ts';
import type { Tables } from './data.ts';
import { logSettings, type StageStackProps, stackSettings } from './stage-stack.ts';

interface ServiceStackProps extends StageStackProps {
  readonly tables: Tables;
  /** The issuer of the tokens of admins with accounts; absent without accounts. */
  readonly adminIssuer: string | undefined;
  readonly code: HandlerCode;
}

export class ServiceStack extends Stack {
  /** Base URL of the API. */
  readonly apiUrl: string;

  constructor(scope: Construct, id: string, { config, tables, adminIssuer, code }: ServiceStackProps) {
    super(scope, id, {
      ...stackSettings(config),
      description: `Social Platform Services, ${config.name}: HTTP API, functions, queues and alarms`,
    });
    const logs = logSettings(config);
    const functions: FunctionDefaults = { architecture: config.architecture, code, logs };

    const firewall = config.api.firewall && new ApiFirewall(this, 'Firewall', config.api.firewall);
    const originSecret = firewall?.requiredSecret;
    const { maxTokenDays } = config.api;
    const memory = config.memory.http;
    const auth = new Authorizer(this, 'Auth', {
      functions,
      memory,
      tables,
      adminIssuer,
      maxTokenDays,
      originSecret,
      reservedCalls: config.concurrency.reserved?.authorizer,
    });
    const http = new HttpService(this, 'Http', {
      name: `sps-${config.name}`,
      config: config.api,
      authorizer: auth.authorizer,
      quotas: { table: tables.quotas, limits: config.quotas.network },
      concurrency: config.concurrency,
      logs,
    });
    const capability: Capability = {
      concurrency: config.concurrency,
      delivery: config.delivery,
      functions,
      http,
      memory: config.memory,
      tables,
    };
    new BlockService(this, 'Block', capability);
    const activity = new ActivityService(this, 'Activity', capability);
    new EventIngest(this, 'Events', capability);
    new WebhookConfiguration(this, 'Webhooks', capability);
    const delivery = new WebhookDelivery(this, 'Delivery', capability);
    new DeliveryRoutes(this, 'Deliveries', { ...capability, slowLane: delivery.slowLane });
    new NetworkRoutes(this, 'Network', capability);
    new ApiPages(this, 'Pages', capability);

    if (config.alarms.enabled) {
      const alarms = new Alarms(this, 'Alarms', { ...config.alarms, stage: config.name });
      watchApi(alarms, http.api, auth.authorizer);
      watchQuotas(alarms, http.limited);
      const streamReaders = [activity.recording, delivery.fanOut];
      for (const consumer of streamReaders) watchStreamReader(alarms, consumer);
      watchSetAsideRecords(alarms, streamReaders);
      watchDelivery(alarms, delivery);
    }
    this.apiUrl = firewall?.inFrontOf(http.api) ?? http.api.apiEndpoint;
    // The deployed panel imports this URL until it is deployed with the other one.
    if (firewall) this.exportValue(http.api.apiEndpoint);
    this.addOutput('ApiUrl', this.apiUrl, 'Base URL of the API');
    this.addOutput('FirstAttemptsQueueUrl', delivery.firstAttempts.queue.queueUrl, 'Queue of the fast lane');
    this.addOutput('SlowLaneQueueUrl', delivery.slowLane.queue.queueUrl, 'Queue of the slow lane');
  }

  private addOutput(name: string, value: string, description: string): void {
    new CfnOutput(this, name, { value, description });
  }
}
