/** Our functions and their references, bundled with the same settings; and whether both do the same work. */
import { partialDeepStrictEqual } from 'node:assert/strict';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import * as v from 'valibot';
import { bundleFolder, bundleFunctions, bundleSettings } from '../../../lib/functions/bundle.ts';
import { type Handler, handlers, routeHandlers } from '../../../lib/functions/handlers.ts';
import type { Row, Run } from '../benchmark.ts';
import { inTemporaryFolder } from '../temporary-cloud.ts';
import { routeCalls, tokenEvent } from './calls.ts';
import { startStub } from './stub.ts';

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
export const comparedFunctions = (
  { progress }: Run,
  measure: (comparison: Comparison) => Promise<Row>,
): Promise<readonly Row[]> =>
  inTemporaryFolder(async (folder) => {
    const functions: readonly { readonly name: string; readonly handler: Handler; readonly event: object }[] = [
      ...routeCalls().map(({ name, event }) => ({ name, handler: routeHandlers[name], event })),
      { name: 'authorizer', handler: 'auth/authorizer', event: await tokenEvent() },
    ];
    const entryPoints = functions.map(({ handler }) => `bench/references/${basename(handler)}.ts`);
    await bundleFunctions(handlers);
    await build({ ...bundleSettings, entryPoints, outdir: folder });
    const { environment, stop } = await startStub();
    try {
      const rows: Row[] = [];
      for (const { name, handler, event } of functions) {
        const ours = join(bundleFolder(handler), 'index.cjs');
        const reference = join(folder, `${basename(handler)}.cjs`);
        rows.push(await measure({ name, ours, reference, event, environment, folder }));
        progress(`${name} is measured`);
      }
      return rows;
    } finally {
      await stop();
    }
  });

const HttpResponse = v.object({ statusCode: v.number(), body: v.pipe(v.string(), v.parseJson()) });

/** Throws unless our response has everything that the reference's has. It may have more: a new member is no other work. */
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
