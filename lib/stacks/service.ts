/**
 * The service stack: the HTTP API with its authorizer, every function, queues, stream mappings and alarms.
 *
 * Everything that HTTP needs is in this one stack: `sam local` would serve routes without their authorizer if it were
 * in another. Callers know the API by its id, which can't be created again, unless the stage has `api.domain`; and its
 * queues have what waits and what failed. So the stack of a protected stage refuses to be deleted, and failures stay.
 */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { metricsNamespace } from '../../contract/metrics.ts';
import { addRecording } from '../capabilities/activity.ts';
import { addAuthorizer } from '../capabilities/auth.ts';
import { WebhookDelivery, type WorkerProps } from '../capabilities/delivery.ts';
import { addNoticeMails } from '../capabilities/notices.ts';
import { addRoutes } from '../capabilities/routes.ts';
import { Alarms } from '../constructs/alarms.ts';
import { RegionalDomain } from '../constructs/api-domain.ts';
import { ApiFirewall } from '../constructs/api-firewall.ts';
import { StageDashboard } from '../constructs/dashboard.ts';
import { GradualRollout } from '../constructs/gradual-rollout.ts';
import { HttpService } from '../constructs/http-service.ts';
import type { LaneQueue } from '../constructs/lane-queue.ts';
import { knownPanelUrl } from '../constructs/panel-host.ts';
import { SenderNetwork, zonesOf } from '../constructs/sender-network.ts';
import {
  watchApi,
  watchDelivery,
  watchNoticeMails,
  watchQuotas,
  watchStreamReader,
} from '../constructs/service-alarms.ts';
import type { FunctionDefaults, HandlerCode } from '../constructs/service-function.ts';
import { countInAccessLog, itemsPut, stageMetric } from '../constructs/stage-metrics.ts';
import { fullName, instanceName } from '../stage-names.ts';
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

  /** The queue of each lane and of notices, with its dead-letter queue. */
  readonly lanes: readonly LaneQueue[];
  /** Absent in a stage without alarms. */
  readonly alarms: Alarms | undefined;
  private readonly zones: string[];

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    const { config, tables, adminIssuer, code } = props;
    super(scope, id, {
      ...stackSettings(props, 'service'),
      description: `Social Platform Services, ${config.name}: HTTP API, functions, queues and alarms`,
    });
    this.zones = zonesOf(config);
    const logs = logSettings(config);
    const instance = instanceName(config);
    const rollout = config.rollout.kind === 'gradual' ? new GradualRollout(this, 'Rollout', config.rollout) : undefined;
    const metricsScope = config.alarms.enabled && config.alarms.dashboard ? 'all' : 'alarms';
    const functions: FunctionDefaults = {
      architecture: config.architecture,
      code,
      logs,
      rollout,
      // Alarms of a gradual deployment read them, too.
      metricsNamespace: config.alarms.enabled || rollout ? metricsNamespace(instance) : undefined,
      metricsScope,
      tracing: config.tracing ?? false,
    };

    const firewall = config.api.firewall && new ApiFirewall(this, 'Firewall', config.api.firewall);
    const originSecret = firewall?.requiredSecret;
    const group = (name: string) => new Construct(this, name);
    const authorizer = addAuthorizer(group('Auth'), 'Authorizer', {
      config,
      functions,
      tables,
      adminIssuer,
      originSecret,
    });
    const http = new HttpService(this, 'Http', {
      name: fullName(config),
      config: config.api,
      authorizer,
      logs,
      panelUrl: knownPanelUrl(config.panel),
    });
    const network = config.delivery.staticAddresses
      ? new SenderNetwork(this, 'SenderNetwork', { config, logs })
      : undefined;
    const worker: WorkerProps = { config, functions, network, tables };
    const recording = addRecording(group('Activity'), worker);
    const mails = config.noticeMail && addNoticeMails(group('Notices'), config.noticeMail, worker);
    const delivery = new WebhookDelivery(this, 'Delivery', { ...worker, noticeMails: mails?.waiting });
    addRoutes(this, { ...worker, adminIssuer, originSecret, http, slowLane: delivery.slowLane });

    const streamReaders = [recording, delivery.fanOut];
    const alarms = config.alarms.enabled
      ? new Alarms(this, 'Alarms', { ...config.alarms, stage: instance })
      : undefined;
    if (alarms && config.alarms.enabled) {
      watchApi(alarms, http.api);
      watchQuotas(alarms);
      watchStreamReader(alarms, recording, stageMetric(instance, 'EventsForActivity', 'sum'));
      watchStreamReader(alarms, delivery.fanOut, itemsPut(tables.events.table.tableName));
      watchDelivery(alarms, delivery);
      if (mails) watchNoticeMails(alarms, mails);
      countInAccessLog(http, instance, http.accessLogs, metricsScope);
      if (config.alarms.dashboard) {
        new StageDashboard(this, 'Dashboard', {
          alarms,
          name: fullName(config),
          api: http.api,
          accessLogs: http.accessLogs,
          signers: [delivery.firstAttemptsSigner, delivery.slowLaneSigner],
          streamReaders,
          others: [delivery.sweep, ...(mails ? [mails.sender] : []), authorizer],
        });
      }
    }
    rollout?.deployFunctions(http.api, instance);
    this.alarms = alarms;
    const { domain } = config.api;
    const hostName =
      firewall?.inFrontOf(http.api, domain) ??
      (domain && new RegionalDomain(this, 'Domain', domain, http.stage).hostName);
    this.apiUrl = hostName === undefined ? http.api.apiEndpoint : `https://${domain?.name ?? hostName}`;
    // The deployed panel imports the URL of before until it is deployed with the other one.
    if (hostName !== undefined) this.exportValue(http.api.apiEndpoint);
    if (hostName !== undefined && firewall) this.exportValue(hostName);
    this.addOutput('ApiUrl', this.apiUrl, 'Base URL of the API');
    if (hostName !== undefined && domain) {
      this.addOutput('ApiHostName', hostName, 'Where the DNS record of api.domain points');
    }
    if (network) this.addOutput('SourceAddresses', network.addresses, 'Addresses from which webhooks are sent');
    if (alarms) {
      const { page, ticket } = alarms.topics;
      this.addOutput('PageTopicArn', page.topicArn, 'Topic of the alarms on which somebody has to act at once');
      this.addOutput('TicketTopicArn', ticket.topicArn, 'Topic of the alarms that can wait for some days');
    }
    this.lanes = [delivery.firstAttempts, delivery.slowLane, ...(mails ? [mails.waiting] : [])];
    for (const { node, queue, deadLetters } of this.lanes) {
      this.addOutput(`${node.id}QueueUrl`, queue.queueUrl, `Queue of the lane ${node.id}`);
      this.addOutput(`${node.id}DeadLettersUrl`, deadLetters.queueUrl, `Dead-letter queue of the lane ${node.id}`);
    }
    if (mails) this.addOutput('NoticeMailsFunctionName', mails.sender.target.functionName, 'Function NoticeMails');
    for (const { reader, onFailureQueue } of streamReaders) {
      const { id } = reader.node;
      this.addOutput(`${id}FunctionName`, reader.target.functionName, `Function ${id}`);
      this.addOutput(`${id}OnFailureQueueUrl`, onFailureQueue.queueUrl, `On-failure queue of ${id}`);
    }
  }

  /** Where its networks are. */
  override get availabilityZones(): string[] {
    return this.zones;
  }

  private addOutput(name: string, value: string, description: string): void {
    new CfnOutput(this, name, { value, description });
  }
}
