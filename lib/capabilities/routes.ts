/**
 * The function of each route of the contract, with exactly what it works with.
 *
 * The id of a capability is part of the logical ids of its routes. They must not change: API Gateway refuses a second
 * route with the key of one that is still there.
 */
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { RouteDefinition } from '../../contract/route.ts';
import { documentationOf, type OperationId, routes } from '../../contract/routes.ts';
import { acceptedIndex, blockedUserIndex, webhookAuditIndex } from '../../contract/tables.ts';
import { knowsTargets, sendsToTargets } from '../constructs/destinations.ts';
import { HTTP_TIMEOUT_SECONDS, type HttpService, ROUTE_ERRORS } from '../constructs/http-service.ts';
import type { LaneQueue } from '../constructs/lane-queue.ts';
import { knownPanelUrl } from '../constructs/panel-host.ts';
import type { SenderNetwork } from '../constructs/sender-network.ts';
import { type FunctionDefaults, ServiceFunction } from '../constructs/service-function.ts';
import {
  datesAddresses,
  forgetsPersons,
  given,
  notesReads,
  notesStops,
  notesWebhooks,
  on,
  onIndex,
  onKeyedRequests,
  onNoticeAddresses,
  readsAttemptCounts,
  readsBranding,
  readsChanges,
  readsDescription,
  sends,
  type Use,
} from '../constructs/uses.ts';
import { handlerOf, nameOf } from '../functions/handlers.ts';
import { isReserved, reservedForRoute } from '../needed-concurrency.ts';
import type { Tables } from '../stacks/data.ts';
import { type IdentificationProps, identifiesCallers } from './auth.ts';
import { sendsMails } from './notices.ts';

interface RoutesProps extends IdentificationProps {
  readonly functions: FunctionDefaults;
  readonly http: HttpService;
  readonly slowLane: LaneQueue;
  /** Absent in a stage without addresses of its own. */
  readonly network: SenderNetwork | undefined;
  readonly tables: Tables;
}

