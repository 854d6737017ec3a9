/** Our functions and their references, bundled with the same settings; and whether both do the same work. */
import { partialDeepStrictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as v from 'valibot';
import { eventSample } from '../../../contract/event-samples.ts';
import { NetworkId } from '../../../contract/ids.ts';
import { issueToken } from '../../../lambdas/auth/access-token.ts';
import { bundleFolder, bundleFunctions, bundleSettings } from '../../../lib/functions/bundle.ts';
import { type Handler, handlerOf, handlers } from '../../../lib/functions/handlers.ts';
import { routeEvent, tokenEvent } from '../../../testing/gateway-events.ts';
import type { Row } from '../benchmark.ts';
import { temporaryFolder } from '../temporary-cloud.ts';
import { startStub } from './stub.ts';
import { eventId, networkId, nthUser, signingKey, userId } from './stub-data.ts';

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
export async function comparedFunctions(measure: (comparison: Comparison) => Promise<Row>): Promise<readonly Row[]> {
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  await bundleFunctions(handlers);
  await using stub = await startStub();
  const { environment } = stub;
  const rows: Row[] = [];
  for (const { name, handler, event } of await comparedCalls()) {
    const ours = join(bundleFolder(handler), 'index.cjs');
    const reference = await bundleReference(name, folder);
    rows.push(await measure({ name, ours, reference, event, environment, folder }));
  }
  return rows;
}

/** Bundles one function of references.ts, and nothing else of it. Returns the path. */
async function bundleReference(name: string, folder: string): Promise<string> {
  const stdin = { contents: `export { ${name} as handler } from './references.ts'`, resolveDir: import.meta.dirname };
  const outfile = join(folder, `${name}.cjs`);
  await build({ ...bundleSettings, stdin, outfile });
  return outfile;
}

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

/** Each has a reference of its name. */
async function comparedCalls() {
  const checkList = Array.from({ length: 20 }, (_, n) => nthUser(2 * n + 1));
  const posted = { id: eventId, event: 'channel.didCreate', data: eventSample('channel.didCreate') };
  const subject = { networkId: v.parse(NetworkId, networkId), userId, role: 'user' } as const;
  const requests = [
    ['checkHidden', { query: { checkList } }],
    ['blockUser', { body: { blockUserId: nthUser(1) } }],
    ['ingestEvents', { body: { events: [posted] } }],
    ['createAdminLink', { body: { user: userId }, headers: { 'idempotency-key': 'one' } }],
  ] as const;
  const authorizer: Handler = 'auth/authorizer';
  return [
    ...requests.map(([name, request]) => {
      const event = routeEvent(name, networkId, userId, request);
      return { name, handler: handlerOf(name), event };
    }),
    {
      name: 'authorizer',
      handler: authorizer,
      event: tokenEvent(await issueToken(subject, signingKey, 3_600)),
    },
  ];
}
