/** One usual request to some routes, as the event that its function gets from API Gateway (payload 2.0). */
import * as v from 'valibot';
import { Feature } from '../../../contract/access.ts';
import { eventSample } from '../../../contract/event-samples.ts';
import { NetworkId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes.ts';
import { issueToken } from '../../../lambdas/auth/access-token.ts';
import { authorizerEvent, integrationEvent, type RequestFacts } from '../../../local/gateway/request.ts';
import { nthUser } from '../filled-tables.ts';
import { eventId, network, networkId, signingKey, userId } from './stub-data.ts';

interface Call {
  readonly name: 'getHealth' | 'checkHidden' | 'blockUser' | 'ingestEvents';
  readonly query?: string;
  readonly body?: object;
}

const checkList = Array.from({ length: 20 }, (_, n) => `checkList=${nthUser(2 * n + 1)}`).join('&');
const posted = { id: eventId, event: 'channel.didCreate', data: eventSample('channel.didCreate') };

/** Each has a reference in `bench/references`. */
const calls: readonly Call[] = [
  { name: 'getHealth' },
  { name: 'checkHidden', query: checkList },
  { name: 'blockUser', body: { blockUserId: nthUser(1) } },
  { name: 'ingestEvents', body: { events: [posted] } },
];

/** The calls' events. */
export const routeCalls = (): readonly { readonly name: Call['name']; readonly event: object }[] =>
  calls.map((call) => {
    const { name, body } = call;
    const { role } = routes[name];
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const expiresAt = Date.now() / 1000 + 24 * 60 * 60;
    const caller = { networkId, userId, role, features: Feature.options, hideMode: network.hideMode, expiresAt };
    return { name, event: integrationEvent(factsOf(call), bytes, role === 'anyone' ? undefined : caller) };
  });

/** The event of the authorizer, for the route `blockUser`. */
export async function tokenEvent(): Promise<object> {
  const subject = { networkId: v.parse(NetworkId, networkId), userId, role: 'user' } as const;
  const authorization = `Bearer ${await issueToken(subject, signingKey, 3_600)}`;
  const facts = factsOf({ name: 'blockUser' });
  const request = { ...facts.request, headers: { ...facts.request.headers, authorization } };
  return authorizerEvent({ ...facts, request }, 'arn:aws:execute-api:eu-central-1:000000000000:api/$default/POST', [
    authorization,
  ]);
}

function factsOf({ name, query = '' }: Call): RequestFacts {
  const { method, path } = routes[name];
  return {
    request: {
      method,
      path,
      query,
      protocol: 'HTTP/1.1',
      headers: { host: 'api.example.com', 'content-type': 'application/json', 'user-agent': 'bench/1' },
      cookies: [],
      sourceIp: '203.0.113.7',
    },
    routeKey: `${method} ${path}`,
    pathParameters: {},
    apiId: 'api',
    stage: '$default',
    requestId: 'request-1',
    now: new Date(),
  };
}
