/** For every route, requests for the resources of every tenant and user. */
import { hourOfDelivery } from '../../contract/ledger.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { type OperationId, routes } from '../../contract/routes.ts';
import { pageTokenOf } from '../../contract/user-data.ts';
import { GIVEN_ID, type Tenant, type TestUserId, type UserData, userIds } from './tenant.ts';

/** Whose resource a request is about. */
interface Owner {
  readonly tenant: Tenant;
  /** Absent for resources of the whole network. */
  readonly userId?: TestUserId;
}

export interface ResourceRequest {
  readonly route: RouteDefinition;
  readonly path: string;
  readonly body?: object;
  /** The user whom the header names; only servers may send it, and only to routes of users. */
  readonly onBehalfOf?: TestUserId;
  /** The same for all callers; only routes that take one have it. */
  readonly idempotencyKey?: string;
  /** The user of the caller's own network whom the path names. */
  readonly aboutUser?: TestUserId;
  /** Absent if the route has nothing but what is the caller's; `nobody` if there is no such resource. */
  readonly owner?: Owner | 'nobody';
  /** What a stranger's resource is: a path without anything, a value that is refused, or one that matches nothing. */
  readonly stranger: 'absent' | 'refused' | 'empty';
  /** A text that the owner's response contains. */
  readonly shows?: (tenant: Tenant, user: UserData) => string;
  /** Whose webhook's secret has signed it; only routes of receivers have it. */
  readonly signedBy?: Tenant;
  /** The feature of the route is off for the network that the body names. */
  readonly isLocked?: boolean;
  /** The owner does not send it, since it would change what the other requests are about. */
  readonly destroys?: true;
}

type Requests = readonly Omit<ResourceRequest, 'route'>[];

/**
 * All requests; those of users, and some others, also on behalf of a user, and those that take an idempotency key also
 * with one. Changes can be repeated.
 */
export function resourceRequests(tenants: readonly Tenant[]): readonly ResourceRequest[] {
  const requests = requestsOf(tenants);
  return operationIds.flatMap((id) => {
    const route = routes[id];
    const takesHeader = route.role === 'user' || refusingHeader.includes(id);
    return requests[id].flatMap((request) => [
      { ...request, route },
      ...(takesHeader ? [{ ...request, route, onBehalfOf: 'alice' as const }] : []),
      ...('idempotent' in route ? [{ ...request, route, idempotencyKey: encodeURIComponent(request.path) }] : []),
    ]);
  });
}

/** One route of every other role, to which nobody may send the header. */
const refusingHeader: readonly OperationId[] = ['ingestEvents', 'showNetwork'];

const isOperation = (id: string): id is OperationId => id in routes;
const operationIds: readonly OperationId[] = Object.keys(routes).filter(isOperation);

