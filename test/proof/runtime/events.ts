/** An event for each handler, as its source sends it. */
import { batchOf } from '../../../bench/harness/signer/delivery-batches.ts';
import { Feature } from '../../../contract/access.ts';
import { type Example, examples } from '../../../contract/examples.ts';
import type { NetworkId } from '../../../contract/ids.ts';
import { needsToken } from '../../../contract/route.ts';
import { type OperationId, routes } from '../../../contract/routes.ts';
import { type Handler, routeHandlers } from '../../../lib/functions/handlers.ts';
import { authorizerEvent, integrationEvent, type RequestFacts } from '../../../local/gateway/request.ts';

/** Returns the event of each handler: for routes, the example of the API reference. `token` is one of the network. */
export function eventsOf(networkId: NetworkId, token: string): Readonly<Partial<Record<Handler, object>>> {
  const authorization = `Bearer ${token}`;
  const signIn = factsOf('blockUser', { authorization });
  const accepted = {
    networkId,
    eventId: 'e',
    event: 'channel.didCreate',
    body: '{}',
    occurredAt: now,
    acceptedAt: now,
  };
  const NewImage = Object.fromEntries(Object.entries(accepted).map(([name, S]) => [name, { S }]));
  const records = { Records: [{ dynamodb: { SequenceNumber: '1', NewImage } }] };
  return {
    ...Object.fromEntries(
      operations.map((operation) => [routeHandlers[operation], requestTo(operation, networkId)] as const),
    ),
    'auth/authorizer': authorizerEvent(signIn, 'arn:aws:execute-api:eu-central-1:000000000000:api/$default/POST', [
      authorization,
    ]),
    'activity/record-activity': records,
    'delivery/worker/fan-out': records,
    'delivery/worker/sign-and-send': { Records: batchOf(0, networkId, ['wh_deleted']).slice(0, 1) },
    'delivery/worker/sweep': {},
    'notices/send-mails': { Records: [] },
  };
}

const now = new Date().toISOString();
const operations = Object.keys(routeHandlers).filter((name): name is OperationId => name in routes);

function requestTo(operation: OperationId, networkId: NetworkId): object {
  const route = routes[operation];
  const { body }: Example = examples[operation];
  const expiresAt = Date.now() / 1_000 + 3_600;
  const caller = {
    networkId,
    userId: 'ada',
    role: route.role,
    features: Feature.options,
    hideMode: 'blocker',
    expiresAt,
  };
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  return integrationEvent(factsOf(operation), bytes, needsToken(route) ? caller : undefined);
}

function factsOf(operation: OperationId, headers: Readonly<Record<string, string>> = {}): RequestFacts {
  const { method, path } = routes[operation];
  const { parameters = {}, query = {} }: Example = examples[operation];
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) search.append(name, `${one}`);
  return {
    request: {
      ...{ method, path, query: `${search}`, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7' },
      headers: { host: 'api.example.com', 'content-type': 'application/json', 'user-agent': 'proof/1', ...headers },
      cookies: [],
    },
    ...{ routeKey: `${method} ${path}`, pathParameters: parameters, apiId: 'api', stage: '$default' },
    ...{ requestId: 'request-1', now: new Date() },
  };
}