/** Adds all functions and their routes. Returns what each works with, so that the compiler asks for every route. */
export function addRoutes(scope: Construct, props: RoutesProps): Record<OperationId, readonly Use[]> {
  const { config, functions, http, network, slowLane, tables } = props;
  const { activities, adminLinks, audit, blocks, deliveries, events, networks, quotas, webhooks } = tables;
  // Names of streams contain their function (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-loggroups.html).
  const adminLogs = new LogGroup(scope, 'AdminRoutesLogs', functions.logs);
  const audits = on(audit, 'PutItem');
  const targets = knowsTargets(config);
  const sendsEvents = sendsToTargets(config);
  const sendsAgain = sends(slowLane.queue, 'SLOW_LANE_QUEUE_URL');
  const ofLedgers = [
    on(webhooks, 'GetItem'),
    readsDescription(networks),
    on(events, 'GetItem'),
    onIndex(events, acceptedIndex),
    readsChanges(audit),
  ];
  const panelUrl = knownPanelUrl(config.panel);
  const mails = config.noticeMail ? sendsMails(scope, config.noticeMail, panelUrl) : [];
  const noticeSender = config.noticeMail ? [given({ NOTICE_SENDER: config.noticeMail.sender })] : [];

  return {
    ...add('Block', {
      blockUser: [on(blocks, 'GetItem', 'PutItem'), on(events, 'PutItem')],
      unblockUser: [on(blocks, 'GetItem', 'DeleteItem'), on(events, 'PutItem')],
      listBlockedUsers: [on(blocks, 'Query')],
      checkHidden: [on(blocks, 'Query', 'BatchGetItem')],
      checkAudience: [on(blocks, 'Query', 'BatchGetItem')],
    }),
    ...add('Activity', { listActivities: [on(activities, 'Query')] }),
    ...add('Events', {
      ingestEvents: [on(events, 'PutItem', 'DeleteItem')],
      listEvents: [on(events, 'BatchGetItem'), onIndex(events, acceptedIndex)],
    }),
    // A change and its entry of the audit trail are one transaction, which needs the rights of its parts.
    ...add('Webhooks', {
      listEventTypes: [],
      createWebhook: [
        on(webhooks, 'GetItem', 'Query', 'PutItem', 'UpdateItem'),
        notesWebhooks(networks),
        audits,
        targets,
      ],
      listWebhooks: [on(webhooks, 'Query')],
      showWebhook: [on(webhooks, 'GetItem')],
      putWebhook: [on(webhooks, 'GetItem', 'Query', 'PutItem', 'UpdateItem'), notesWebhooks(networks), audits, targets],
      updateWebhook: [on(webhooks, 'GetItem', 'UpdateItem'), audits, targets],
      deleteWebhook: [on(webhooks, 'GetItem', 'DeleteItem'), notesWebhooks(networks), audits],
      revealSecret: [on(webhooks, 'GetItem'), audits],
      rotateSecret: [on(webhooks, 'GetItem', 'UpdateItem'), audits],
    }),
    ...add('Notices', {
      showNoticeSettings: [onNoticeAddresses(webhooks, 'GetItem'), ...noticeSender],
      changeNoticeSettings: [onNoticeAddresses(webhooks, 'GetItem', 'PutItem'), audits, ...mails],
      sendTestNotice: [onNoticeAddresses(webhooks, 'GetItem', 'PutItem'), audits, ...mails],
      confirmNoticeAddress: [onNoticeAddresses(webhooks, 'GetItem', 'PutItem')],
    }),
    ...add('Deliveries', {
      sendTestEvent: [
        on(webhooks, 'GetItem'),
        on(events, 'PutItem'),
        on(deliveries, 'PutItem'),
        audits,
        ...sendsEvents,
      ],
      checkUpWebhook: [on(webhooks, 'GetItem'), audits, ...sendsEvents],
      listDeliveries: [on(webhooks, 'GetItem'), on(deliveries, 'Query')],
      listNetworkDeliveries: [
        on(webhooks, 'Query'),
        on(deliveries, 'Query', 'BatchGetItem'),
        onIndex(events, acceptedIndex),
      ],
      findDelivery: [on(webhooks, 'Query'), on(deliveries, 'BatchGetItem')],
      showDelivery: [on(webhooks, 'GetItem'), on(deliveries, 'GetItem'), on(events, 'GetItem')],
      showEvent: [on(events, 'GetItem'), on(webhooks, 'Query'), on(deliveries, 'BatchGetItem'), readsChanges(audit)],
      eraseEventData: [
        on(events, 'GetItem', 'UpdateItem'),
        on(webhooks, 'Query'),
        on(deliveries, 'BatchGetItem', 'PutItem'),
        audits,
      ],
      replayDelivery: [on(webhooks, 'GetItem'), on(deliveries, 'GetItem', 'UpdateItem'), audits, sendsAgain],
      retryNow: [on(webhooks, 'GetItem', 'UpdateItem'), audits, sendsAgain],
      recoverDeliveries: [
        on(webhooks, 'GetItem'),
        on(deliveries, 'Query'),
        on(events, 'GetItem'),
        onIndex(events, acceptedIndex),
        audits,
        sendsAgain,
      ],
      stopRecoveries: [on(webhooks, 'GetItem'), notesStops(webhooks), audits, sendsAgain],
      readLedger: [...ofLedgers, on(deliveries, 'Query')],
      reconcileLedger: [...ofLedgers, on(deliveries, 'Query', 'PutItem', 'UpdateItem'), sendsAgain],
      pullEvents: [
        ...identifiesCallers(props),
        on(webhooks, 'GetItem'),
        notesReads(webhooks),
        on(events, 'BatchGetItem', 'GetItem'),
        onIndex(events, acceptedIndex),
        readsChanges(audit),
      ],
      listWebhookStatistics: [on(webhooks, 'Query'), readsAttemptCounts(deliveries)],
      showWebhookStatistics: [on(webhooks, 'GetItem'), readsAttemptCounts(deliveries)],
      showStatistics: [on(webhooks, 'Query'), readsAttemptCounts(deliveries)],
    }),
    ...add('AdminLinks', {
      createAdminLink: [on(adminLinks, 'PutItem'), audits, ...(panelUrl ? [given({ PANEL_URL: panelUrl })] : [])],
      redeemAdminLink: [on(adminLinks, 'UpdateItem'), on(networks, 'GetItem')],
    }),
    ...add('Network', { showNetwork: [readsDescription(networks), readsBranding(webhooks)] }),
    ...add('AuditTrail', { listAudit: [on(audit, 'Query'), onIndex(audit, webhookAuditIndex)] }),
    ...add('UserData', {
      eraseUser: [
        on(activities, 'Query', 'BatchWriteItem'),
        on(blocks, 'Query', 'BatchWriteItem'),
        onIndex(blocks, blockedUserIndex),
        audits,
        forgetsPersons(audit),
      ],
      exportUser: [on(activities, 'Query'), on(blocks, 'Query')],
    }),
    ...add('Pages', {
      getHealth: [],
      getOpenApi: [],
      listSourceAddresses: network ? [given({ SOURCE_ADDRESSES: network.addresses }), datesAddresses(webhooks)] : [],
    }),
  };

  function add<Id extends OperationId>(capability: string, ofRoutes: Record<Id, readonly Use[]>): typeof ofRoutes {
    const parent = scope.node.tryFindChild(capability) ?? new Construct(scope, capability);
    for (const [operation, uses] of Object.entries<readonly Use[]>(ofRoutes)) {
      if (!isOperation(operation)) throw new Error(`The contract has no route ${operation}.`);
      const route: RouteDefinition = routes[operation];
      const isOfUsers = isReserved(route.quota);
      const server = new ServiceFunction(parent, idOf(operation), {
        defaults: functions,
        handler: handlerOf(operation),
        description: `${route.method} ${route.path}: ${documentationOf(route).summary}`,
        memory: config.memory.http,
        timeoutSeconds: HTTP_TIMEOUT_SECONDS,
        reservedCalls: reservedForRoute(route, config.concurrency),
        rolledBackBy: isOfUsers ? ROUTE_ERRORS : undefined,
        logGroup: isOfUsers ? undefined : adminLogs,
        network: senders.has(operation) ? network : undefined,
        uses: [
          ...uses,
          ...(route.idempotent ? [onKeyedRequests(webhooks)] : []),
          ...(route.quota === 'none' ? [] : [on(quotas, 'UpdateItem')]),
        ],
      });
      http.serve(route, server);
    }
    return ofRoutes;
  }
}

/** The routes whose functions send to receivers. */
const senders: ReadonlySet<OperationId> = new Set(['sendTestEvent', 'checkUpWebhook']);

const isOperation = (name: string): name is OperationId => name in routes;

/** Such as `BlockUser`. */
const idOf = (operation: OperationId): string => nameOf(operation).replace(/^[a-z]/, (letter) => letter.toUpperCase());
