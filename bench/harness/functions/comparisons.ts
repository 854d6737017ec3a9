/** Our functions and their references, bundled with the same settings; and whether both do the same work. */
import { partialDeepStrictEqual } from 'node:assert/strict';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import * as v from 'valibot';
import { bundleFolder, bundleFunctions, bundleSettings } from '../../../lib/functions/bundle.ts';
import { type Handler, handlers, routeHandlers } from '../../../lib/functions/handlers.ts';
import { routeCalls, tokenEvent } from './calls.ts';

/** One function beside its reference. Both are bundles that export `handler`. */
export interface Comparison {
  readonly name: string;
  readonly ours: string;
  readonly reference: string;
  /** The event for both. */
  readonly event: object;
}

/** Bundles the functions, and into `folder` the references. */
export async function bundledComparisons(folder: string): Promise<readonly Comparison[]> {
  const functions: readonly { readonly name: string; readonly handler: Handler; readonly event: object }[] = [
    ...routeCalls().map(({ name, event }) => ({ name, handler: routeHandlers[name], event })),
    { name: 'authorizer', handler: 'auth/authorizer', event: tokenEvent() },
  ];
  await bundleFunctions(handlers);
  await build({
    ...bundleSettings,
    entryPoints: functions.map(({ handler }) => `bench/references/${basename(handler)}.ts`),
    outdir: folder,
  });
  return functions.map(({ name, handler, event }) => ({
    name,
    ours: join(bundleFolder(handler), 'index.cjs'),
    reference: join(folder, `${basename(handler)}.cjs`),
    event,
  }));
}

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
