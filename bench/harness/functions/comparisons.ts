/** Our functions and their references, bundled with the same settings. */
import { basename, join } from 'node:path';
import { build } from 'esbuild';
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
  /** The status code that both must respond with; undefined for the authorizer. */
  readonly status?: number;
}

/** Bundles every function, and into `folder` the references. */
export async function bundledComparisons(folder: string): Promise<readonly Comparison[]> {
  const comparison = (name: string, handler: Handler) => ({
    name,
    ours: join(bundleFolder(handler), 'index.cjs'),
    reference: join(folder, `${basename(handler)}.cjs`),
  });
  const comparisons = [
    ...routeCalls().map(({ operationId, ...call }) => ({
      ...comparison(operationId, routeHandlers[operationId]),
      ...call,
    })),
    { ...comparison('authorizer', 'auth/authorizer'), event: tokenEvent() },
  ];
  await bundleFunctions(handlers);
  await build({
    ...bundleSettings,
    entryPoints: comparisons.map(({ reference }) => `bench/references/${basename(reference, '.cjs')}.ts`),
    outdir: folder,
  });
  return comparisons;
}
