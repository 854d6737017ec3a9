/** Our functions and their references, bundled with the same settings; and whether both do the same work. */
import { partialDeepStrictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as v from 'valibot';
import { Feature } from '../../../contract/access.ts';
import { eventSample } from '../../../contract/event-samples.ts';
import { NetworkId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes.ts';
import { issueToken } from '../../../lambdas/auth/access-token.ts';
import { bundleFolder, bundleFunctions, bundleSettings } from '../../../lib/functions/bundle.ts';
import { type Handler, handlers, routeHandlers } from '../../../lib/functions/handlers.ts';
import { authorizerEvent, integrationEvent, type RequestFacts } from '../../../local/gateway/request.ts';
import type { Row } from '../benchmark.ts';
import { inTemporaryFolder } from '../temporary-cloud.ts';
import { startStub } from './stub.ts';
import { eventId, network, networkId, nthUser, signingKey, userId } from './stub-data.ts';

/** One function beside its reference. Both are bundles that export `handler`. */
export interface Comparison {
  readonly name: string;
  readonly ours: string;
  readonly reference: string;
  /** The event for both. */
  readonly event: object;
  /** That of both, in which they call a stub of AWS. */
  readonly environment: Record<string, string>;
  /** A folder for other files. */
  readonly folder: string;
}

/** The rows of all comparisons, one after the other. */
export const comparedFunctions = (measure: (comparison: Comparison) => Promise<Row>): Promise<readonly Row[]> =>
  inTemporaryFolder(async (folder) => {
    const functions: readonly { readonly name: string; readonly handler: Handler; readonly event: object }[] = [
      ...routeCalls().map(({ name, event }) => ({ name, handler: routeHandlers[name], event })),
      { name: 'authorizer', handler: 'auth/authorizer', event: await tokenEvent() },
    ];
    await bundleFunctions(handlers);
    await Promise.all(functions.map(({ name }) => bundleReference(name, referenceIn(folder, name))));
    const { environment, stop } = await startStub();
    try {
      const rows: Row[] = [];
      for (const { name, handler, event } of functions) {
        const ours = join(bundleFolder(handler), 'index.cjs');
        const reference = referenceIn(folder, name);
        rows.push(await measure({ name, ours, reference, event, environment, folder }));
      }
      return rows;
    } finally {
      await stop();
    }
  });

const referenceIn = (folder: string, name: string): string => join(folder, `${name}.cjs`);

/** Nothing else of references.ts comes with it. */
const bundleReference = (name: string, outfile: string) =>
  build({
    ...bundleSettings,
    stdin: { contents: `export { ${name} as handler } from './references.ts'`, resolveDir: import.meta.dirname },
    outfile,
  });

const HttpResponse = v.object({ statusCode: v.number(), body: v.pipe(v.string(), v.parseJson()) });

/** Throws unless our response has everything that the reference's has. It may have more: that is no other work. */
export function assertSameResponse(name: string, ours: unknown, reference: unknown): void {
  const [actual, expected] = [ours, reference].map((response) => {
    const { success, output } = v.safeParse(HttpResponse, response);
    return success ? output : response;
  });
  partialDeepStrictEqual(
    actual,
    expected,
    `${name} responds ${JSON.stringify(ours)}, not ${JSON.stringify(reference)}`,
  );
}

interface Call {
  readonly name: 'checkHidden' | 'blockUser' | 'ingestEvents';
  readonly query?: string;
  readonly body?: object;
}

const checkList = Array.from({ length: 20 }, (_, n) => `checkList=${nthUser(2 * n + 1)}`).join('&');
const posted = { id: eventId, event: 'channel.didCreate', data: eventSample('channel.didCreate') };

/** Each has a reference of its name. */
const calls: readonly Call[] = [
  { name: 'checkHidden', query: checkList },
  { name: 'blockUser', body: { blockUserId: nthUser(1) } },
  { name: 'ingestEvents', body: { events: [posted] } },
];

/** The calls' events. */
const routeCalls = (): readonly { readonly name: Call['name']; readonly event: object }[] =>
  calls.map((call) => {
    const { name, body } = call;
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const expiresAt = Date.now() / 1000 + 24 * 60 * 60;
    const caller = {
      networkId,
      userId,
      role: routes[name].role,
      features: Feature.options,
      hideMode: network.hideMode,
      expiresAt,
    };
    return { name, event: integrationEvent(factsOf(call), bytes, caller) };
  });

/** The event of the authorizer, for the route `blockUser`. */
async function tokenEvent(): Promise<object> {
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
