/** One usual request to each route, as the event that its function gets from API Gateway (payload 2.0). */
import { createHmac } from 'node:crypto';
import { Feature } from '../../../contract/access.ts';
import { eventSample } from '../../../contract/event-samples.ts';
import type { RouteDefinition } from '../../../contract/route.ts';
import { type OperationId, routes } from '../../../contract/routes.ts';
import { authorizerEvent, integrationEvent, type RequestFacts } from '../../../local/gateway/event.ts';
import { nthUser } from '../filled-tables.ts';
import { deliveryId, eventId, network, networkId, userId, webhookId } from './stub-data.ts';

interface RouteCall {
  readonly query?: string;
  readonly body?: object;
}

const checkList = Array.from({ length: 20 }, (_, n) => `checkList=${nthUser(2 * n + 1)}`).join('&');
const posted = { id: eventId, event: 'channel.didCreate', data: eventSample('channel.didCreate') };

const calls: Record<OperationId, RouteCall> = {
  blockUser: { body: { blockUserId: nthUser(1) } },
  unblockUser: { body: { blockUserId: nthUser(1) } },
  listBlockedUsers: { body: {} },
  checkHidden: { query: checkList },
  listActivities: {},
  ingestEvents: { body: { events: [posted] } },
  listEventTypes: {},
  createWebhook: { body: { url: 'https://hooks.example.com/events', events: ['channel.*'] } },
  listWebhooks: {},
  showWebhook: {},
  updateWebhook: { body: { description: 'another one', events: ['*'] } },
  deleteWebhook: {},
  revealSecret: {},
  rotateSecret: { body: {} },
  sendTestEvent: { body: {} },
  listDeliveries: {},
  showDelivery: {},
  replayDelivery: {},
  recoverDeliveries: { body: { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' } },
  listWebhookStatistics: {},
  showWebhookStatistics: {},
  showNetwork: {},
  getHealth: {},
  getOpenApi: {},
};

/** The event of a route's request, and the status that its answer must have. */
export function routeEvent(operationId: OperationId): { readonly event: object; readonly status: number } {
  const { role, response } = routes[operationId];
  const { body } = calls[operationId];
  const facts = factsOf(operationId);
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const caller = { networkId, userId, role, features: Feature.options, hideMode: network.hideMode };
  return { event: integrationEvent(facts, bytes, role === 'anyone' ? undefined : caller), status: response.status };
}

/** The event of the authorizer, for the route of blocking. */
export function tokenEvent(): object {
  const authorization = `Bearer ${token()}`;
  const facts = factsOf('blockUser');
  const request = { ...facts.request, headers: { ...facts.request.headers, authorization } };
  return authorizerEvent({ ...facts, request }, 'arn:aws:execute-api:eu-central-1:000000000000:api/$default/POST', [
    authorization,
  ]);
}

function factsOf(operationId: OperationId): RequestFacts {
  const { method, path }: Pick<RouteDefinition, 'method' | 'path'> = routes[operationId];
  const { query = '' } = calls[operationId];
  const parameters: Record<string, string> = { webhookId, deliveryId };
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, parameters[name] ?? ''] as const);
  return {
    request: {
      method,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name) => parameters[name] ?? ''),
      query,
      protocol: 'HTTP/1.1',
      headers: { host: 'api.example.com', 'content-type': 'application/json', 'user-agent': 'bench/1' },
      cookies: [],
      sourceIp: '203.0.113.7',
    },
    routeKey: `${method} ${path}`,
    pathParameters: Object.fromEntries(named),
    apiId: 'api',
    stage: '$default',
    requestId: 'request-1',
    now: new Date(),
  };
}

/** A token of the user, good for an hour. */
function token(): string {
  const [{ keyId = '', secret = '' } = {}] = network.signingKeys;
  const now = Math.floor(Date.now() / 1000);
  const head = encoded({ alg: 'HS256', kid: keyId, typ: 'JWT' });
  const claims = encoded({ networkId, role: 'user', sub: userId, iat: now, exp: now + 3_600 });
  const digest = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url');
  return `${head}.${claims}.${digest}`;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