function requestsOf(tenants: readonly Tenant[]): Readonly<Record<OperationId, Requests>> {
  const ofUsers = (
    make: (data: UserData) => Omit<ResourceRequest, 'route' | 'owner' | 'stranger'>,
    stranger: 'refused' | 'empty',
  ) =>
    tenants.flatMap((tenant) =>
      userIds.map((userId) => ({ ...make(tenant.users[userId]), owner: { tenant, userId }, stranger })),
    );
  /** Also of the webhook to which every tenant has given the same id: everybody has one, and each another. */
  const webhookRequests = (rest: string, { shows, ...more }: Partial<ResourceRequest> = {}): Requests => [
    ...tenants.map((tenant) => ({
      path: `/webhooks/${tenant.webhookId}${rest}`,
      owner: { tenant },
      stranger: 'absent' as const,
      ...(shows && { shows }),
      ...more,
    })),
    { path: `/webhooks/${GIVEN_ID}${rest}`, stranger: 'empty', ...(shows === marker && { shows }), ...more },
  ];
  /** Deliveries of every tenant below webhooks of every tenant: only the pairs that belong together exist. */
  const ofDeliveries = (rest: string, shows?: ResourceRequest['shows']): Requests =>
    tenants.flatMap((tenant) =>
      tenants.map((other) => ({
        path: `/webhooks/${tenant.webhookId}/deliveries/${other.deliveryId}${rest}`,
        ...(tenant === other ? { owner: { tenant } } : { owner: 'nobody' as const }),
        stranger: 'absent' as const,
        ...(shows && { shows }),
      })),
    );
  /** Claims about every tenant's webhook, in the name of every tenant's network, signed with every webhook's secret. */
  const ofReceivers = (rest: string): Requests =>
    tenants.flatMap((tenant) =>
      tenants.flatMap((named) =>
        tenants.map((signedBy) => {
          const { webhookId, deliveryId } = tenant;
          const claim = { networkId: named.networkId, hour: hourOfDelivery(deliveryId) };
          return {
            path: `/webhooks/${webhookId}/ledger${rest}`,
            body: { ...claim, ...(rest !== '' && { deliveryIds: [deliveryId] }) },
            signedBy,
            ...(tenant === named && tenant === signedBy ? { owner: { tenant } } : { owner: 'nobody' as const }),
            ...(tenant === tenants.at(-1) && { isLocked: true }),
            stranger: 'absent' as const,
          };
        }),
      ),
    );
  /** Reads of every tenant's events, by a token or signed with every webhook's secret in the name of every network. */
  const pulls = (): Requests =>
    tenants.flatMap((tenant) => {
      const path = `/webhooks/${tenant.pulled.webhookId}/events`;
      const shared = { stranger: 'absent', shows: ({ eventId }: Tenant) => eventId } as const;
      const signed = tenants.flatMap((named) =>
        tenants.map((signedBy) => ({
          ...shared,
          path: `${path}?networkId=${named.networkId}`,
          signedBy,
          ...(tenant === named && tenant === signedBy ? { owner: { tenant } } : { owner: 'nobody' as const }),
          ...(tenant === tenants.at(-1) && { isLocked: true }),
        })),
      );
      return [{ ...shared, path, owner: { tenant } }, ...signed];
    });
  const own = (path: string, more: Partial<ResourceRequest> = {}): Requests => [{ path, stranger: 'empty', ...more }];
  const marker: ResourceRequest['shows'] = (tenant) => tenant.marker;
  const userMarker: ResourceRequest['shows'] = (_, user) => user.marker;

  return {
    blockUser: own('/block/members', { body: { blockUserId: 'carol', expiresInSeconds: 3_600 } }),
    unblockUser: ofUsers(
      ({ blocked: blockUserId }) => ({ path: '/block/members', body: { blockUserId }, destroys: true }),
      'empty',
    ),
    listBlockedUsers: [
      ...own('/block', { body: {}, shows: userMarker }),
      ...ofUsers(({ blockPosition: paginationToken }) => ({ path: '/block', body: { paginationToken } }), 'refused'),
    ],
    checkHidden: ofUsers(
      ({ blocked }) => ({ path: `/block/members?checkList=${blocked}`, shows: () => 'true' }),
      'empty',
    ),
    checkAudience: tenants.flatMap((tenant) =>
      userIds.flatMap((userId) => {
        const { blocked } = tenant.users[userId];
        const shows = () => 'true';
        return [
          { actorId: userId, userIds: [blocked] },
          { actorId: blocked, userIds: [userId] },
        ].map((body) => ({ path: '/block/audience', body, owner: { tenant }, stranger: 'empty' as const, shows }));
      }),
    ),
    listActivities: [
      ...own('/user-activities', { shows: userMarker }),
      ...ofUsers(
        ({ activityPosition }) => ({ path: `/user-activities?${new URLSearchParams(activityPosition)}` }),
        'refused',
      ),
    ],
    ingestEvents: own('/events', { body: { events: [{ event: 'proof.didPost', data: {} }] } }),
    listEvents: [
      ...own('/events', { shows: ({ eventId }) => eventId }),
      ...tenants.flatMap(({ deliveryId }) => own(`/events?start=${deliveryId}`)),
    ],
    listEventTypes: own('/event-types'),
    createWebhook: own('/webhooks', { body: { url: 'never-a-url' }, destroys: true }),
    listWebhooks: own('/webhooks', { shows: marker }),
    showWebhook: webhookRequests('', { shows: marker }),
    updateWebhook: webhookRequests('', { body: { legacySignature: false, maxRequestsPerSecond: 100 }, shows: marker }),
    putWebhook: [
      // The same id in every network.
      ...own('/webhooks/shared-id', { body: { url: 'https://hooks.example.com/' }, destroys: true }),
      ...webhookRequests('', { body: { url: 'https://hooks.example.com/' }, destroys: true }),
    ],
    deleteWebhook: webhookRequests('', { destroys: true }),
    revealSecret: webhookRequests('/secret', { shows: ({ secret }) => secret }),
    rotateSecret: webhookRequests('/secret', { body: { takesEffectInHours: 168 }, shows: ({ secret }) => secret }),
    sendTestEvent: webhookRequests('/test', { body: {} }),
    checkUpWebhook: webhookRequests('/checkup'),
    listDeliveries: [
      ...webhookRequests('/deliveries', { shows: ({ deliveryId }) => deliveryId }),
      ...tenants.flatMap(({ deliveryId }) => webhookRequests(`/deliveries?start=${deliveryId}`)),
    ],
    listNetworkDeliveries: [
      ...own('/deliveries', { shows: ({ deliveryId }) => deliveryId }),
      ...tenants.flatMap(({ deliveryId }) => own(`/deliveries?start=${deliveryId}`)),
    ],
    findDelivery: tenants.map((tenant) => ({
      path: `/deliveries/${tenant.deliveryId}`,
      owner: { tenant },
      stranger: 'absent',
      shows: ({ eventId }) => eventId,
    })),
    showDelivery: ofDeliveries('', marker),
    showEvent: tenants.map((tenant) => ({
      path: `/events/${tenant.eventId}`,
      owner: { tenant },
      stranger: 'absent',
      shows: marker,
    })),
    eraseEventData: tenants.map((tenant) => ({
      path: `/events/${tenant.eventId}/data`,
      owner: { tenant },
      stranger: 'absent',
      destroys: true,
    })),
    replayDelivery: ofDeliveries('/replay', ({ eventId }) => eventId),
    retryNow: webhookRequests('/retry-now'),
    recoverDeliveries: webhookRequests('/recover', { body: { since: '2020-01-01T00:00:00Z' } }),
    stopRecoveries: webhookRequests('/recover'),
    readLedger: ofReceivers(''),
    reconcileLedger: ofReceivers('/reconcile'),
    pullEvents: pulls(),
    listWebhookStatistics: own('/webhook-statistics', { shows: ({ webhookId }) => webhookId }),
    showWebhookStatistics: webhookRequests('/statistics'),
    showStatistics: own('/statistics'),
    // A user whom only this network's user has blocked.
    eraseUser: tenants.map((tenant) => ({
      path: `/users/${tenant.users.alice.blocked}/data`,
      owner: { tenant },
      stranger: 'empty',
      destroys: true,
    })),
    exportUser: tenants.flatMap((tenant) =>
      userIds.map((userId) => ({
        path: `/users/${userId}/data?pageToken=${pageTokenOf({ of: 'blocks', after: tenant.users[userId].blocked })}`,
        aboutUser: userId,
        owner: { tenant },
        stranger: 'empty' as const,
        shows: (_: Tenant, user: UserData) => user.marker,
      })),
    ),
    showNetwork: own('/network', { shows: ({ networkId }) => networkId }),
    listAudit: [
      ...own('/audit', { shows: ({ webhookId }) => webhookId }),
      ...own(`/audit?webhookId=${GIVEN_ID}`, { shows: () => GIVEN_ID }),
      ...tenants.map((tenant) => ({
        path: `/audit?webhookId=${tenant.webhookId}`,
        owner: { tenant },
        stranger: 'empty' as const,
        shows: ({ webhookId }: Tenant) => webhookId,
      })),
    ],
    showNoticeSettings: own('/network/notices'),
    changeNoticeSettings: own('/network/notices', { body: { addresses: ['on-call@example.com'] } }),
    sendTestNotice: own('/network/notices/test', { destroys: true }),
    confirmNoticeAddress: tenants.map(({ networkId }) => ({
      path: '/network/notices/confirmation',
      body: { networkId, token: 'x'.repeat(43) },
      owner: 'nobody' as const,
      stranger: 'absent' as const,
    })),
    createAdminLink: own('/admin-links', { body: { user: 'root' } }),
    redeemAdminLink: own('/admin-links/redeem', {
      body: { code: 'x'.repeat(43), attempt: 'x'.repeat(16) },
      owner: 'nobody',
      stranger: 'absent',
    }),
    getHealth: own('/health'),
    getOpenApi: own('/openapi.json'),
    listSourceAddresses: own('/source-addresses'),
  };
}
