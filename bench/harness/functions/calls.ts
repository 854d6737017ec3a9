/** One usual request to a route of each kind, as the event that its function gets from API Gateway (payload 2.0). */
import { createHmac } from 'node:crypto';
import { Feature } from '../../../contract/access.ts';
import { eventSample } from '../../../contract/event-samples.ts';
import type { RouteDefinition } from '../../../contract/route.ts';
import { type OperationId, routes } from '../../../contract/routes.ts';
import { authorizerEvent, integrationEvent, type RequestFacts } from '../../../local/gateway/event.ts';
import { nthUser } from '../filled-tables.ts';
import { deliveryId, eventId, network, networkId, userId, webhookId } from './stub-data.ts';

interface Call {
  readonly operationId: OperationId;
  readonly query?: string;
  readonly body?: object;
}

const checkList = Array.from({ length: 20 }, (_, n) => `checkList=${nthUser(2 * n + 1)}`).join('&');
const posted = { id: eventId, event: 'channel.didCreate', data: eventSample('channel.didCreate') };

/** One route of each kind that costs something of its own (bench/BENCHMARKING.md); each has a file in `bench/references`. */
const calls: readonly Call[] = [
  { operationId: 'getHealth' },
  { operationId: 'showNetwork' },
  { operationId: 'listBlockedUsers', body: {} },
  { operationId: 'checkHidden', query: checkList },
  { operationId: 'blockUser', body: { blockUserId: nthUser(1) } },
  { operationId: 'ingestEvents', body: { events: [posted] } },
  { operationId: 'createWebhook', body: { url: 'https://hooks.example.com/events', events: ['channel.*'] } },
  { operationId: 'replayDelivery' },
  { operationId: 'sendTestEvent', body: {} },
];

/** The event of a call, and the status code that the response must have. */
export interface RouteCall {
  readonly operationId: OperationId;
  readonly event: object;
  readonly status: number;
}

export const routeCalls = (): readonly RouteCall[] =>
  calls.map((call) => {
    const { operationId, body } = call;
    const { role, response } = routes[operationId];
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const expiresAt = Date.now() / 1000 + 24 * 60 * 60;
    const caller = { networkId, userId, role, features: Feature.options, hideMode: network.hideMode, expiresAt };
    const event = integrationEvent(factsOf(call), bytes, role === 'anyone' ? undefined : caller);
    return { operationId, event, status: response.status };
  });

/** The event of the authorizer, for the route `blockUser`. */
export function tokenEvent(): object {
  const authorization = `Bearer ${token()}`;
  const facts = factsOf({ operationId: 'blockUser' });
  const request = { ...facts.request, headers: { ...facts.request.headers, authorization } };
  return authorizerEvent({ ...facts, request }, 'arn:aws:execute-api:eu-central-1:000000000000:api/$default/POST', [
    authorization,
  ]);
}

function factsOf({ operationId, query = '' }: Call): RequestFacts {
  const { method, path }: Pick<RouteDefinition, 'method' | 'path'> = routes[operationId];
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

/** A token of the user, valid for an hour. */
function token(): string {
  const [{ keyId = '', secret = '' } = {}] = network.signingKeys;
  const now = Math.floor(Date.now() / 1000);
  const head = encoded({ alg: 'HS256', kid: keyId, typ: 'JWT' });
  const claims = encoded({ networkId, role: 'user', sub: userId, iat: now, exp: now + 3_600 });
  const digest = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url');
  return `${head}.${claims}.${digest}`;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
